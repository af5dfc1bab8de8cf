/** Another match at the same table: offered by one, answered by each of the others. */
import { start } from '../../api/client';
import { rematch, suggest } from '../../room/api';
import { toast } from '../../ui/toasts.svelte';
import type { Player } from '../contract';
import type { LiveSession } from '../session.svelte';

export class Rematch {
  readonly #session: LiveSession;
  busy = $state(false);
  declined = $state(false);

  constructor(session: LiveSession) {
    this.#session = session;
  }

  /** The other people who can still be asked. */
  readonly #others = $derived.by(() =>
    this.#session.players.filter(({ kind, self, away }) => kind === 'person' && !self && !away),
  );
  readonly #wanting = $derived.by(() => this.#session.table?.rematch ?? []);

  readonly asked = $derived.by(() => this.#session.you.seats.some((seat) => this.#wanting.includes(seat)));
  /** Who would like to play again. */
  readonly offering = $derived.by((): readonly Player[] =>
    this.#others.filter(({ seat }) => this.#wanting.includes(seat)),
  );
  /** What is to be played then: 0 stands for the same again. */
  readonly #wish = $derived.by(() => this.#session.table?.next?.number ?? 0);
  /** Whose answer is missing. */
  readonly silent = $derived.by((): readonly Player[] =>
    this.#others.filter(({ seat, here }) => here && !this.#wanting.includes(seat)),
  );
  /** Whether this player may be the first to ask. */
  readonly open = $derived.by(
    () =>
      this.#session.you.seats.length > 0 &&
      !this.#session.table?.evening &&
      !this.asked &&
      !this.declined &&
      !this.#session.behind &&
      this.offering.length === 0,
  );

  /** Asks or agrees; against bots alone there is nobody to wait for. */
  async accept(): Promise<void> {
    const { id } = this.#session.table!;
    const alone = this.#session.players.every(({ kind, self }) => kind === 'bot' || self);
    this.#session.startsAgain = alone;
    await this.#attempt(async () => {
      await rematch(id, { next: this.#wish });
      if (alone) await start(id);
    });
    this.#session.startsAgain = false;
  }

  /** Would like to play something else; it begins once everybody who is there agrees. */
  async suggest(game: string): Promise<void> {
    await this.#attempt(() => suggest(this.#session.table!.id, { game }));
  }

  async decline(): Promise<void> {
    this.declined = true;
    this.#session.linger();
    await this.#attempt(() => rematch(this.#session.table!.id, { answer: false }));
  }

  async #attempt(job: () => Promise<unknown>): Promise<void> {
    this.busy = true;
    try {
      await job();
    } catch (error) {
      toast((error as Error).message, 'bad');
    }
    this.busy = false;
  }
}
