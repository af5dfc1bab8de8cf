/** What people ask of a table as a room: readiness, seats, the next game, who stays. */
import { get, post } from '../api/client';
import type { ByNumber, Looked, Readiness, Rematch, Standings, Suggest, Swap } from '../api/types';

const at = (table: string, rest: string) => `/api/tables/${encodeURIComponent(table)}/${rest}`;

export const sayReady = (table: string, wish: Readiness) => post<Looked>(at(table, 'ready'), wish);
export const swapSeats = (table: string, wish: Swap) => post<Looked>(at(table, 'swap'), wish);
export const suggest = (table: string, wish: Suggest) => post<Looked>(at(table, 'next'), wish);
/** Asks for another match, agrees to one, or declines. */
export const rematch = (table: string, wish: Rematch) => post<Looked>(at(table, 'rematch'), wish);
export const standingsOf = (table: string) => get<Standings>(at(table, 'standings'));
export const sendAway = (table: string, person: ByNumber) => post<Looked>(at(table, 'remove'), person);
export const letIn = (table: string, person: ByNumber) => post<Looked>(at(table, 'admit'), person);
export const handOver = (table: string, person: ByNumber) => post<Looked>(at(table, 'host'), person);
