/** A live table over its socket: what one sees, what one may do, and what is on its way. */
import { matchLog, socketAddress } from '../api/client';
import type {
  Away,
  Clock,
  Events,
  FromServer,
  Lead,
  Outcome,
  PersonInfo,
  Presence,
  Said,
  Snapshot,
  TableInfo,
  You,
} from '../api/types';
import { language, t } from '../i18n/index.svelte';
import { ClockEstimate } from './clock';
import { Connection, type Line } from './connection';
import type { Action, Answer, GameEvent, Player, Refusal, Session, Suggestion, View } from './contract';
import { contributionTo, newContribution, rememberDeal } from './deal';
import { factsOf } from './facts';
import { Feed, NOTHING_SHOWN, type Batch, type FindPause, type Listener } from './feed.svelte';
import type { Note } from './notes';
import { PRACTICE } from './practice';
import { newId, Requests } from './requests';

const GIVEN_UP: Refusal = { rule: null, reason: 'given_up', about: {}, text: '' };
/** the one that knows `abilities` */
const PROTOCOL = 3;
const PING_MS = 1400;
const NO_CLOCK: Clock = { now: null, left: {}, bank: {}, waits: {} };
/** So long one reads whom one was quicker than. */
const LEAD_MS = 2500;
/** Where time counts, a loss is seen within three seconds: two beats in a row are missing. */
const SILENCE_MS = 2900;
/** Elsewhere the server beats at least three times as often. */
const CALM_SILENCE_MS = 45_000;

export class LiveSession implements Session {
  #pending = $state.raw<Action[]>([]);
  #undoing = $state.raw(false);
  /** the end of a round that has been looked at here */
  #looked = $state.raw<Batch | null>(null);
  #ahead = $state.raw<Lead | null>(null);
  /** the last hint, and what could be done when it was given */
  #hinted = $state.raw<{ legal: string; found: Suggestion } | null>(null);
  /** the last hint, as long as nothing has changed since; news of the table point at nothing anew */
  readonly #advice = $derived.by((): Suggestion | null =>
    this.#hinted?.legal === JSON.stringify(this.legal) ? this.#hinted.found : null,
  );
  table = $state.raw<TableInfo | null>(null);
  you = $state.raw<You>({ name: null, seats: [], host: false, path: null });
  seat = $state.raw<number | null>(null);
  chat = $state.raw<readonly Said[]>([]);
  line = $state.raw<Line>('connecting');
  /** why the server ended the connection, until it is there again */
  farewell = $state.raw<string | null>(null);
  readonly #byBot = new WeakMap<object, readonly number[]>();
  /** everything that happened in this match, as this viewer may know it */
  history = $state.raw<readonly GameEvent[]>([]);
  /** turns under a clock: ms by seat, as of `clockAt` */
  clock = $state.raw<Clock>(NO_CLOCK);
  clockAt = 0;
  /** seats whose people have been gone for a few seconds */
  absent = $state.raw<readonly number[]>([]);
  /** those who look on without a seat, and have said who they are */
  onlookers = $state.raw<readonly PersonInfo[]>([]);
  /** what has just happened here while nobody looked: for the tab's title */
  calling = $state('');
  /** what happened around the match */
  notes = $state.raw<readonly Note[]>([]);
  /** how often a move was taken back: what was begun since means nothing any more */
  rewound = $state.raw(0);
  /** the table has gone on to another match, while here the result is still looked at */
  behind = $state.raw(false);
  /** the next match begins by itself: there is nothing to wait for in the waiting room */
  startsAgain = $state.raw(false);
  /** since when something has happened without this person, who has just come back */
  away = $state.raw<Away | null>(null);
  match = 0;
  /** all play at once */
  readonly timed: boolean;

  onrefused: (refusal: Refusal) => void = () => undefined;
  onsaid: (said: Said) => void = () => undefined;

  readonly #id: string;
  readonly #token: string | null;
  readonly #feed: Feed;
  readonly #connection: Connection;
  readonly #requests: Requests;
  readonly #clock = new ClockEstimate();
  /** those who have been gone for so long that a bot may play for them */
  missed = $state.raw<readonly number[]>([]);
  #greeted = false;
  /** this connection's server knows what this page can do, or is too old to be told */
  #introduced = false;
  #lingers = false;
  #painted = { version: 0, at: 0 };
  #beat: ReturnType<typeof setInterval> | undefined;

  constructor(id: string, { token = null, timed = false }: { token?: string | null; timed?: boolean } = {}) {
    this.#id = id;
    this.#token = token;
    this.timed = timed;
    this.#feed = new Feed({ paced: !timed });
    this.#feed.on((batch) => this.#record(batch));
    this.#requests = new Requests((message) => this.#connection.send(message));
    this.#connection = new Connection({
      address: socketAddress(id),
      greeting: () => this.#greeting(),
      onmessage: (message) => {
        this.#heard(message);
        this.#lookOn();
      },
      onchange: (line) => {
        this.line = line;
        this.#lookOn();
      },
      silence: () => (this.#pressing ? SILENCE_MS : CALM_SILENCE_MS),
    });
    this.#beat = setInterval(() => {
      if (this.#pressing) this.#ping();
    }, PING_MS);
  }

  /** Whether there is anything to see yet; the view is read only then. */
  get begun(): boolean {
    return this.#feed.shown.view !== null;
  }
  get view(): View {
    return this.#feed.shown.view!;
  }
  get legal(): readonly Action[] {
    return this.#feed.shown.legal;
  }
  get more(): boolean {
    return this.#feed.shown.more;
  }
  get toAct(): readonly number[] {
    return this.#feed.shown.to_act;
  }
  get version(): number {
    return this.#feed.shown.version;
  }
  get outcome(): Outcome | null {
    return this.#feed.shown.outcome;
  }
  get paused(): Batch | null {
    return this.#feed.paused;
  }
  get canUndo(): boolean {
    return this.#feed.shown.can_undo && !this.#undoing && !this.#feed.behind;
  }
  get pending(): Action | null {
    return this.#pending.at(-1) ?? null;
  }
  get readonly(): boolean {
    // what is not on the screen yet cannot be answered
    const past = this.outcome !== null || this.paused !== null || this.#feed.behind;
    return this.seat === null || this.line !== 'open' || past;
  }
  get players(): readonly Player[] {
    return this.#players;
  }
  get suggested(): Action | null {
    return this.#advice?.action ?? null;
  }
  get advice(): string | null {
    return this.#advice?.text ?? null;
  }
  get hints(): boolean {
    return this.table?.hints ?? true;
  }
  get fits(): boolean {
    return this.table?.show_what_fits ?? true;
  }
  get practice(): boolean {
    return this.table?.seats.some(({ level }) => level === PRACTICE) ?? false;
  }
  readonly past = false;

  readonly #players = $derived.by(() => {
    const alone = this.you.seats.length === 1 ? this.you.seats[0] : null;
    const nameless = (seat: number, name: string) => seat === alone && name === t('name.guest');
    return (this.table?.seats ?? []).map(({ kind, name, here, away, face }, seat): Player => ({
      seat,
      kind,
      // a page that is loaded anew is away for a moment: only who stays away is marked
      here: here || !this.absent.includes(seat),
      away,
      // whoever gave no name reads “You”; the others read what guests are called
      name: (nameless(seat, name) ? t('name.you') : name) || botName(seat),
      nameless: nameless(seat, name),
      self: this.you.seats.includes(seat),
      face,
    }));
  });

  /** the seats for which a stand-in acted where something happened */
  actedByBot(event: GameEvent): readonly number[] {
    return this.#byBot.get(event) ?? [];
  }

  /** whether the host may let a bot play for somebody: over days only the turn clock does */
  mayStandIn(seat: number): boolean {
    return this.table?.pace !== 'days' && this.missed.includes(seat);
  }
  /** whether the host may send somebody away, as the server decides it */
  mayRemove(seat: number): boolean {
    if (this.table?.status !== 'running') return true;
    return !this.table.rated && (this.table.pace !== 'days' || this.table.seats[seat]!.away);
  }

  on(listener: Listener): () => void {
    return this.#feed.on(listener);
  }

  goOn(): void {
    this.#looked = this.paused;
    if (this.#isWaitedFor) this.#connection.send({ type: 'go_on' });
    this.#lookOn();
  }

  get awaited(): readonly string[] {
    return this.paused !== null && this.#looked === this.paused ? this.lookers : [];
  }

  /** The others who look at the end of a round; nobody waits for them over a line that is lost. */
  get lookers(): readonly string[] {
    if (this.line !== 'open' || this.outcome !== null) return [];
    const seats = this.table?.looking?.waits_for ?? [];
    return seats
      .map((seat) => ({ ...this.#players[seat]!, there: this.table!.seats[seat]!.here }))
      .filter(({ self, there }) => !self && there)
      .map(({ name }) => name);
  }

  get lead(): { name: string; ms: number } | null {
    return this.#ahead && { name: this.#players[this.#ahead.seat]?.name ?? '', ms: this.#ahead.ms };
  }

  #lead(message: Lead): void {
    this.#ahead = message;
    setTimeout(() => this.#ahead === message && (this.#ahead = null), LEAD_MS);
  }

  get readying(): 'asked' | 'waiting' | null {
    return !this.table?.looking?.begins ? null : this.#isWaitedFor ? 'asked' : 'waiting';
  }

  get #isWaitedFor(): boolean {
    return this.table?.looking?.waits_for.some((seat) => this.you.seats.includes(seat)) ?? false;
  }

  /** Goes on once nobody looks any more, and says so where there is nothing to look at here. */
  #lookOn(): void {
    if (this.paused !== null && this.#looked === this.paused && this.lookers.length === 0) this.#feed.goOn();
    if (this.readying !== null) return;
    if (this.#isWaitedFor && this.paused === null && !this.#feed.behind)
      this.#connection.send({ type: 'go_on' });
  }

  /** Where the game's rounds end, once the game is loaded. */
  pauseAt(find: FindPause): void {
    this.#feed.findPause = find;
  }

  now(): number {
    return this.#clock.now();
  }

  async act(action: Action, { quiet }: { quiet: boolean } = { quiet: false }): Promise<Answer> {
    const timing = this.timed
      ? { aims_at: this.#painted.version, reaction_ms: performance.now() - this.#painted.at }
      : {};
    this.#hinted = null;
    this.#pending = [...this.#pending, action];
    const reply = await this.#requests.ask({ type: 'act', id: newId(), action, ...timing });
    this.#pending = this.#pending.filter((other) => other !== action);
    return this.#answer(reply, quiet);
  }

  async undo(): Promise<Answer> {
    this.#undoing = true;
    const reply = await this.#requests.ask({ type: 'undo', id: newId() });
    this.#undoing = false;
    return this.#answer(reply);
  }

  /** Says whether somebody may take their last move back. */
  answerUndo(agree: boolean): void {
    this.#connection.send({ type: 'answer_undo', agree });
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
    this.#hinted = { legal: JSON.stringify(this.legal), found: suggestion };
    return suggestion;
  }

  /** Looks from another of one's own seats. */
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

  /** Keeps the result on the screen though the others go on without this player. */
  linger(): void {
    this.#lingers = true;
  }

  /** Goes to where the table is now. */
  moveOn(): void {
    this.#lingers = this.behind = false;
    this.table = this.seat = null;
    this.#feed.reset(NOTHING_SHOWN);
    this.restart();
  }

  /** Introduces itself anew: after joining, sitting down elsewhere, or a change of language. */
  restart(): void {
    this.#connection.restart();
  }

  close(): void {
    clearInterval(this.#beat);
    this.#connection.close();
    this.#feed.close();
    this.#requests.giveUp();
  }

  /** What is left of a seat's turn now, in ms; null where no clock runs for it. */
  leftOf(seat: number): number | null {
    const left = this.clock.left[seat];
    if (left === undefined) return null;
    // while the end of a round is looked at, no clock runs
    const gone = this.table?.looking ? 0 : performance.now() - this.clockAt;
    return Math.max(0, left - Math.max(0, gone - (this.clock.waits[seat] ?? 0)));
  }

  /** For how long the clock of a seat still waits, in ms. */
  waitOf(seat: number): number {
    return Math.max(0, (this.clock.waits[seat] ?? 0) - (performance.now() - this.clockAt));
  }

  /** Somebody's time runs, so that a loss must be seen soon. */
  get #pressing(): boolean {
    const { turn_seconds, turn_bank_seconds, status } = this.table ?? {};
    if (status !== 'running') return false;
    return this.timed || (turn_bank_seconds ?? null) !== null || (turn_seconds ?? Infinity) <= 600;
  }

  #greeting() {
    this.#greeted = true;
    this.#introduced = false;
    this.#requests.renew();
    const version = this.#feed.received;
    const known = this.match > 0 && version > 0 ? { match: this.match, version } : {};
    // who has but one seat may have lost it meanwhile
    const seat = this.you.seats.length > 1 ? this.seat : null;
    return {
      type: 'hello',
      protocol: PROTOCOL,
      token: this.#token,
      language: language(),
      seat,
      ...known,
    } as const;
  }

  /** A greeting of an older server's time says only what that server can read: the rest comes after it. */
  #introduce(snapshot: Snapshot): void {
    if (!this.#introduced && snapshot.protocol >= PROTOCOL)
      this.#connection.send({ type: 'abilities', shows_round_ends: true });
    this.#introduced = true;
  }

  #heard(message: FromServer): void {
    if (message.type === 'snapshot') this.#introduce(message);
    if (this.#passesBy(message)) return;
    switch (message.type) {
      case 'snapshot':
        return this.#start(message);
      case 'events':
        return this.#go(message);
      case 'table':
        this.#time(message.table.clock);
        this.#arrange(message.table, message.you);
        return this.#contribute();
      case 'presence':
        return this.#meet(message);
      case 'lead':
        return this.#lead(message);
      case 'said':
        return this.#listen(message);
      case 'ping':
        return void this.#connection.send({ type: 'pong', n: message.n });
      case 'pong':
        return this.#clock.pong(message.n, message.clock);
      case 'bye':
        return void (this.farewell = message.text);
      case 'moved':
        return; // the connection follows by itself
      case 'refused':
        if (!this.#requests.settle(message)) this.onrefused(message);
        return;
      default:
        this.#requests.settle(message);
    }
  }

  /** Whether a message is about the next match, while the result of the last one is to stay. */
  #passesBy(message: FromServer): boolean {
    if (!this.#feed.over || !(this.#lingers || this.you.seats.length === 0)) return false;
    if (message.type === 'snapshot' || message.type === 'table')
      this.behind = message.table.status !== 'over';
    return this.behind && ['snapshot', 'table', 'events', 'presence'].includes(message.type);
  }

  #start(snapshot: Snapshot): void {
    const same = snapshot.match === this.match && snapshot.seat === this.seat;
    const goesOn = same && snapshot.since !== null;
    const fresh = this.#greeted;
    const tookBack = same && !goesOn && !fresh && snapshot.version === this.#feed.received + 1;
    this.#greeted = false;
    this.farewell = null;
    if (snapshot.match !== this.match) this.notes = [];
    this.match = snapshot.match;
    this.seat = snapshot.seat;
    this.chat = snapshot.chat;
    this.away = snapshot.away ?? this.away;
    this.#arrange(snapshot.table, snapshot.you);
    this.#clock.forget();
    this.#mark(snapshot.events, snapshot.by_bot);
    if (goesOn) this.#feed.hear({ ...this.#told(snapshot), since: snapshot.since! });
    else this.#feed.reset(this.#told(snapshot));
    this.#paint();
    this.#time(snapshot.clock);
    if (goesOn) for (const seat of snapshot.forced) this.#note('late', seat);
    if (tookBack) this.rewound += 1;
    if (!goesOn) void this.#recall(tookBack);
    if (this.#pressing) this.#ping();
    if (fresh) this.#requests.resend();
    this.#contribute();
  }

  /** A new match is promised, at the latest when one ends: this browser adds its part to the deal's chance. */
  #contribute(): void {
    if (this.match !== this.table!.match) return; // a snapshot of it is on its way
    const { status, commitment } = this.table!;
    if (
      status === 'running' ||
      status === 'closed' ||
      this.you.seats.length === 0 ||
      contributionTo(commitment) !== null
    )
      return;
    const text = newContribution();
    if (this.#connection.send({ type: 'contribute', text })) rememberDeal(commitment, text);
  }

  #go(message: Events): void {
    if (message.match !== this.match) return;
    this.#mark(message.events, message.by_bot);
    const heard = this.#feed.hear(this.#told(message));
    if (heard === 'gap')
      this.#connection.send({ type: 'catch_up', match: this.match, version: this.#feed.received });
    if (heard !== 'taken') return;
    this.#time(message.clock);
    for (const seat of message.forced) this.#note('late', seat);
  }

  #note(what: Note['what'], seat: number): void {
    this.notes = [...this.notes, { what, seat, at: this.history.length }];
  }

  /** What comes over the wire is the table's game, of which the page has no doubt. */
  #told<Message extends Snapshot | Events>({
    view,
    legal,
    more,
    to_act,
    outcome,
    can_undo,
    version,
    since,
    events,
  }: Message) {
    return {
      view: view as View,
      legal: legal as readonly Action[],
      more,
      to_act,
      outcome,
      can_undo,
      version,
      since: since as Message['since'],
      events: events as readonly GameEvent[],
    };
  }

  /** notes for which seats a stand-in acted among some events */
  #mark(events: readonly unknown[], seats: readonly number[]): void {
    if (seats.length > 0) for (const event of events) this.#byBot.set(event as object, seats);
  }

  #record({ told }: Batch): void {
    this.history = [...this.history, ...told];
    this.#paint();
  }

  #paint(): void {
    const { version } = this;
    requestAnimationFrame((at) => (this.#painted = { version, at }));
  }

  #time(clock: Clock): void {
    this.#clock.heard(clock.now);
    // a server of before knows of none
    this.clock = { ...NO_CLOCK, ...clock };
    this.clockAt = performance.now();
  }

  /** What happened before one came; not where several share a device, whose first seat would be told. */
  async #recall(tookBack: boolean): Promise<void> {
    const { match, version, seat } = this;
    this.history = [];
    if (tookBack && this.you.seats.length > 1) this.#note('undone', seat!);
    if (version === 0 || this.you.seats.length > 1) return;
    const log = await matchLog(this.#id).catch(() => []);
    if (match !== this.match || seat !== this.seat) return;
    const { events, undoneBy, byBot } = factsOf(log, version);
    for (const each of byBot) this.#mark(each.events, [each.seat]);
    this.history = [...(events as GameEvent[]), ...this.history];
    if (tookBack && undoneBy !== null) this.#note('undone', undoneBy);
  }

  #arrange(table: TableInfo, you: You): void {
    this.table = table;
    this.you = you;
  }

  #meet({ here, away, watching, absent, missed, onlookers }: Presence): void {
    if (!this.table) return;
    const seats = this.table.seats.map((seat, i) => ({
      ...seat,
      here: here.includes(i),
      away: away.includes(i),
    }));
    const fresh = missed.filter((seat) => !this.missed.includes(seat));
    const back = this.missed.filter((seat) => here.includes(seat));
    this.table = { ...this.table, seats, watching };
    this.absent = absent;
    this.missed = missed;
    this.onlookers = onlookers;
    if (this.table.status !== 'running') return;
    for (const seat of fresh) this.#note('missed', seat);
    for (const seat of back) this.#note('back', seat);
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
