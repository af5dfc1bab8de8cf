/** Two seats are exchanged: one is picked up, by a press or by dragging it, and the other is named. */
import type { SeatInfo } from '../api/types';
import type { Carried, DragHost } from '../drag/drag';

interface Room {
  readonly seats: readonly SeatInfo[];
  readonly host: boolean;
  /** one's own seats */
  readonly own: readonly number[];
}

export class Exchange {
  readonly #room: () => Room;
  readonly #swap: (seat: number, to: number) => void;
  /** the seat that was picked up, until the other one is named */
  picked = $state<number | null>(null);
  /** the seat above which one is carried */
  over = $state<number | null>(null);

  constructor(room: () => Room, swap: (seat: number, to: number) => void) {
    this.#room = room;
    this.#swap = swap;
  }

  /** Whether somebody may pick a seat up. */
  moves(seat: number): boolean {
    const { seats, host, own } = this.#room();
    return (
      seats[seat] !== undefined && seats.some((_, to) => this.#fits(seat, to)) && (host || own.includes(seat))
    );
  }

  /** Whether the seat that was picked up can go there. */
  takes(to: number): boolean {
    return this.picked !== null && this.#fits(this.picked, to);
  }

  /** A press on a seat: picks it up, puts it back, or names the other one. */
  press(seat: number): void {
    if (this.picked === seat) this.picked = null;
    else if (this.takes(seat)) this.#go(seat);
    else this.picked = this.moves(seat) ? seat : null;
  }

  cancel(): void {
    this.picked = this.over = null;
  }

  /** How a seat is dragged by its handle. */
  readonly drag: DragHost = {
    what: '[data-handle]',
    take: (element) => this.#take(element.closest('li')!),
  };

  #take(row: HTMLElement): Carried | null {
    const seat = Number(row.dataset.seat);
    if (!this.moves(seat)) return null;
    this.picked = seat;
    const from = row.getBoundingClientRect();
    return {
      follow: ({ x, y }) => {
        row.style.translate = `0 ${y - from.top - from.height / 2}px`;
        this.over = this.#under(x, y, row);
      },
      drop: () => {
        if (this.over !== null && this.takes(this.over)) this.#go(this.over);
      },
      end: () => {
        row.style.translate = '';
        this.cancel();
      },
    };
  }

  #under(x: number, y: number, row: HTMLElement): number | null {
    const found = document
      .elementsFromPoint(x, y)
      .map((each) => each.closest<HTMLElement>('li[data-seat]'))
      .find((each) => each && each !== row);
    return found ? Number(found.dataset.seat) : null;
  }

  #go(to: number): void {
    const seat = this.picked!;
    this.cancel();
    this.#swap(seat, to);
  }

  /** The host exchanges any two; others take their own seat where no other person sits. */
  #fits(seat: number, to: number): boolean {
    const { seats, host, own } = this.#room();
    const other = seats[to];
    return seat !== to && other !== undefined && (host || own.includes(to) || other.kind !== 'person');
  }
}
