/** What a screen reader is told: own things first, the middle as it lies now, and never a flood. */
import { describe } from '../describe';
import { cardName, pileName, type GameEvent, type Table } from '../names';

const PAUSE_MS = 1300;
const MOST_LINES = 4;

export class Voice {
  text = $state('');
  readonly #session: () => Table;
  #lines: string[] = [];
  #piles = new Set<number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(session: () => Table) {
    this.#session = session;
  }

  hear(events: readonly GameEvent[]): void {
    const session = this.#session();
    for (const [i, event] of events.entries()) {
      if (event.type === 'played') this.#piles.add(event.pile);
      if (event.type === 'started' || event.type === 'reshuffled')
        session.view.middle.forEach((_, pile) => this.#piles.add(pile));
      const line = concerns(event, session.seat) ? describe(event, session, events[i - 1]) : null;
      if (line) this.#lines.push(line.text);
    }
    this.#soon();
  }

  /** Something about one's own hand, such as why it was refused. */
  say(text: string): void {
    this.#lines.push(text);
    this.#soon();
  }

  silence(): void {
    clearTimeout(this.#timer);
  }

  #soon(): void {
    if (this.#lines.length === 0 && this.#piles.size === 0) return;
    this.#timer ??= setTimeout(() => this.#speak(), this.text ? PAUSE_MS : 0);
  }

  #speak(): void {
    const { middle } = this.#session().view;
    const piles = [...this.#piles]
      .sort()
      .map((pile) => `${pileName(pile)}: ${cardName(middle[pile]?.top ?? null)}`);
    this.text = [...this.#lines.slice(-MOST_LINES), ...piles].map(ended).join(' ');
    this.#lines = [];
    this.#piles.clear();
    this.#timer = undefined;
  }
}

const ended = (line: string) => (/[.!?]$/.test(line) ? line : `${line}.`);

/** Plays of others show in what then lies in the middle; the rest is told where it is about oneself or all. */
function concerns(event: GameEvent, seat: number | null): boolean {
  if (event.type === 'stole') return event.seat === seat || event.victim === seat;
  return !('seat' in event) || event.seat === seat || event.type === 'stopped';
}
