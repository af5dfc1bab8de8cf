/** Whether this browser was asked to keep its name: once is enough, and whoever did so needs no offer. */
const ANSWERED = 'quartett.name.offered';

export const wasOffered = (): boolean => localStorage.getItem(ANSWERED) !== null;
export const rememberOffer = (): void => localStorage.setItem(ANSWERED, 'yes');
