/** A position with a task as a table can show it: every answer is known, or the rules are asked. */
import type { Answered, Exercise, Outcome } from '../api/types';
import { t } from '../i18n/index.svelte';
import type { Action, Answer, GameEvent, Player, Session, View } from '../table/contract';
import { Feed, NOTHING_SHOWN, type Batch, type FindPause, type Listener } from '../table/feed.svelte';
import { tryOut } from './api';

const RIVALS = ['Anna', 'Ben', 'Cleo', 'David'];

const sorted = (table: readonly (readonly string[])[]) =>
  JSON.stringify(table.map((cards) => [...cards].sort()).sort());

/** Whether an action is the one that is listed; what it leaves out is what is usual. */
export function alike(action: Action, listed: unknown): boolean {
  const [given, wanted] = [action, listed] as unknown as Record<string, unknown>[];
  return Object.entries(given!).every(([key, value]) =>
    key === 'table'
      ? sorted(value as string[][]) === sorted((wanted![key] ?? []) as string[][])
      : JSON.stringify(value) === JSON.stringify(wanted![key]),
  );
}

/** The key of what is said of a wrong move. */
type WrongText = 'learn.wrong' | 'puzzle.wrong';

export class ExerciseSession implements Session {
  readonly exercise: Exercise;
  /** what was done rightly, and what came of it */
  done = $state.raw<Answered | null>(null);
  mistakes = $state(0);
  /** why the last try was none */
  said = $state<string | null>(null);
  readonly #feed = new Feed();
  #pending = $state.raw<Action | null>(null);
  #shown = $state.raw<Action | null>(null);

  readonly canUndo = false;
  readonly past = false;
  readonly advice = null;
  readonly hints = false;
  readonly fits = true;
  readonly practice = false;
  readonly outcome: Outcome | null = null;

  readonly #wrongText: WrongText;

  /** `wrong` is the key of what is said of a move that is allowed, but not the one that is looked for. */
  constructor(exercise: Exercise, wrong: WrongText = 'learn.wrong') {
    this.exercise = exercise;
    this.#wrongText = wrong;
    this.#feed.reset({ ...NOTHING_SHOWN, view: exercise.view as View });
  }

  get view(): View {
    return this.#feed.shown.view!;
  }
  get legal(): readonly Action[] {
    return this.done ? [] : (this.exercise.legal as Action[]);
  }
  get more(): boolean {
    return !this.done && this.exercise.more;
  }
  get toAct(): readonly number[] {
    // it is never the reader’s turn again: the next position is another one
    if (this.done) return this.done.to_act.filter((seat) => seat !== this.seat);
    return this.exercise.to_act;
  }
  get seat(): number {
    return this.exercise.seat;
  }
  get version(): number {
    return this.#feed.shown.version;
  }
  readonly awaited = [];
  readonly lookers = [];
  readonly lead = null;
  readonly readying = null;

  get paused(): Batch | null {
    return this.#feed.paused;
  }
  get pending(): Action | null {
    return this.#pending;
  }
  get readonly(): boolean {
    return this.done !== null;
  }
  get suggested(): Action | null {
    return this.done ? null : this.#shown;
  }
  get players(): readonly Player[] {
    return Array.from({ length: this.exercise.players }, (_, seat) => ({
      seat,
      name: seat === this.seat ? t('learn.you') : RIVALS[(seat > this.seat ? seat - 1 : seat) % 4]!,
      nameless: seat === this.seat,
      kind: seat === this.seat ? ('person' as const) : ('bot' as const),
      here: true,
      away: false,
      self: seat === this.seat,
    }));
  }

  /** Points at a right answer. */
  show(): void {
    this.#shown = (this.exercise.answers[0]?.action as Action | undefined) ?? null;
  }
  /** Does a right answer, for those who would rather look. */
  solve(): void {
    const [answer] = this.exercise.answers;
    if (answer) this.#play(answer);
  }

  on(listener: Listener): () => void {
    return this.#feed.on(listener);
  }
  goOn(): void {
    this.#feed.goOn();
  }
  pauseAt(find: FindPause): void {
    this.#feed.findPause = find;
  }

  /** Hands are always free here: nobody is quicker. */
  now(): number {
    const own = (this.view as { seats?: { busy_until?: number }[] }).seats?.[this.seat];
    return own?.busy_until ?? 0;
  }

  async act(action: Action): Promise<Answer> {
    if (this.done) return refused('');
    const known = this.exercise.answers.find((answer) => alike(action, answer.action));
    if (known) return this.#right(known);
    const listed = this.exercise.legal.some((each) => alike(action, each));
    if (listed && !this.exercise.more) return this.#wrong(this.#why(action));
    return this.#ask(action);
  }
  async undo(): Promise<Answer> {
    return refused('');
  }
  async draft(draft: unknown): ReturnType<Session['draft']> {
    if (this.exercise.foretold !== null) return this.exercise.foretold as never;
    const tried = await tryOut(this.exercise.id, { draft: draft as Record<string, unknown> }).catch(
      () => null,
    );
    return (tried?.verdict ?? null) as never;
  }
  async hint(): Promise<null> {
    this.show();
    return null;
  }

  async #ask(action: Action): Promise<Answer> {
    this.#pending = action;
    const tried = await tryOut(this.exercise.id, {
      action: action as unknown as Record<string, unknown>,
    }).catch(() => null);
    this.#pending = null;
    if (tried?.accepted && tried.answer) return this.#right(tried.answer);
    return this.#wrong(tried ? (tried.problem?.text ?? this.#why(action)) : t('learn.no_server'));
  }
  #right(answer: Answered): Answer {
    this.said = null;
    this.#play(answer);
    return { ok: true };
  }
  #play(answer: Answered): void {
    this.done = answer;
    this.#feed.hear({
      ...NOTHING_SHOWN,
      since: 0,
      version: 1,
      view: answer.view as View,
      events: answer.events as GameEvent[],
    });
  }
  /** Why a move that the rules allow is not the one that is looked for. */
  #why(action: Action): string {
    const wanted = this.exercise.answers.map((answer) => answer.action as Action);
    const known = (this.view as { table?: readonly (readonly string[])[] }).table;
    const laid = ({ table }: { table?: readonly (readonly string[])[] }) =>
      (table ?? []).flat().length - (known ?? []).flat().length;
    const said = t(this.#wrongText);
    const alike = wanted.find(({ type }) => type === action.type);
    if (wanted.length === 0) return said;
    if (!alike) return `${t('learn.wrong.kind')} ${said}`;
    if (action.type !== 'lay' || alike.type !== 'lay') return `${t('learn.wrong.choice')} ${said}`;
    const [few, many] = [laid(action), laid(alike)];
    return few < many ? `${t('learn.wrong.fewer', { laid: few, count: many })} ${said}` : said;
  }
  #wrong(text: string): Answer {
    this.mistakes += 1;
    this.said = text;
    return refused(text);
  }
}

const refused = (text: string): Answer => ({
  ok: false,
  refusal: { rule: null, reason: 'exercise', about: {}, text },
});
