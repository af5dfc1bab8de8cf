/** A live table over its socket: what one sees, what one may do, and what is on its way. */
import { matchLog, socketAddress } from '../api/client';
import type { Events, FromServer, Outcome, Said, Snapshot, TableInfo, You } from '../api/types';
import { language, t } from '../i18n/index.svelte';
import { ClockEstimate } from './clock';
import { Connection, type Line } from './connection';
import type { Action, Answer, GameEvent, Player, Refusal, Session, Suggestion, View } from './contract';
import { newId, Requests } from './requests';

interface Seen extends Pick<Snapshot, 'more' | 'to_act' | 'outcome' | 'can_undo' | 'version'> {
  /** null before the start */
  view: View | null;
  legal: readonly Action[];
  events: readonly GameEvent[];
}

const NOTHING_SEEN: Seen = {
  view: null,
  legal: [],
  more: false,
  to_act: [],
  outcome: null,
  can_undo: false,
  version: 0,
  events: [],
};
const GIVEN_UP: Refusal = { rule: null, reason: 'given_up', about: {}, text: '' };
const PING_MS = 2500;

export class LiveSession implements Session {
  #seen = $state.raw<Seen>(NOTHING_SEEN);
  #pending = $state.raw<Action[]>([]);
  #hinted = $state.raw<{ version: number; action: Action } | null>(null);
  table = $state.raw<TableInfo | null>(null);
  you = $state.raw<You>({ name: null, seats: [], host: false, path: null });
  seat = $state.raw<number | null>(null);
  chat = $state.raw<readonly Said[]>([]);
  line = $state.raw<Line>('connecting');
  /** why the server ended the connection for good */
  farewell = $state.raw<string | null>(null);
  /** everything that happened in this match, as this viewer may know it */
  history = $state.raw<readonly GameEvent[]>([]);
  /** what is left of turns under a clock: ms by seat, as of `clockAt` */
  left = $state.raw<Record<string, number>>({});
  clockAt = 0;
  match = 0;

  onrefused: (refusal: Refusal) => void = () => undefined;
  onevents: (events: readonly GameEvent[]) => void = () => undefined;
  onsaid: (said: Said) => void = () => undefined;

  readonly #id: string;
  readonly #token: string | null;
  readonly #timed: boolean;
  readonly #connection: Connection;
  readonly #requests: Requests;
  readonly #clock = new ClockEstimate();
  #painted = { version: 0, at: 0 };
  #beat: ReturnType<typeof setInterval> | undefined;

  constructor(id: string, { token = null, timed = false }: { token?: string | null; timed?: boolean } = {}) {
    this.#id = id;
    this.#token = token;
    this.#timed = timed;
    this.#requests = new Requests((message) => this.#connection.send(message));
    this.#connection = new Connection({
      address: socketAddress(id),
      greeting: () => this.#greeting(),
      onmessage: (message) => this.#heard(message),
      onchange: (line) => (this.line = line),
    });
    if (timed) this.#beat = setInterval(() => this.#ping(), PING_MS);
  }

  /** Whether there is anything to see yet; the view is read only then. */
  get begun(): boolean {
    return this.#seen.view !== null;
  }
  get view(): View {
    return this.#seen.view!;
  }
  get legal(): readonly Action[] {
    return this.#seen.legal;
  }
  get more(): boolean {
    return this.#seen.more;
  }
  get toAct(): readonly number[] {
    return this.#seen.to_act;
  }
  get version(): number {
    return this.#seen.version;
  }
  get events(): readonly GameEvent[] {
    return this.#seen.events;
  }
  get outcome(): Outcome | null {
    return this.#seen.outcome;
  }
  get canUndo(): boolean {
    return this.#seen.can_undo;
  }
  get pending(): Action | null {
    return this.#pending.at(-1) ?? null;
  }
  get readonly(): boolean {
    return this.seat === null || this.line !== 'open' || this.outcome !== null;
  }
  get players(): readonly Player[] {
    return this.#players;
  }
  get suggested(): Action | null {
    return this.#hinted?.version === this.version ? this.#hinted.action : null;
  }
  readonly past = false;

  readonly #players = $derived.by(() =>
    (this.table?.seats ?? []).map(({ kind, name, here, away }, seat): Player => ({
      seat,
      kind,
      here,
      away,
      name: name || botName(seat),
      self: this.you.seats.includes(seat),
    })),
  );

  now(): number {
    return this.#clock.now();
  }

  async act(action: Action, { quiet }: { quiet: boolean } = { quiet: false }): Promise<Answer> {
    const timing = this.#timed
      ? { aims_at: this.#painted.version, reaction_ms: performance.now() - this.#painted.at }
      : {};
    this.#pending = [...this.#pending, action];
    const reply = await this.#requests.ask({ type: 'act', id: newId(), action, ...timing });
    this.#pending = this.#pending.filter((other) => other !== action);
    return this.#answer(reply, quiet);
  }

  async undo(): Promise<Answer> {
    return this.#answer(await this.#requests.ask({ type: 'undo', id: newId() }));
  }

  async draft(draft: unknown): ReturnType<Session['draft']> {
    const reply = await this.#requests.ask({ type: 'draft', id: newId(), draft });
    return reply?.type === 'verdict' ? (reply.verdict as Awaited<ReturnType<Session['draft']>>) : null;
  }

  async hint(): Promise<Suggestion | null> {
    const reply = await this.#requests.ask({ type: 'hint', id: newId() });
    if (reply?.type === 'refused') this.onrefused(reply);
    if (reply?.type !== 'hint') return null;
    const suggestion = reply as Suggestion;
    this.#hinted = { version: this.version, action: suggestion.action };
    return suggestion;
  }

  /** Looks from another of the own seats. */
  focus(seat: number): void {
    this.history = [];
    this.#connection.send({ type: 'focus', seat });
  }

  say(phrase: string): void {
    this.#connection.send({ type: 'say', phrase });
  }

  speak(text: string): void {
    this.#connection.send({ type: 'say', text });
  }

  /** Introduces itself anew: after joining, sitting down elsewhere, or a change of language. */
  restart(): void {
    this.#connection.restart();
  }

  close(): void {
    clearInterval(this.#beat);
    this.#connection.close();
    this.#requests.giveUp();
  }

  #greeting() {
    const known = this.match > 0 && this.version > 0 ? { match: this.match, version: this.version } : {};
    const seat = this.seat !== null && this.you.seats.includes(this.seat) ? this.seat : null;
    return { type: 'hello', token: this.#token, language: language(), seat, ...known } as const;
  }

  #heard(message: FromServer): void {
    switch (message.type) {
      case 'snapshot':
        return this.#start(message);
      case 'events':
        return this.#go(message);
      case 'table':
        return this.#arrange(message.table, message.you);
      case 'presence':
        return this.#meet(message.here, message.away, message.watching);
      case 'said':
        return this.#listen(message);
      case 'ping':
        return void this.#connection.send({ type: 'pong', n: message.n });
      case 'pong':
        return this.#clock.pong(message.n, message.clock);
      case 'bye':
        return void (this.farewell = message.text);
      case 'refused':
        if (!this.#requests.settle(message)) this.onrefused(message);
        return;
      default:
        this.#requests.settle(message);
    }
  }

  #start(snapshot: Snapshot): void {
    const goesOn = snapshot.match === this.match && snapshot.seat === this.seat && snapshot.since !== null;
    this.match = snapshot.match;
    this.seat = snapshot.seat;
    this.chat = snapshot.chat;
    this.#arrange(snapshot.table, snapshot.you);
    this.#clock.forget();
    this.#see(snapshot, goesOn ? snapshot.events : []);
    this.#time(snapshot.clock);
    if (!goesOn) void this.#recall();
    if (this.#timed) this.#ping();
    this.#requests.resend();
  }

  #go(message: Events): void {
    if (message.match !== this.match || message.version <= this.version) return;
    if (message.since > this.version) {
      this.#connection.send({ type: 'catch_up', match: this.match, version: this.version });
      return;
    }
    this.#time(message.clock);
    this.#see(message, message.events.slice(this.version - message.since));
  }

  #see(seen: Snapshot | Events, told: readonly unknown[]): void {
    // what comes over the wire is the table's game, of which the page has no doubt
    const events = told as readonly GameEvent[];
    this.#seen = { ...(seen as Seen), events };
    requestAnimationFrame((at) => (this.#painted = { version: seen.version, at }));
    if (events.length === 0) return;
    this.history = [...this.history, ...events];
    this.onevents(events);
  }

  #time(clock: { now: number | null; left: Record<string, number> }): void {
    this.#clock.heard(clock.now);
    this.left = clock.left;
    this.clockAt = performance.now();
  }

  /** What happened before one came; not where several share a device, whose first seat would be told. */
  async #recall(): Promise<void> {
    const { match, version, seat } = this;
    this.history = [];
    if (version === 0 || this.you.seats.length > 1) return;
    const log = await matchLog(this.#id).catch(() => []);
    if (match !== this.match || seat !== this.seat) return;
    const told = log.flatMap((entry) => entry.events as GameEvent[]);
    this.history = [...told.slice(0, version), ...this.history];
  }

  #arrange(table: TableInfo, you: You): void {
    this.table = table;
    this.you = you;
  }

  #meet(here: readonly number[], away: readonly number[], watching: number): void {
    if (!this.table) return;
    const seats = this.table.seats.map((seat, i) => ({
      ...seat,
      here: here.includes(i),
      away: away.includes(i),
    }));
    this.table = { ...this.table, seats, watching };
  }

  #listen(said: Said): void {
    this.chat = [...this.chat, said];
    this.onsaid(said);
  }

  #answer(reply: { type: string } | null, quiet = false): Answer {
    if (reply?.type === 'ack') return { ok: true };
    const refusal = reply?.type === 'refused' ? (reply as unknown as Refusal) : GIVEN_UP;
    if (!quiet) this.onrefused(refusal);
    return { ok: false, refusal };
  }

  #ping(): void {
    this.#connection.send({ type: 'ping', n: this.#clock.ping() });
  }
}

const botName = (seat: number) => t(`bot.name.${seat}`);
