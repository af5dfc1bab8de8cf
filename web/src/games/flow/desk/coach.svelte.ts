/** A practice round: one thing after the other, each as soon as it can be done. */
import { untrack } from 'svelte';
import { t } from '../../../lib/i18n/index.svelte';
import type { GameEvent, Table } from '../names';

export const LESSONS = ['play', 'draw', 'lay', 'steal', 'stop'] as const;
export type Lesson = (typeof LESSONS)[number];

/** What shows that a lesson is learned. */
const SHOWN_BY: Partial<Record<GameEvent['type'], Lesson>> = {
  played: 'play',
  drew: 'draw',
  laid: 'lay',
  stole: 'steal',
  stopped: 'stop',
};
/** What has to be legal for it. */
const DONE_BY = { play: 'play', draw: 'draw', set: 'lay', steal: 'steal', stop: 'stop' } as const;

export class Coach {
  learned = $state.raw<ReadonlySet<Lesson>>(new Set());
  /** said until something else can be learned: between two actions nothing is legal for a moment */
  #lesson = $state.raw<Lesson>('play');
  readonly #session: () => Table;

  constructor(session: () => Table) {
    this.#session = session;
    $effect(() => {
      const { legal, seat } = session();
      untrack(() => this.#look([], legal, seat));
    });
    $effect(() => {
      const { seat } = session();
      return session().on(({ events }) => this.#look(events, session().legal, seat));
    });
  }

  get text(): string {
    const { players, seat, view } = this.#session();
    const name = players.find((player) => player.seat !== seat)?.name ?? '';
    if (view.phase === 'countdown') return t('flow.coach.begin', { name });
    if (this.#refilling) return t('flow.coach.refill');
    const next = this.#possible ? this.#lesson : (`${this.#waiting}.wait` as const);
    return t(`flow.coach.${next}`, { name });
  }

  /** drawing and laying are known, and nothing else is allowed for now: that needs a reason */
  get #refilling(): boolean {
    const { seat, view } = this.#session();
    return view.seats[seat ?? -1]?.refilling === true && this.learned.has('draw') && this.learned.has('lay');
  }
  /** what can only be waited for */
  get #waiting(): 'steal' | 'stop' {
    return this.learned.has('steal') ? 'stop' : 'steal';
  }
  get #possible(): boolean {
    return !this.learned.has(this.#lesson);
  }

  #look(events: readonly GameEvent[], legal: Table['legal'], seat: number | null): void {
    const shown = events.flatMap((event) =>
      'seat' in event && event.seat === seat ? (SHOWN_BY[event.type] ?? []) : [],
    );
    if (shown.length > 0) this.learned = new Set([...this.learned, ...shown]);
    const able = new Set(legal.map(({ type }): Lesson => DONE_BY[type]));
    const next = LESSONS.find((lesson) => able.has(lesson) && !this.learned.has(lesson));
    if (next) this.#lesson = next;
  }
}
