/** The pictures of the 102 photos, six of every capital, no two alike, and of the jokers. */
import { CHURCHES_A } from './churches';
import { CHURCHES_B } from './churches2';
import { DELICACIES, FOOD } from './delicacies';
import { JOKER } from './joker';
import { LETTERBOXES, POST } from './letterboxes';
import { PALACES_A } from './palaces';
import { PALACES_B } from './palaces2';
import { poster } from './poster';
import { SIGHTS_A } from './sights';
import { SIGHTS_B } from './sights2';
import { SYMBOLS } from './symbols';

const PICTURES: Record<string, Record<string, string>> = {
  palace: { ...PALACES_A, ...PALACES_B },
  church: { ...CHURCHES_A, ...CHURCHES_B },
  sight: { ...SIGHTS_A, ...SIGHTS_B },
  symbol: SYMBOLS,
  delicacy: DELICACIES,
  letterbox: LETTERBOXES,
};

/** Beside its capital's tones a picture may have one colour of its own. */
const SPOTS: Record<string, Record<string, readonly number[]>> = { delicacy: FOOD, letterbox: POST };

/** Spires must not be cut off; of the ground before a church there is enough. */
const TALL = ['palace', 'church', 'sight'];

/** A photo's picture as a file of its own. */
export const draw = (city: string, category: string): string =>
  category === 'joker'
    ? poster(city, JOKER)
    : poster(city, PICTURES[category]![city]!, { spot: SPOTS[category]?.[city], keep: TALL.includes(category) ? 'Min' : 'Mid' });
