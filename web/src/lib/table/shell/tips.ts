/** Which first-time tips this browser has shown. */
const key = (game: string) => `quartett.tips.${game}`;

export const tipsSeen = (game: string): boolean => localStorage.getItem(key(game)) === 'seen';

export const rememberTips = (game: string): void => localStorage.setItem(key(game), 'seen');
