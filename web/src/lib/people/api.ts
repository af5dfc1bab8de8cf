/** Keeping a name: the server's addresses as functions. */
import { get, post } from '../api/client';
import type { ChooseFace, Exported, Kept, Me, Pairing, PairingAsked, Renewed } from '../api/types';

export const whoAmI = () => get<Me>('/api/me');
/** Gives this browser a new cookie before it becomes somebody's; what proves that it is the new one. */
export const renewed = async (): Promise<string> => (await post<Renewed>('/api/me/renew', {})).proof;
export const keepName = async (name: string) => post<Kept>('/api/me/keep', { name, proof: await renewed() });
export const newCodes = () => post<Kept>('/api/me/codes', {});
export const recover = async (code: string) => post<Me>('/api/me/recover', { code, proof: await renewed() });
export const beginPairing = () => post<Pairing>('/api/me/pairing', {});
export const lookAtPairing = () => get<Pairing>('/api/me/pairing');
export const answerPairing = (accept: boolean) => post<Me>('/api/me/pairing/answer', { accept });
export const askPairing = (code: string, proof: string) =>
  post<PairingAsked>('/api/me/pairing/ask', { code, proof });
export const chooseFace = (face: ChooseFace['face']) => post<Me>('/api/me/face', { face });
export const signOut = (device: string) => post<Me>('/api/me/sign-out', { device });
export const everything = () => get<Exported>('/api/me/export');
export const erase = (name: string) => post<Me>('/api/me/erase', { name });

/** Recovery codes are twice as long as those by which a device joins. */
export const isPairingCode = (text: string): boolean => text.replace(/[^0-9a-z]/gi, '').length <= 10;
