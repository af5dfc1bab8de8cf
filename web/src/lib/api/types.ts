// Made by scripts/types from the server's types. Do not edit.

/** The first message: who one is, and what one knows already.

    It never grows, for a server of an earlier version refuses what it does not know; whatever else
    a device has to say of itself waits for the snapshot (`Abilities`). */
export interface Hello {
  type: "hello";
  protocol?: number;
  token?: string | null;
  language?: "de" | "en" | "es" | "fr" | "it" | "nl";
  seat?: number | null;
  match?: number | null;
  version?: number | null;
}
/** What a device can do, said once a snapshot has named a protocol of at least 3.

    A server ignores abilities that it does not know. */
export interface Abilities {
  type: "abilities";
  shows_round_ends?: boolean;
}
/** Play an action with the focused seat; a repeated id gets the first answer again. */
export interface Act {
  type: "act";
  id: string;
  action: unknown;
  aims_at?: number | null;
  reaction_ms?: number | null;
}
/** Take one's last action back, where nothing was learnt from it; others may be asked first. */
export interface Undo {
  type: "undo";
  id: string;
}
/** Whether one agrees that somebody takes their last action back. */
export interface AnswerUndo {
  type: "answer_undo";
  agree: boolean;
}
/** The end of the round has been looked at; nobody need wait any more for this person. */
export interface GoOn {
  type: "go_on";
}
/** Ask for what happened since a version; for a match long gone, a snapshot comes. */
export interface CatchUp {
  type: "catch_up";
  match?: number;
  version?: number;
}
/** Look from another of one's own seats (several people on one device). */
export interface Focus {
  type: "focus";
  seat: number;
}
/** Ask what the rules say of a draft that is not played yet. */
export interface Draft {
  type: "draft";
  id: string;
  draft: unknown;
}
/** Ask a bot what it would do in one's place. */
export interface WantHint {
  type: "hint";
  id: string;
}
/** Say a phrase by its key, or free text where the table allows it. */
export interface Say {
  type: "say";
  phrase?: string | null;
  text?: string | null;
}
/** Add one's own part to the chance of the next deal. */
export interface Contribute {
  type: "contribute";
  text: string;
}
/** Are you there? Answered with a pong of the same number. */
export interface Ping {
  type: "ping";
  n?: number;
}
/** The answer to a ping; from it the server measures the round trip. */
export interface Pong {
  type: "pong";
  n?: number;
}
export type FromClient = Hello | Abilities | Act | Undo | AnswerUndo | GoOn | CatchUp | Focus | Draft | WantHint | Say | Contribute | Ping | Pong;
/** Everything one viewer may see now; `events` since `since`, where the client named a version.

    Before the start there is no view, and the version is 0. */
export interface Snapshot {
  type: "snapshot";
  match: number;
  version: number;
  seat: number | null;
  view: unknown;
  legal: unknown[];
  more: boolean;
  to_act: number[];
  outcome: Outcome | null;
  can_undo: boolean;
  clock: Clock;
  table: TableInfo;
  you: You;
  chat: Said[];
  since: number | null;
  events: unknown[];
  forced: number[];
  by_bot: number[];
  protocol: number;
  away: Away | null;
}
/** Scores in seat order, the seats that won, and why it ended (a key of the game's texts). */
export interface Outcome {
  scores: number[];
  winners: number[];
  reason: string;
}
/** Time at the table: the match's own clock, and what is left for each seat's turn, in ms. */
export interface Clock {
  now: number | null;
  left: Record<string, number>;
  bank: Record<string, number>;
  waits: Record<string, number>;
}
/** A table as everybody who may see it sees it. */
export interface TableInfo {
  id: string;
  game: string;
  name: string;
  status: "closed" | "over" | "running" | "waiting";
  match: number;
  options: Record<string, unknown>;
  seats: SeatInfo[];
  public: boolean;
  spectators: boolean;
  chat: "free" | "off" | "phrases";
  turn_seconds: number | null;
  away_seconds: number | null;
  commitment: string;
  watching: number;
  created_at: number;
  updated_at: number;
  path: string;
  past: PastMatch[];
  turn_bank_seconds: number | null;
  turn_increment_seconds: number;
  hints: boolean;
  imported: boolean;
  rematch: number[];
  next: NextMatch | null;
  clock: Clock;
  pace: "days" | "live";
  undo: "ask" | "free" | "off";
  undo_asked: UndoAsked | null;
  show_what_fits: boolean;
  looking: RoundLooked | null;
  rated: boolean;
  removed: PersonInfo[];
  shared: string | null;
  evening: OfEvening | null;
}
/** A seat as everybody at the table sees it. */
export interface SeatInfo {
  kind: "bot" | "open" | "person";
  name: string;
  level: string | null;
  host: boolean;
  here: boolean;
  away: boolean;
  wait: boolean;
  person: number | null;
  meant_for: number | null;
  ready: boolean;
  face: string | null;
}
/** A finished match of this table. */
export interface PastMatch {
  match: number;
  names: string[];
  outcome: Outcome;
  seed: string;
  deal: Reveal | null;
  imported: boolean;
  people: (number | null)[];
  replaced: number[];
  left: number[];
  game: string;
  commitment: string;
}
/** The origin of a seed: commitment, secret, and the players' contributions. */
export interface Reveal {
  commitment: string;
  secret: string;
  contributions: string[];
}
/** What somebody suggests to play next. */
export interface NextMatch {
  number: number;
  game: string;
  options: Record<string, unknown>;
  name: string;
  person: number | null;
}
/** Somebody would like to take their last action back, and others are asked. */
export interface UndoAsked {
  seat: number;
  waits_for: number[];
  left: number;
}
/** The end of a round is looked at; bots and turn clocks wait for it. */
export interface RoundLooked {
  waits_for: number[];
  left: number;
  begins: boolean;
}
/** Somebody at the table who need not have a seat. */
export interface PersonInfo {
  person: number;
  name: string;
  face: string | null;
}
/** The evening to which a table belongs. */
export interface OfEvening {
  path: string;
  name: string;
  round: number;
  rounds: number;
}
/** Who one is at a table. */
export interface You {
  name: string | null;
  seats: number[];
  host: boolean;
  path: string | null;
}
/** Somebody said something; a text is plain text, never markup. */
export interface Said {
  type: "said";
  seat: number | null;
  name: string;
  phrase: string | null;
  text: string | null;
  at: number;
}
/** What somebody who comes back had seen of the table when they last looked, on any device. */
export interface Away {
  match: number;
  version: number;
  at: number;
  ago_ms: number;
}
/** What happened from one version to the next, and what the viewer sees now. */
export interface Events {
  type: "events";
  match: number;
  since: number;
  version: number;
  events: unknown[];
  view: unknown;
  legal: unknown[];
  more: boolean;
  to_act: number[];
  outcome: Outcome | null;
  can_undo: boolean;
  clock: Clock;
  forced: number[];
  by_bot: number[];
}
/** The action with this id is done and kept; the version it led to. */
export interface Ack {
  type: "ack";
  id: string;
  version: number;
}
/** Something was refused: the rule, the reason as a key with its fields, and as a sentence. */
export interface Refused {
  type: "refused";
  id: string | null;
  rule: string | null;
  reason: string;
  about: Record<string, unknown>;
  text: string;
}
/** What the rules say of a draft; its shape is the game's. */
export interface Verdict {
  type: "verdict";
  id: string;
  verdict: unknown;
}
/** What a good bot would do, why (a key with its fields, and a sentence), how much it gains. */
export interface Hint {
  type: "hint";
  id: string;
  action: unknown;
  reason: string;
  about: Record<string, unknown>;
  text: string;
  gain: number;
  unit: string;
}
/** The table itself changed: seats, names, settings, state. */
export interface TableChanged {
  type: "table";
  table: TableInfo;
  you: You;
}
/** Who is connected, for whom a bot plays, and how many watch. */
export interface Presence {
  type: "presence";
  here: number[];
  away: number[];
  watching: number;
  absent: number[];
  missed: number[];
  onlookers: PersonInfo[];
}
/** You got what somebody else reached for too: whose hand was slower, and by how much. */
export interface Lead {
  type: "lead";
  seat: number;
  ms: number;
}
/** Are you there? Please answer with a pong of the same number. */
export interface PingBack {
  type: "ping";
  n: number;
  round_trip_ms: number | null;
}
/** The answer to a ping, with the server's time (ms) and the match's clock. */
export interface PongBack {
  type: "pong";
  n: number;
  at: number;
  clock: number | null;
}
/** The table lives elsewhere now, or will in a moment: connect again, there and not at once. */
export interface Moved {
  type: "moved";
  path: string | null;
  after_ms: number;
}
/** The server ends this connection, and why. */
export interface Bye {
  type: "bye";
  reason: string;
  text: string;
}
export type FromServer = Snapshot | Events | Ack | Refused | Verdict | Hint | TableChanged | Presence | Said | Lead | PingBack | PongBack | Moved | Bye;
/** An action in an exercise, or a draft of one, to be looked at by the rules. */
export interface TryOut {
  action?: Record<string, unknown> | null;
  draft?: Record<string, unknown> | null;
}
/** A request that needs no more than its address. */
export interface Nothing {

}
/** Play on from a moment of a finished match, before an entry, in a seat. */
export interface Again {
  entry: number;
  seat: number;
  match?: number | null;
  you?: string;
}
/** Let others try to beat one's own result on the deal of this table's match. */
export interface Challenge {
  match?: number | null;
}
/** Play a shared deal, under a name. */
export interface PlayDeal {
  you?: string;
}
/** Keep my name: become a person here. */
export interface Keep {
  name: string;
  proof?: string;
}
/** Have a portrait, or none. */
export interface ChooseFace {
  face: "beard" | "beret" | "bobble" | "bowtie" | "bun" | "camera" | "cap" | "captain" | "chef" | "curls" | "flower" | "glasses" | "goggles" | "headphones" | "headscarf" | "laurel" | "mohawk" | "moustache" | "plaits" | "scarf" | "sunglasses" | "sunhat" | "tophat" | "turban" | null;
}
/** Come back with a recovery code. */
export interface Recover {
  code: string;
  proof?: string;
}
/** Whether the device that asks is mine. */
export interface AnswerPairing {
  accept: boolean;
}
/** A device that wants to be mine, with the code that another one of mine shows. */
export interface AskPairing {
  code: string;
  proof?: string;
}
/** A new passkey, as the browser made it. */
export interface AddPasskey {
  credential: Record<string, unknown>;
}
/** A passkey that is no longer to be accepted. */
export interface RemovePasskey {
  passkey: string;
}
/** A guest whose browser has just got a new id. */
export interface Proven {
  proof?: string;
}
/** Come back with a passkey: the browser's answer to the challenge. */
export interface UsePasskey {
  credential: Record<string, unknown>;
  proof?: string;
}
/** Sign a device out; None: all but the one that asks. */
export interface SignOut {
  device?: string | null;
}
/** Forget me; the name once more, so that it is not done by mistake. */
export interface Erase {
  name: string;
}
/** Forget what came of one's matches. */
export interface ForgetHistory {
  before?: number | null;
}
/** What a page remembers of learning, to be had on one's other devices too. */
export interface Learnt {
  solved?: string[];
  days?: string[];
  trends?: Trend[];
}
/** A match that was looked back at, as a page remembers it. */
export interface Trend {
  key: string;
  game: string;
  at: number;
  place: number;
  players: number;
  decisions: number;
  luck: number;
  costs?: Record<string, number>;
}
/** A new evening; the person who opens it is its host. */
export interface OpenEvening {
  game: string;
  you: string;
  name?: string;
  options?: Record<string, unknown>;
  rounds?: number;
  seats?: number;
  deals?: "duplicate" | "own";
  fill?: "bots" | "bye" | "small";
  pace?: "days" | "live";
  turn_seconds?: number | null;
  round_seconds?: number | null;
  level?: string;
  auto?: boolean;
  plays?: boolean;
  table?: string | null;
}
/** Come to an evening, or come back to it. */
export interface JoinEvening {
  name?: string;
}
/** Go by another name from now on. */
export interface RenameMember {
  name: string;
}
/** The host changes what can still be changed; null: it stays. */
export interface ChangeEvening {
  name?: string | null;
  rounds?: number | null;
  auto?: boolean | null;
  closed?: boolean | null;
  plays?: boolean | null;
}
/** A round by its number, so that asking twice does a thing once. */
export interface ByRound {
  round: number;
}
/** Somebody at the evening. */
export interface ByMember {
  member: string;
}
/** Notices to this browser: its push subscription. */
export interface Subscribe {
  endpoint: string;
  p256dh: string;
  auth: string;
  language?: "de" | "en" | "es" | "fr" | "it" | "nl" | null;
}
/** Notices by e-mail, once the code that is sent there has come back. */
export interface SetMail {
  address: string;
  language?: "de" | "en" | "es" | "fr" | "it" | "nl";
}
/** The code that was sent to my address. */
export interface ConfirmMail {
  code: string;
}
/** A channel to which nothing is to be sent any more. */
export interface RemoveChannel {
  id: string;
}
/** When I want no notices; None: at any time. */
export interface SetQuiet {
  quiet: QuietTimes | null;
}
/** From one minute of the day to another in a time zone; over midnight too. */
export interface QuietTimes {
  zone: string;
  begins: number;
  ends: number;
}
/** Let others in the network in, or no longer. */
export interface OpenDoor {
  open: boolean;
  keep?: boolean;
}
/** A new table; the creator is its host and, unless told otherwise, sits down. */
export interface CreateTable {
  game: string;
  you?: string;
  name?: string;
  options?: Record<string, unknown>;
  seats?: SeatSetup[];
  sit?: boolean;
  public?: boolean;
  spectators?: boolean;
  chat?: "free" | "off" | "phrases" | null;
  turn_seconds?: number | null;
  away_seconds?: number | null;
  turn_bank_seconds?: number | null;
  turn_increment_seconds?: number;
  hints?: boolean;
  undo?: "ask" | "free" | "off";
  show_what_fits?: boolean;
  rated?: boolean;
  contribution?: string;
}
/** What a seat is before anybody sits there. */
export interface SeatSetup {
  kind?: "bot" | "open";
  level?: string | null;
}
/** Come to a table under a name, or with the token of a seat one already has. */
export interface Join {
  name?: string;
  token?: string | null;
  sit?: boolean;
  contribution?: string;
}
/** Take an open seat; with a name of its own where several people share a device. */
export interface Sit {
  seat: number;
  name?: string;
  contribution?: string;
}
/** Give a seat up before the match begins. */
export interface Stand {
  seat: number;
}
/** Swap two seats and their occupants before the match.

    You can swap your own seat with an open one or a bot's; the host can swap any two. */
export interface Swap {
  seat: number;
  to: number;
}
/** Whether the match can begin, as far as one is concerned. */
export interface Readiness {
  ready?: boolean;
}
/** The host arranges a seat: open it, put a bot there, add one at the end or remove it. */
export interface ChangeSeat {
  seat: number;
  kind: "bot" | "none" | "open";
  level?: string | null;
  person?: number | null;
}
/** The host changes the table before a match; what is left out stays.

    After a match, this takes everybody on to the next. Another game has its own options. */
export interface ChangeTable {
  game?: string;
  name?: string;
  options?: Record<string, unknown>;
  public?: boolean;
  spectators?: boolean;
  chat?: "free" | "off" | "phrases";
  turn_seconds?: number | null;
  away_seconds?: number | null;
  turn_bank_seconds?: number | null;
  turn_increment_seconds?: number;
  hints?: boolean;
  undo?: "ask" | "free" | "off";
  show_what_fits?: boolean;
  rated?: boolean;
}
/** Go by another name; with a seat, only there (several people on one device). */
export interface Rename {
  name: string;
  seat?: number | null;
}
/** The host decides about a player: a bot plays for who is gone, or wait, or remove them. */
export interface Absent {
  seat: number;
  choice: "bot" | "remove" | "wait";
}
/** Somebody at the table, by their number (`SeatInfo.person`). */
export interface ByNumber {
  person: number;
}
/** Let a bot play one's own seat until one acts again. */
export interface StandIn {
  seat: number;
}
/** Ask for another match, or agree to one; `false` declines. */
export interface Rematch {
  answer?: boolean;
  next?: number | null;
}
/** What one would like to play next; everybody who is there has to agree (`Rematch`). */
export interface Suggest {
  game: string;
  options?: Record<string, unknown>;
}
/** Take a device back; without one, all but that which asks. Links given out end as well. */
export interface Revoke {
  device?: string | null;
}
/** A game's lesson, step by step. */
export interface Lesson {
  game: string;
  steps: Exercise[];
}
/** A position with a task, complete: a page needs no rules for it, only the answers. */
export interface Exercise {
  id: string;
  game: string;
  seat: number;
  players: number;
  text: string;
  view: unknown;
  legal: unknown[];
  more: boolean;
  to_act: number[];
  foretold: unknown;
  answers: Answered[];
}
/** An action in an exercise, and what comes of it. */
export interface Answered {
  action: unknown;
  events: unknown[];
  view: unknown;
  to_act: number[];
}
/** All puzzles, and which is the day's (UTC). */
export interface Puzzles {
  day: string;
  today: string;
  puzzles: PuzzleLine[];
}
/** A puzzle in the list. */
export interface PuzzleLine {
  id: string;
  game: string;
  difficulty: number;
}
/** A puzzle with its ladder of hints and its explanation. */
export interface PuzzleSheet {
  exercise: Exercise;
  difficulty: number;
  hints: string[];
  explanation: string[];
  solution: string;
}
/** What the rules say: of an action whether it answers, of a draft their verdict. */
export interface Tried {
  accepted: boolean;
  answer: Answered | null;
  verdict: unknown;
  problem: Problem | null;
}
/** Why a request was refused: as a key with fields, and as a sentence. */
export interface Problem {
  rule: string | null;
  reason: string;
  about: Record<string, unknown>;
  text: string;
}
/** A review as far as it is there. */
export interface ReviewShown {
  state: "done" | "failed" | "none" | "waiting" | "working";
  done: number;
  total: number;
  evaluator: string;
  seats: SeatShown[];
  steps: StepShown[];
  turning_points: number[];
  insights: InsightShown[];
}
/** What a match was for one seat. */
export interface SeatShown {
  seat: number;
  result: number;
  expected: number;
  luck: number;
  cards: number;
  others: number;
  decisions: number;
  interval: number;
  sentence: string;
}
/** One entry of a match as the evaluator sees it, in words. */
export interface StepShown {
  entry: number;
  at: number;
  seat: number | null;
  kind: "decision" | "luck";
  delta: number;
  interval: number;
  value: number[];
  played: string | null;
  action: string | null;
  best: string | null;
  reason: string | null;
  master: string | null;
  why: string | null;
  hinted: boolean;
  at_end: string | null;
}
/** What only this game has to tell of a seat. */
export interface InsightShown {
  seat: number;
  text: string;
}
/** A table, who one is there, and the token that proves it. */
export interface Joined {
  table: TableInfo;
  you: You;
  token: string;
}
/** The link to send. */
export interface Challenged {
  id: string;
  path: string;
}
/** A deal that many play: the day's, or a friend's challenge. */
export interface SharedDeal {
  id: string;
  game: string;
  day: string | null;
  levels: (string | null)[];
  state: "done" | "new" | "over" | "playing";
  path: string | null;
  mine: ResultShown | null;
  hard: ResultShown | null;
  rival: ResultShown | null;
  played: number;
  results: Share[];
  names: ResultShown[];
  circle: ResultShown[];
  commitment: string;
  seed: string | null;
  secret: string | null;
}
/** How somebody did on a deal. */
export interface ResultShown {
  name: string;
  score: number;
  place: number;
  won: boolean;
  this: boolean;
  face: string | null;
}
/** How many reached a score. */
export interface Share {
  score: number;
  count: number;
}
/** Who I am here. A guest has no name yet, and nothing to lose but a cookie. */
export interface Me {
  kept: boolean;
  name: string | null;
  codes_left: number;
  devices: KeptDevice[];
  passkeys: KeptPasskey[];
  face: string | null;
}
/** A device of mine. */
export interface KeptDevice {
  id: string;
  label: string;
  added_at: number;
  this: boolean;
}
/** A passkey of mine. */
export interface KeptPasskey {
  id: string;
  label: string;
  made_at: number;
  used_at: number | null;
}
/** This browser has a new id; the proof shows that the next request is its own. */
export interface Renewed {
  proof: string;
}
/** Me, and recovery codes that are shown this once. */
export interface Kept {
  me: Me;
  codes: string[];
}
/** A pairing as the device that is in sees it; with a label, somebody asks. */
export interface Pairing {
  code: string | null;
  seconds: number;
  label: string | null;
  number: string | null;
  qr: string | null;
}
/** A pairing as the device that asks sees it. */
export interface PairingAsked {
  number: string;
  accepted: boolean;
}
/** What the browser is to ask its owner, with a challenge for five minutes. */
export interface Ceremony {
  options: Record<string, unknown>;
}
/** All that is stored about one person. */
export interface Exported {
  format: number;
  me: Me;
  created_at: number;
  tables: Record<string, unknown>[];
  results: Record<string, unknown>[];
  history: Record<string, unknown>[];
  learnt: Learnt;
  evenings: Record<string, unknown>[];
  notices: Record<string, unknown>;
}
/** Finished matches, the latest first. */
export interface HistoryPage {
  matches: PlayedMatch[];
  next: string | null;
}
/** A finished match as one of its players looks back at it. */
export interface PlayedMatch {
  table: string;
  match: number;
  game: string;
  ended_at: number;
  pace: "days" | "live";
  deal: string | null;
  rating: "counts" | "due" | "guests" | "near" | "off" | "short";
  seats: PlayedSeat[];
  kept: boolean;
  reviewed: boolean;
}
/** A seat of a finished match, and what it came to. */
export interface PlayedSeat {
  kind: "beside" | "bot" | "me" | "person";
  name: string;
  opponent: string | null;
  level: string | null;
  place: number;
  score: number;
  fate: "left" | "played" | "replaced";
  face: string | null;
}
/** How one has played, game by game. */
export interface Statistics {
  games: GameStatistics[];
  known: number;
}
/** What came of one's matches of one game. */
export interface GameStatistics {
  game: string;
  people: Summary;
  bots: Summary;
  line: PlayedPoint[];
  best: BestResult[];
  opponents: Opponent[];
  rating: RatingShown | null;
  plays_like: PlaysLike | null;
}
/** What came of some matches. */
export interface Summary {
  matches: number;
  won: number;
  share: number;
  points: number;
  places: number[];
}
/** One match on the line of all matches of a game. */
export interface PlayedPoint {
  ended_at: number;
  score: number;
  place: number;
  players: number;
  people: boolean;
}
/** A match that went well. */
export interface BestResult {
  table: string;
  match: number;
  ended_at: number;
  score: number;
  place: number;
  players: number;
}
/** Somebody whom one has played with. */
export interface Opponent {
  id: string;
  name: string;
  matches: number;
  ahead: number;
  behind: number;
  face: string | null;
}
/** How strong somebody is among people. */
export interface RatingShown {
  points: number;
  within: number;
  matches: number;
  provisional: boolean;
}
/** Which of the bots somebody plays like, by the results against bots. */
export interface PlaysLike {
  step: number;
  low: number;
  high: number;
  level: string;
  matches: number;
}
/** Where somebody's rival is: an opponent that adapts to them, from results alone. */
export interface Rivals {
  levels: Record<string, string>;
}
/** The decisions that cost most in the latest matches that were reviewed. */
export interface CostlyDecisions {
  reviewed: number;
  decisions: CostlyDecision[];
}
/** A decision that cost much, as a review has it. */
export interface CostlyDecision {
  table: string;
  match: number;
  entry: number;
  ended_at: number;
  lost: number;
  played: string | null;
  best: string | null;
}
/** One's own evenings, the latest first. */
export interface MyEvenings {
  evenings: EveningLine[];
}
/** An evening in a list. */
export interface EveningLine {
  id: string;
  path: string;
  name: string;
  game: string;
  state: "between" | "over" | "running" | "waiting";
  round: number;
  rounds: number;
  people: number;
  invited: boolean;
  table: string | null;
}
/** An evening as everybody with its link sees it. */
export interface EveningShown {
  id: string;
  path: string;
  name: string;
  version: number;
  game: string;
  options: Record<string, unknown>;
  rounds: number;
  seats: number;
  deals: "duplicate" | "own";
  fill: "bots" | "bye" | "small";
  pace: "days" | "live";
  turn_seconds: number | null;
  round_seconds: number | null;
  level: string;
  auto: boolean;
  closed: boolean;
  state: "between" | "over" | "running" | "waiting";
  round: number;
  ends_at: number | null;
  next_at: number | null;
  now: number;
  members: MemberShown[];
  standings: EveningStanding[];
  played: RoundShown[];
  you: YouThere;
}
/** Somebody at an evening. */
export interface MemberShown {
  id: string;
  name: string;
  host: boolean;
  plays: boolean;
  left: boolean;
  removed: boolean;
  face: string | null;
}
/** Where a member stands after all tables that are over. */
export interface EveningStanding {
  member: string;
  name: string;
  place: number;
  points: number;
  gain: number;
  more: number;
  opponents: number;
  rounds: number;
  won: number;
  byes: number;
  there: boolean;
}
/** A round of an evening. */
export interface RoundShown {
  number: number;
  tables: EveningTableShown[];
  byes: string[];
  began_at: number;
  ended_at: number | null;
}
/** A table of a round. */
export interface EveningTableShown {
  id: string;
  path: string;
  seats: EveningSeat[];
  over: boolean;
  drawn: boolean;
}
/** A seat of an evening's table, and what came of it. */
export interface EveningSeat {
  member: string | null;
  name: string;
  place: number | null;
  score: number | null;
  points: number | null;
  gain: number | null;
  more: number | null;
  replaced: boolean;
  gone: boolean;
}
/** Who one is at an evening. */
export interface YouThere {
  member: string | null;
  name: string | null;
  host: boolean;
  removed: boolean;
  table: string | null;
  bye: boolean;
}
/** All results of an evening, for other programs. */
export interface ExportedEvening {
  format: number;
  name: string;
  game: string;
  options: Record<string, unknown>;
  deals: "duplicate" | "own";
  rounds: number;
  over: boolean;
  standings: EveningStanding[];
  tables: ExportedTable[];
}
/** One seat of one table, as a line of an export. */
export interface ExportedTable {
  round: number;
  table: number;
  seat: number;
  name: string;
  bot: boolean;
  place: number | null;
  score: number | null;
  points: number | null;
  gain: number | null;
  more: number | null;
  replaced: boolean;
  drawn: boolean;
}
/** My notices, and which kinds this server can send. */
export interface NoticeSettings {
  mail: boolean;
  push_key: string;
  channels: NoticeChannel[];
  quiet: QuietTimes | null;
}
/** Where my notices go. */
export interface NoticeChannel {
  id: string;
  kind: "mail" | "push";
  label: string;
  confirmed: boolean;
  this: boolean;
}
/** Nothing is sent to that address any more. */
export interface Stopped {
  stopped: boolean;
}
/** The games of this server. */
export interface Games {
  games: GameInfo[];
}
/** A game that can be played here. */
export interface GameInfo {
  id: string;
  name: Record<string, string>;
  players: number[];
  timed: boolean;
  levels: string[];
  steps: Step[];
  characters: CharacterInfo[];
  options: Record<string, unknown>;
}
/** A step of a game's ladder of bots. */
export interface Step {
  level: string;
  name: string;
}
/** A bot with a way of its own to play. */
export interface CharacterInfo {
  level: string;
  step: number;
  name: string;
  title: Record<string, string>;
  about: Record<string, string>;
}
/** Where a server can be reached. */
export interface ServerInfo {
  addresses: string[];
  door: DoorState | null;
}
/** Whether others in the network may come in, for somebody at the machine itself. */
export interface DoorState {
  open: boolean;
  kept: boolean;
}
/** My tables, the most urgent first. */
export interface Home {
  turns: MyTable[];
  running: MyTable[];
  waiting: MyTable[];
  finished: MyTable[];
  next: string | null;
  answers: ChallengeAnswer[];
}
/** One of my tables, as far as a list of them shows it. */
export interface MyTable {
  id: string;
  game: string;
  name: string;
  path: string;
  status: "closed" | "over" | "running" | "waiting";
  match: number;
  pace: "days" | "live";
  seats: MySeat[];
  changed_at: number;
  my_turn: boolean;
  left_ms: number | null;
  invited: boolean;
  news: boolean;
  imported: boolean;
}
/** A seat as lists of tables show it. */
export interface MySeat {
  kind: "bot" | "open" | "person";
  name: string;
  mine: boolean;
  to_act: boolean;
  place: number | null;
}
/** What somebody reached who took up my challenge. */
export interface ChallengeAnswer {
  path: string;
  game: string;
  name: string;
  score: number;
  mine: number;
}
/** Tables, the most recently changed first. */
export interface Lobby {
  tables: TableInfo[];
}
/** A table, and who one is there. */
export interface Looked {
  table: TableInfo;
  you: You;
}
/** The standings of a table over all its matches: people first, then bots, the best first. */
export interface Standings {
  matches: number;
  standings: Standing[];
}
/** How somebody has done in all matches of a table, whatever the game. */
export interface Standing {
  name: string;
  person: number | null;
  bot: boolean;
  matches: number;
  won: number;
  points: number;
  places: number[];
  replaced: number;
  games: InGame[];
}
/** How somebody has done in one game at a table. */
export interface InGame {
  game: string;
  matches: number;
  won: number;
  score: number;
}
/** The browsers on which somebody has their seats, the latest last. */
export interface Devices {
  devices: Device[];
}
/** A browser on which somebody has their seats at a table. */
export interface Device {
  id: string;
  label: string;
  this: boolean;
}
/** That the server is well. */
export interface Health {
  status: "ok";
  tables: number;
  connections: number;
}
/** Whether a server can be given work, and what is in the way. */
export interface Ready {
  status: "not_ready" | "ready";
  why: "database" | "ending" | "event_loop" | "lease" | null;
}
export declare namespace flow {
  /** Take the top card of one's own draw pile into the hand (FL-09). */
  export interface Draw {
    type: "draw";
  }
  /** Lay the card in the hand in a free place of one's own display (FL-09). */
  export interface Set {
    type: "set";
    slot: number;
  }
  /** Play one's own card on a middle pile, aimed at a card there or at its top (FL-07, FL-16). */
  export interface Play {
    type: "play";
    from: "display-0" | "display-1" | "hand";
    pile: number;
    on?: string | null;
  }
  /** Take a card of another display onto one's own steal pile (FL-08). */
  export interface Steal {
    type: "steal";
    seat: number;
    slot: number;
  }
  /** End the round (FL-11). */
  export interface Stop {
    type: "stop";
  }
  export type Action = Draw | Set | Play | Steal | Stop;
  /** A table of Speed & Flow as one viewer sees it; `viewer` is None for a spectator. */
  export interface View {
    viewer: number | null;
    options: Options;
    middle: PileView[];
    seats: PlayerView[];
    clock: number;
    phase: "countdown" | "over" | "round_over" | "running";
    until: number | null;
    acted_at: number;
    round: number;
  }
  /** The agreements before a match; times are in milliseconds. */
  export interface Options {
    cards: number | null;
    target: number;
    hand_ms: number;
    grace_ms: number;
    stalemate_ms: number;
    countdown_ms: number;
    pause_ms: number;
  }
  /** A face-up pile: its top card (None: hidden, or no card at all) and its size. */
  export interface PileView {
    top: string | null;
    size: number;
  }
  /** What everybody sees of one player; of the draw pile only the size. */
  export interface PlayerView {
    draw_pile: number;
    display: [string | null, string | null];
    hand: string | null;
    stolen: PileView;
    dealt: number;
    score: number;
    busy_until: number;
    refilling: boolean;
  }
  /** A round is dealt and its countdown begins; the piles lie face down (FL-02 to FL-04). */
  export interface Dealt {
    type: "dealt";
    round: number;
    hands: Hand[];
    middle: (string | null)[];
    at: number;
  }
  /** What one seat is dealt; the last card of the draw pile is on top (FL-02 to FL-04). */
  export interface Hand {
    draw_pile: (string | null)[];
    display: [string, string];
    stolen: string | null;
  }
  /** The first cards of all piles are turned over: the game runs (FL-04). */
  export interface Started {
    type: "started";
    stolen: (string | null)[];
    middle: (string | null)[];
    at: number;
  }
  /** A seat took the top card of its draw pile into its hand, face up (FL-09). */
  export interface Drew {
    type: "drew";
    seat: number;
    card: string;
    at: number;
  }
  /** A seat laid the card in its hand in its display (FL-09). */
  export interface Laid {
    type: "laid";
    seat: number;
    slot: number;
    card: string;
    at: number;
  }
  /** A seat played a card to the middle: on top, or just beneath the newest (FL-07, FL-16). */
  export interface Played {
    type: "played";
    seat: number;
    source: "display-0" | "display-1" | "hand";
    card: string;
    pile: number;
    beneath: boolean;
    at: number;
  }
  /** A seat took a card from the display of another onto its steal pile (FL-08). */
  export interface Stole {
    type: "stole";
    seat: number;
    victim: number;
    slot: number;
    card: string;
    at: number;
  }
  /** A seat called Stop (FL-11). */
  export interface Stopped {
    type: "stopped";
    seat: number;
    at: number;
  }
  /** A stalemate: the cards picked out of the middle piles and put on top (FL-13). */
  export interface Reshuffled {
    type: "reshuffled";
    tops: (string | null)[];
    at: number;
  }
  /** A round is over: why, and the points each seat gets for it (FL-11 to FL-15). */
  export interface RoundEnded {
    type: "round_ended";
    reason: "empty" | "stalemate" | "stop";
    points: number[];
    at: number;
    left: string[][];
  }
  /** Nothing happened until this moment. */
  export interface TimePassed {
    type: "time_passed";
    at: number;
  }
  /** What a viewer learns of an event they may not see: only that it happened. */
  export interface Hidden {
    type: "hidden";
  }
  export type Event = Dealt | Started | Drew | Laid | Played | Stole | Stopped | Reshuffled | RoundEnded | TimePassed | Hidden;
}

export declare namespace jericho {
  /** Choose the first card of one's own layout, face down (JE-04). */
  export interface First {
    type: "first";
    card: string;
  }
  /** Lay a card face down into the supply at the start of a round (JE-06). */
  export interface Feed {
    type: "feed";
    card: string;
  }
  /** Lay a wall card in one's own layout (JE-09). */
  export interface Wall {
    type: "wall";
    card: string;
  }
  /** Play a trumpet and name a colour (JE-10). */
  export interface Trumpet {
    type: "trumpet";
    colour: string;
  }
  /** Lay a card face down into the supply as one's turn (JE-14). */
  export interface Supply {
    type: "supply";
    card: string;
  }
  export type Action = First | Feed | Wall | Trumpet | Supply;
  /** A Jericho table as one viewer sees it; `viewer` is None for a spectator. */
  export interface View {
    viewer: number | null;
    options: Options;
    seats: PlayerView[];
    supply: PutView[];
    draw_pile: number;
    removed: string[];
    round: number;
    phase: "feed" | "first" | "over" | "play";
    turn: number | null;
    starter: number;
    trumpet_length: number;
  }
  /** The agreements before a match (JE-05). */
  export interface Options {
    starter: number;
    size: "full" | "small";
  }
  /** What a viewer sees of one player; `hand` and `face_down` only of the viewer's own. */
  export interface PlayerView {
    hand_size: number;
    hand: string[] | null;
    walls: Record<string, string[]>;
    lengths: Record<string, number>;
    face_down: string | "hidden" | null;
    fed: boolean;
    won: string[];
  }
  /** A card in the supply: known only to the seat that put it there. */
  export interface PutView {
    card: string | null;
    by: number | null;
  }
  /** The hands are dealt and the draw pile is built (JE-02, JE-03). */
  export interface Dealt {
    type: "dealt";
    hands: ((string | null)[])[];
    draw_pile: (string | null)[];
  }
  /** A seat laid the first card of its layout face down (JE-04). */
  export interface FirstChosen {
    type: "first_chosen";
    seat: number;
    card: string | null;
  }
  /** A round begins with feeding (JE-06). */
  export interface RoundBegan {
    type: "round_began";
    round: number;
    starter: number;
  }
  /** A seat fed the supply (JE-06). */
  export interface Fed {
    type: "fed";
    seat: number;
    card: string | null;
  }
  /** The face-down cards of the layouts are turned over, in seat order (JE-07). */
  export interface Revealed {
    type: "revealed";
    cards: (string | null)[];
  }
  /** All have fed; the seat named plays first. */
  export interface PlayBegan {
    type: "play_began";
    turn: number;
  }
  /** A wall card was laid (JE-09). */
  export interface Built {
    type: "built";
    seat: number;
    card: string;
  }
  /** A trumpet was played: what falls, and whether it joins the player's wall (JE-10 to JE-13). */
  export interface Blown {
    type: "blown";
    seat: number;
    colour: string;
    falls: Fall[];
    joins: boolean;
  }
  /** What one seat loses to a trumpet: cards to the supply, then bare trumpets (JE-11, JE-13). */
  export interface Fall {
    seat: number;
    cards: string[];
    crumbled: number;
  }
  /** A card was laid face down into the supply (JE-14). */
  export interface Supplied {
    type: "supplied";
    seat: number;
    card: string | null;
  }
  /** A card was drawn; the turn goes to the seat named, if play continues (JE-08). */
  export interface Drew {
    type: "drew";
    seat: number;
    card: string | null;
    turn: number | null;
  }
  /** There was nothing to draw; the turn passes. */
  export interface TurnPassed {
    type: "turn_passed";
    turn: number;
  }
  /** A scoring card was drawn and shown (JE-15). */
  export interface ScoringDrawn {
    type: "scoring_drawn";
    seat: number;
  }
  /** The supply was revealed and shared out (JE-16 to JE-18). */
  export interface Scored {
    type: "scored";
    supply: string[];
    trumpets: number;
    shares: Share[];
    left: string[];
    lengths: Record<string, number>[];
  }
  /** The cards of one colour that a seat wins in a scoring. */
  export interface Share {
    seat: number;
    colour: string;
    cards: string[];
  }
  /** The final scoring: the ones each seat adds and the bare trumpets it loses (JE-20, JE-21). */
  export interface Finished {
    type: "finished";
    ones: string[][];
    crumbled: number;
    hands: string[][];
  }
  /** What a viewer learns of an event they may not see: only that it happened. */
  export interface Hidden {
    type: "hidden";
  }
  export type Event = Dealt | FirstChosen | RoundBegan | Fed | Revealed | PlayBegan | Built | Blown | Supplied | Drew | TurnPassed | ScoringDrawn | Scored | Finished | Hidden;
  export type Verdict = Blown[];
}

export declare namespace photo_rummy {
  /** Draw the top card of a stack (PR-06). */
  export interface Draw {
    type: "draw";
    stack: number;
  }
  /** Lay cards and regroup the table: the complete new table (PR-09 to PR-13). */
  export interface Lay {
    type: "lay";
    table: string[][];
  }
  /** Lay nothing and keep the drawn card (PR-14). */
  export interface Pass {
    type: "pass";
  }
  export type Action = Draw | Lay | Pass;
  /** A Photo Rummy table as one viewer sees it; `viewer` is None for a spectator. */
  export interface View {
    viewer: number | null;
    options: Options;
    table: string[][];
    seats: PlayerView[];
    stacks: number[];
    phase: "draw" | "lay" | "over";
    turn: number | null;
    round: number;
    starter: number;
  }
  /** The agreements before a match (PR-02, PR-05). */
  export interface Options {
    rounds: number;
    starter: number;
    size: "full" | "small";
  }
  /** What a viewer sees of one player; `rack` only of the viewer's own. */
  export interface PlayerView {
    rack_size: number;
    rack: string[] | null;
    opened: boolean;
    score: number;
  }
  /** A round begins: all 108 cards are shuffled and dealt (PR-03, PR-04, PR-18). */
  export interface Dealt {
    type: "dealt";
    round: number;
    starter: number;
    racks: ((string | null)[])[];
    stacks: ((string | null)[])[];
  }
  /** A seat drew the top card of a stack (PR-06). */
  export interface Drew {
    type: "drew";
    seat: number;
    stack: number;
    card: string | null;
  }
  /** A seat laid cards and took jokers; how the table lies now (PR-09 to PR-13). */
  export interface Laid {
    type: "laid";
    seat: number;
    table: string[][];
    laid: string[];
    taken: string[];
  }
  /** A seat ended its turn and left the table as it was (PR-14). */
  export interface Passed {
    type: "passed";
    seat: number;
  }
  /** A seat has laid its last card; what each seat writes down, in seat order (PR-15, PR-16). */
  export interface RoundWon {
    type: "round_won";
    seat: number;
    points: number[];
    racks: string[][];
  }
  /** The stacks are used up and nobody went out: no points for anybody (PR-17). */
  export interface RoundDrawn {
    type: "round_drawn";
    racks: string[][];
  }
  /** The agreed number of rounds has been played (PR-18). */
  export interface Finished {
    type: "finished";
  }
  /** What a viewer learns of an event they may not see: only that it happened. */
  export interface Hidden {
    type: "hidden";
  }
  /** What a draft would do, and whether it can be laid now. */
  export interface DraftVerdict {
    ok: boolean;
    refusal: DraftRefusal | null;
    combinations: CombinationVerdict[];
    changes: boolean;
    laid: string[];
    taken: string[];
    rack: string[];
    minus: number;
  }
  /** Why a draft cannot be laid: the rule, the key of its text and what it is about. */
  export interface DraftRefusal {
    rule: string | null;
    reason: string;
    about: Record<string, unknown>;
  }
  /** What one list of a draft is, or what is wrong with it. */
  export interface CombinationVerdict {
    ok: boolean;
    kind: "row" | "set" | null;
    of: string | null;
    missing: number;
    rule: string | null;
    reason: string | null;
    about: Record<string, unknown>;
  }
  export type Event = Dealt | Drew | Laid | Passed | RoundWon | RoundDrawn | Finished | Hidden;
  export type Verdict = DraftVerdict;
}

export declare namespace souvenirs {
  /** Lay a hand card into the grid (SO-05). */
  export interface Place {
    type: "place";
    card: string;
    at: [number, number];
  }
  /** Place a cube on a row or column (SO-08). */
  export interface Book {
    type: "book";
    line: string;
  }
  /** Place no cube this turn (SO-05). */
  export interface Pass {
    type: "pass";
  }
  export type Action = Place | Book | Pass;
  /** A Souvenirs table as one viewer sees it; `viewer` is None for a spectator. */
  export interface View {
    viewer: number | null;
    options: Options;
    seats: PlayerView[];
    grid: Record<string, string>;
    frame: FrameView;
    cubes: Record<string, number[]>;
    lines: Record<string, Worth>;
    scores: number[];
    draw_pile: number;
    phase: "book" | "over" | "place";
    turn: number | null;
  }
  /** The agreements before a match (SO-04, SO-12, SO-15). */
  export interface Options {
    starter: number;
    last_cube: boolean;
    points: Points;
    size: "full" | "small";
  }
  /** The points of every combination; the order decides between equally valuable ones. */
  export interface Points {
    quintet: [number, number];
    quartet: [number, number];
    full_house: [number, number];
    flush: [number, number];
    rainbow: [number, number];
    straight: [number, number];
    triplet: [number, number];
    two_pairs: [number, number];
    pair: [number, number];
  }
  /** What a viewer sees of one player; `hand` only of the viewer's own. */
  export interface PlayerView {
    hand_size: number;
    hand: string[] | null;
    cubes: number;
  }
  /** The first and last column and row that the grid may still reach (SO-07). */
  export interface FrameView {
    columns: [number, number];
    rows: [number, number];
  }
  /** What a line counts: its best combination, if it has one, and the points for it. */
  export interface Worth {
    combination: string | null;
    first: number;
    second: number;
  }
  /** The hands are dealt, the first card of the grid is laid, the rest is drawn from (SO-02). */
  export interface Dealt {
    type: "dealt";
    hands: ((string | null)[])[];
    first: string;
    draw_pile: (string | null)[];
  }
  /** The turn of a seat begins with its draw (SO-05). */
  export interface Drew {
    type: "drew";
    seat: number;
    card: string | null;
  }
  /** The turn of a seat begins and there is nothing to draw. */
  export interface TurnPassed {
    type: "turn_passed";
    seat: number;
  }
  /** A card was laid into the grid (SO-06). */
  export interface Placed {
    type: "placed";
    seat: number;
    card: string;
    at: [number, number];
  }
  /** A cube was placed on a row or column (SO-08). */
  export interface Booked {
    type: "booked";
    seat: number;
    line: string;
  }
  /** A player placed no cube this turn. */
  export interface Passed {
    type: "passed";
    seat: number;
  }
  /** The grid is full and the game is over (SO-12). */
  export interface Finished {
    type: "finished";
    hands: string[][];
  }
  /** What a viewer learns of an event they may not see: only that it happened. */
  export interface Hidden {
    type: "hidden";
  }
  export type Event = Dealt | Drew | TurnPassed | Placed | Booked | Passed | Finished | Hidden;
}

export interface GameTypes {
  flow: { View: flow.View; Action: flow.Action; Event: flow.Event; Options: flow.Options; Verdict: never; };
  jericho: { View: jericho.View; Action: jericho.Action; Event: jericho.Event; Options: jericho.Options; Verdict: jericho.Verdict; };
  photo_rummy: { View: photo_rummy.View; Action: photo_rummy.Action; Event: photo_rummy.Event; Options: photo_rummy.Options; Verdict: photo_rummy.Verdict; };
  souvenirs: { View: souvenirs.View; Action: souvenirs.Action; Event: souvenirs.Event; Options: souvenirs.Options; Verdict: never; };
}
