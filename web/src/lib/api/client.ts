/** The server's addresses as functions; what it refuses is thrown as a `Denied`. */
import { language } from '../i18n/index.svelte';
import { to } from '../root';
import { newContribution, rememberDeal } from '../table/deal';
import type {
  Absent,
  CreateTable,
  ChangeSeat,
  ChangeTable,
  Games,
  Home,
  Join,
  Joined,
  Lobby,
  Looked,
  OpenDoor,
  Problem,
  Rename,
  Rivals,
  ServerInfo,
  Sit,
  Stand,
} from './types';

export class Denied extends Error {
  readonly problem: Problem;
  readonly status: number;

  constructor(problem: Problem, status: number) {
    super(problem.text);
    this.problem = problem;
    this.status = status;
  }
}

async function ask(path: string, request: { body?: BodyInit; type?: string } = {}): Promise<Response> {
  const { body, type } = request;
  const headers = { 'Accept-Language': language(), ...(type ? { 'Content-Type': type } : {}) };
  const answer = await fetch(to(path), { method: body ? 'POST' : 'GET', headers, ...(body ? { body } : {}) });
  if (!answer.ok) throw new Denied((await answer.json()) as Problem, answer.status);
  return answer;
}

export const get = async <T>(path: string): Promise<T> => (await (await ask(path)).json()) as T;
export const post = async <T>(path: string, body: unknown): Promise<T> =>
  (await (await ask(path, { body: JSON.stringify(body), type: 'application/json' })).json()) as T;
const text = async (path: string): Promise<string> => (await ask(path)).text();
/** Whoever sits down adds something of their own to the chance of the deal. */
async function contributing<Answer extends Looked>(
  path: string,
  wish: CreateTable | Join | Sit,
): Promise<Answer> {
  const contribution = newContribution();
  const answer = await post<Answer>(path, { ...wish, contribution });
  rememberDeal(answer.table.commitment, contribution);
  return answer;
}
const at = (table: string, rest = '') => `/api/tables/${encodeURIComponent(table)}${rest}`;

export const askForGames = () => get<Games>('/api/games');
export const listTables = () => get<Lobby>('/api/tables');
/** My tables; after `before`, only the next page of finished ones. */
export const myTables = (before?: string) =>
  get<Home>(`/api/me/home${before === undefined ? '' : `?before=${encodeURIComponent(before)}`}`);
export const gameTexts = (game: string) =>
  get<Record<string, string>>(`/api/games/${game}/texts/${language()}`);
/** At which level my rival in each game is. */
export const myRivals = () => get<Rivals>('/api/me/rivals');
export const houseTexts = () => get<Record<string, string>>(`/api/texts/${language()}`);
export const rulesOf = (game: string) => text(`/api/games/${game}/rules/${language()}`);
export const createTable = (wish: CreateTable) => contributing<Joined>('/api/tables', wish);
export const lookAt = (table: string) => get<Looked>(at(table));
/** A private link brings back somebody whose part in the deal is known already. */
export const join = (table: string, wish: Join) =>
  wish.token ? post<Joined>(at(table, '/join'), wish) : contributing<Joined>(at(table, '/join'), wish);
export const sit = (table: string, wish: Sit) => contributing<Looked>(at(table, '/sit'), wish);
export const stand = (table: string, wish: Stand) => post<Looked>(at(table, '/stand'), wish);
export const changeSeat = (table: string, wish: ChangeSeat) => post<Looked>(at(table, '/seats'), wish);
export const changeTable = (table: string, wish: ChangeTable) => post<Looked>(at(table, '/settings'), wish);
export const start = (table: string) => post<Looked>(at(table, '/start'), {});
export const rename = (table: string, wish: Rename) => post<Looked>(at(table, '/rename'), wish);
/** The host decides about a player: a bot plays, the table waits, or the player goes. */
export const decideAbout = (table: string, wish: Absent) => post<Looked>(at(table, '/absent'), wish);
export const leave = (table: string) => post<Looked>(at(table, '/leave'), {});
/** Gives the server a finished match from a file, to look at. */
export const bringMatch = async (file: Blob): Promise<Joined> =>
  (await (await ask('/api/replays', { body: file, type: 'application/jsonl' })).json()) as Joined;
/** Where a finished match can be fetched as a file. */
export const matchFile = (table: string, match: number) => to(at(table, `/replay?match=${match}`));
/** Where other machines of the network have this page. */
export const askForAddresses = () => get<ServerInfo>('/api/server');
/** Lets others in the network in, or no longer: from the computer itself only. */
export const openDoor = (wish: OpenDoor) => post<ServerInfo>('/api/server/door', wish);
/** The invitation as a picture; another one for each address that it may lead to. */
export const qrCode = (table: string, address = '') =>
  to(at(table, `/qr.svg${address && `?to=${encodeURIComponent(address)}`}`));
export const socketAddress = (table: string) =>
  `${location.origin.replace(/^http/, 'ws')}${to(at(table, '/socket'))}`;

/** One step of a match as the log keeps it. */
export interface LogEntry {
  events: unknown[];
  /** takes the last entry back that still counts */
  undo?: boolean;
  seat?: number | null;
  action?: unknown;
  at?: number;
  /** a stand-in acted for the person whose seat it is */
  by?: 'bot';
}

/** A match from its deal on: in full once it is over, before that as this browser may know it. */
export async function matchLog(table: string, match?: number): Promise<LogEntry[]> {
  const lines = (await text(at(table, `/replay${match === undefined ? '' : `?match=${match}`}`)))
    .trim()
    .split('\n');
  return lines
    .map((line) => JSON.parse(line) as Partial<LogEntry>)
    .filter((line): line is LogEntry => Array.isArray(line.events));
}

/** A finished match step by step, as a seat (or, for null, a spectator) saw it; with what was taken back, if asked for. */
export async function matchViews<Step>(
  table: string,
  match: number | undefined,
  seat: number | null,
  takenBack = false,
): Promise<Step[]> {
  const query = new URLSearchParams();
  if (match !== undefined) query.set('match', String(match));
  if (seat !== null) query.set('seat', String(seat));
  if (takenBack) query.set('taken_back', '1');
  const lines = await text(at(table, `/replay/views?${query.toString()}`));
  return lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Step);
}
