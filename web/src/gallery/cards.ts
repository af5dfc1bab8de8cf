import plates from '../games/photo_rummy/plates.json';

const times = <A, B>(as: readonly A[], bs: readonly B[], join: (a: A, b: B) => string) =>
  as.flatMap((a) => bs.map((b) => join(a, b)));

const CATEGORIES = ['sight', 'palace', 'church', 'symbol', 'delicacy', 'letterbox'];
const FLOW_COLOURS = ['red', 'orange', 'yellow', 'green', 'blue', 'purple'];
const FLOW_SYMBOLS = ['star', 'moon', 'sun', 'drop', 'leaf', 'heart'];
const NUMBERED = times(FLOW_COLOURS, FLOW_SYMBOLS, (colour, shape) => `${colour}-${shape}`);

/** Every different card of every game, and the back. */
export const CARDS: Record<string, (string | null)[]> = {
  photo_rummy: [
    ...times(Object.keys(plates), CATEGORIES, (city, kind) => `${city}-${kind}`),
    'joker-1',
    null,
  ],
  jericho: [
    ...times(['red', 'yellow', 'green', 'blue', 'white'], [1, 3, 4, 5, 7], (c, v) => `${c}-${v}`),
    'trumpet',
    'scoring',
    null,
  ],
  souvenirs: [
    ...times(['turquoise', 'red', 'yellow', 'purple', 'orange'], [1, 2, 3, 4, 5, 6], (c, v) => `${c}-${v}`),
    'joker',
    null,
  ],
  flow: [...times([1, 2, 3, 4], NUMBERED, (n, rest) => `${n}-${rest}`), null],
};
