/** Evenings: the server's addresses as functions. */
import { get, post } from '../api/client';
import type {
  ByMember,
  ByRound,
  ChangeEvening,
  EveningShown,
  JoinEvening,
  MyEvenings,
  OpenEvening,
} from '../api/types';
import { to } from '../root';

const at = (evening: string, rest = '') => `/api/evenings/${encodeURIComponent(evening)}${rest}`;
type Doing<Body> = (evening: string, body: Body) => Promise<EveningShown>;
const doing = (what: string) => (evening: string, body: object) =>
  post<EveningShown>(at(evening, `/${what}`), body);

export const myEvenings = () => get<MyEvenings>('/api/me/evenings');
export const openEvening = (wish: OpenEvening) => post<EveningShown>('/api/evenings', wish);
export const lookAtEvening = (evening: string) => get<EveningShown>(at(evening));
/** The evening, or null while it is as it was in a version. */
export async function newsOf(evening: string, version: number): Promise<EveningShown | null> {
  const answer = await fetch(to(at(evening)), { headers: { 'If-None-Match': `"${version}"` } });
  if (answer.status === 304) return null;
  return answer.ok ? ((await answer.json()) as EveningShown) : lookAtEvening(evening);
}
export const joinEvening: Doing<JoinEvening> = doing('join');
export const startRound: Doing<ByRound> = doing('start');
export const endRound: Doing<ByRound> = doing('end-round');
export const changeEvening: Doing<ChangeEvening> = doing('change');
export const removeMember: Doing<ByMember> = doing('remove');
export const handOver: Doing<ByMember> = doing('host');
/** Lets a bot play for somebody who is not there. */
export const standIn: Doing<ByMember> = doing('stand-in');
export const leaveEvening = (evening: string) => doing('leave')(evening, {});
export const endEvening = (evening: string) => doing('end')(evening, {});
/** Where the results can be fetched as a file. */
export const resultsFile = (evening: string, kind: 'json' | 'csv') => to(at(evening, `/export.${kind}`));
/** The way to the evening as a picture; another one for each address that it may lead to. */
export const eveningCode = (evening: string, address = '') =>
  to(at(evening, `/qr.svg${address && `?to=${encodeURIComponent(address)}`}`));
