import { describe, expect, it } from 'vitest';
import type { SeatInfo } from '../src/lib/api/types';
import { everybody } from '../src/lib/room/arrivals.svelte';
import { Exchange } from '../src/lib/room/exchange.svelte';

const seat = (kind: SeatInfo['kind'], person: number | null = null): SeatInfo => ({
  kind,
  name: kind === 'open' ? '' : `${kind} ${person}`,
  level: kind === 'bot' ? 'easy' : null,
  host: person === 0,
  here: true,
  away: false,
  wait: false,
  person,
  meant_for: null,
  ready: false,
  face: null,
});
const SEATS = [seat('person', 0), seat('person', 1), seat('open'), seat('bot')];

/** What comes of pressing seats one after the other. */
function pressed(host: boolean, own: number[], ...presses: number[]) {
  const swaps: [number, number][] = [];
  const exchange = new Exchange(
    () => ({ seats: SEATS, host, own }),
    (...swap) => swaps.push(swap),
  );
  for (const press of presses) exchange.press(press);
  return { swaps, picked: exchange.picked };
}

describe('seats that are exchanged', () => {
  it('are any two for the host', () => {
    expect(pressed(true, [0], 1, 3)).toEqual({ swaps: [[1, 3]], picked: null });
    expect(pressed(true, [0], 3, 0)).toEqual({ swaps: [[3, 0]], picked: null });
  });

  it('are for others their own, and one where no other person sits', () => {
    expect(pressed(false, [1], 1, 2).swaps).toEqual([[1, 2]]);
    expect(pressed(false, [1], 1, 3).swaps).toEqual([[1, 3]]);
    expect(pressed(false, [1], 1, 0)).toEqual({ swaps: [], picked: null });
    expect(pressed(false, [1], 3, 1)).toEqual({ swaps: [], picked: 1 });
    expect(pressed(false, [], 2, 3)).toEqual({ swaps: [], picked: null });
  });

  it('stay where they are when one is put back', () => {
    expect(pressed(true, [0], 1, 1)).toEqual({ swaps: [], picked: null });
  });
});

describe('everybody who is here', () => {
  it('is known by number, in a seat or beside the table', () => {
    const found = everybody({
      table: { seats: SEATS } as never,
      onlookers: [{ person: 4, name: 'Dora', face: null }],
    });
    expect([...found.keys()].sort()).toEqual([0, 1, 4]);
  });
});
