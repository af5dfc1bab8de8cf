// What a game's table component is given. It draws and asks; it knows no rules: what may be done
// stands in `legal`, what is wrong comes back as a refusal in the player's language.

import type { Component } from 'svelte';
import type { GameTypes, Outcome } from '../api/types';
import type { TextKey } from '../i18n/index.svelte';
import type { KeyHelp } from '../ui/keys.svelte';
import type { Batch, Listener, Pause } from './feed.svelte';

/** A game of this house, by its id. */
export type GameId = keyof GameTypes;
export type View<G extends GameId = GameId> = GameTypes[G]['View'];
export type Action<G extends GameId = GameId> = GameTypes[G]['Action'];
export type GameEvent<G extends GameId = GameId> = GameTypes[G]['Event'];

export interface Player {
  seat: number;
  name: string;
  /** gave no name: what is read here is “You”, whose letter is nobody's */
  nameless?: boolean;
  kind: 'person' | 'bot' | 'open';
  here: boolean;
  away: boolean;
  self: boolean;
  /** the portrait that a person has chosen */
  face?: string | null;
}

export interface Refusal {
  rule: string | null;
  reason: string;
  about: Record<string, unknown>;
  text: string;
}

export type Answer = { ok: true } | { ok: false; refusal: Refusal };

export interface Suggestion<G extends GameId = GameId> {
  action: Action<G>;
  text: string;
  gain: number;
  unit: string;
}

/** A table as one viewer sees it, reactive: read the fields inside templates and `$derived`. */
export interface Session<G extends GameId = GameId> {
  readonly view: View<G>;
  readonly legal: readonly Action<G>[];
  /** There are legal actions beyond `legal` (Photo Rummy's lays). */
  readonly more: boolean;
  /** Seats that may act now. */
  readonly toAct: readonly number[];
  /** The seat looked from; null for a spectator and in replays without a seat. */
  readonly seat: number | null;
  readonly players: readonly Player[];
  readonly version: number;
  /** Calls back with every batch of events, each once and in order; gives back how to stop that. */
  on(listener: Listener<G>): () => void;
  /** The end of a round or of the match that is looked at now; what follows waits for `goOn`. */
  readonly paused: Batch<G> | null;
  /** Ends the look at a round's end. */
  goOn(): void;
  /** Who still looks at it, once one has gone on oneself: the next round waits for them. */
  readonly awaited: readonly string[];
  /** The others who look at it now. */
  readonly lookers: readonly string[];
  /** Timed games: a race begins once all have said that they are ready; `goOn` says so. */
  readonly readying: 'asked' | 'waiting' | null;
  /** Timed games: whom the viewer has just been quicker than, and by how much. */
  readonly lead: { readonly name: string; readonly ms: number } | null;
  readonly outcome: Outcome | null;
  readonly canUndo: boolean;
  /** An action is on its way and not yet answered. */
  readonly pending: Action<G> | null;
  /** No moves can be made: a replay, a spectator, or a lost connection. */
  readonly readonly: boolean;
  /** A match that is looked back at: nothing will ever be asked of anybody. */
  readonly past: boolean;
  /** A slow round for somebody new: the table says what to do next. */
  readonly practice: boolean;
  /** The action that a hint has just named, to be pointed at; null after the next change. */
  readonly suggested: Action<G> | null;
  /** Why that is a good move, in a sentence; null where a hint gave none. */
  readonly advice: string | null;
  /** Timed games: the match's clock in ms now, as well as this browser knows. */
  now(): number;
  /**
   * Sends an action; resolves when it is kept or refused, retrying over lost connections.
   * The shell says why it was refused, unless the table asks to do that itself.
   */
  act(action: Action<G>, how?: { quiet: boolean }): Promise<Answer>;
  undo(): Promise<Answer>;
  /** Asks what the rules say of a draft (Photo Rummy). */
  draft(draft: unknown): Promise<GameTypes[G]['Verdict'] | null>;
  hint(): Promise<Suggestion<G> | null>;
  /** Whether hints may be asked for: those at the table can rule them out. */
  readonly hints: boolean;
  /** Whether players may be shown what can be played, where all play at once. */
  readonly fits: boolean;
}

/** Who reads, who the others are and what lies on the table: what words about an event depend on. */
export type Told<G extends GameId = GameId> = Pick<Session<G>, 'players' | 'seat' | 'view'>;

/** One line of the log and of what a screen reader announces. */
export interface Line {
  text: string;
  /** The seat it is about, if any. */
  seat?: number;
}

/** One line of a final count; null where it gave a seat nothing. */
export interface Counted {
  label: string;
  values: (number | null)[];
}

/** One first-time tip at the table. */
export interface Tip {
  /** a CSS selector inside the table; a tip whose target is not there is skipped */
  target: string;
  /** key of the text */
  text: TextKey;
}

/** What `web/src/games/<id>/index.ts` offers as its default export; loaded when needed. */
export interface GameModule<G extends GameId = GameId> {
  /** Fills the box it is given (100 % wide, at least 100 % high; what is taller scrolls). */
  Table: Component<{ session: Session<G> }>;
  /**
   * Where a batch ends a round or the match: the table as it lies while that is looked at, with no score
   * that the count has not reached. What follows is shown once the table has called `goOn`.
   */
  pause?(batch: Batch<G>): Pause<G> | null;
  /** What can be done with the keyboard, for the sheet that lists it; without it, what every table knows. */
  keys?: readonly KeyHelp[];
  /** First-time tips: what to point at, and the key of what to say (shown one after the other). */
  tips?: readonly Tip[];
  /** The table itself announces what happens: where all play at once, every line would be a flood. */
  announces?: boolean;
  /** What somebody new should see before a first match where all play at once. */
  Primer?: Component;
  /** The table itself has a button that shows the best move. */
  hints?: boolean;
  /** The table itself shows a hint's move and says why, so that no message covers it. */
  advises?: boolean;
  /**
   * What an event says, in the current language; null where it says nothing to people. `before` is what
   * happened just before it, if anything of the same step did.
   */
  describe(event: GameEvent<G>, told: Told<G>, before?: GameEvent<G>): Line | null;
  /** What of the view changes the words about what happened before; nothing where it is not named. */
  wording?(view: View<G>): string;
  /** Rows of the score sheet from a view: what is known so far, per seat. */
  scores(view: View<G>): { label: string; values: (number | string)[] }[];
  /** Line by line how the final scores came about: what counted, and what it gave each seat. */
  breakdown?(view: View<G>, events: readonly GameEvent<G>[]): Counted[];
}
