/** A photo without its frame, for the cover. */
import { draw } from './art/pictures';
import { categoryOf, cityOf } from './desk/cards';

export const picture = (card: string): string => draw(cityOf(card), categoryOf(card));
