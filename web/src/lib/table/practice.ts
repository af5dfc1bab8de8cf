/** The level of the opponent in a practice round; no list offers it. */
export const PRACTICE = 'practice';
