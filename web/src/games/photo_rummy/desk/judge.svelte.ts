/** Asks the rules what they say of the draft, a moment after the last change. */
import type { photo_rummy } from '../../../lib/api/types';
import type { Session } from '../../../lib/table/contract';
import type { Table } from './lists';

type Verdict = photo_rummy.Verdict;
type Combination = photo_rummy.CombinationVerdict;
const PAUSE_MS = 120;
const nameOf = (cards: readonly string[]) => cards.join(' ');

export class Judge {
  /** The verdict on the draft as it lies now; null while it is awaited. */
  verdict = $state.raw<Verdict | null>(null);
  #known = $state.raw<ReadonlyMap<string, Combination>>(new Map());
  #timer: ReturnType<typeof setTimeout> | undefined;
  #question = 0;

  readonly #session: Session<'photo_rummy'>;
  constructor(session: Session<'photo_rummy'>) {
    this.#session = session;
  }

  /** What is known of a list, also from drafts before. */
  of(cards: readonly string[]): Combination | null {
    return this.#known.get(nameOf(cards)) ?? null;
  }

  /** Asks about a table unless another question follows soon. */
  consider(table: Table): void {
    this.verdict = null;
    clearTimeout(this.#timer);
    const question = ++this.#question;
    this.#timer = setTimeout(() => void this.#ask(table, question), PAUSE_MS);
  }

  forget(): void {
    clearTimeout(this.#timer);
    this.#question += 1;
    this.verdict = null;
  }

  async #ask(table: Table, question: number): Promise<void> {
    const said = await this.#session.draft({ table });
    if (!said) return;
    this.#known = new Map([
      ...this.#known,
      ...table.map((cards, i) => [nameOf(cards), said.combinations[i]!] as const),
    ]);
    if (question === this.#question) this.verdict = said;
  }
}
