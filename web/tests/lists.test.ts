import { describe, expect, it } from 'vitest';
import { moved, newList, sameTable, settle } from '../src/games/photo_rummy/desk/lists';

const [PARIS, ROME] = [
  ['paris-church', 'paris-palace', 'paris-symbol'],
  ['rome-church', 'rome-palace', 'rome-symbol'],
];

describe('lists on the Photo Rummy table', () => {
  it('stay where most of their cards were when the table changes', () => {
    const old = [newList(PARIS), newList(ROME)];
    const now = settle([ROME, [...PARIS, 'paris-street']], old);
    expect(now.map(({ id }) => id)).toEqual(old.map(({ id }) => id));
    expect(now[0]?.cards).toContain('paris-street');
  });

  it('lose what goes elsewhere, and vanish when they are empty', () => {
    const [one, other] = [newList(['paris-church']), newList(ROME)];
    const now = moved([one, other], ['paris-church'], other.id);
    expect(now).toHaveLength(1);
    expect(now[0]?.id).toBe(other.id);
    expect(now[0]?.cards).toContain('paris-church');
  });

  it('become one more when cards go to a new one', () => {
    const list = newList(PARIS);
    const now = moved([list], ['paris-church'], 'new');
    expect(now.map(({ cards }) => cards.length)).toEqual([2, 1]);
  });

  it('are the same table in whatever order they lie', () => {
    expect(sameTable([PARIS, ROME], [[...ROME].reverse(), PARIS])).toBe(true);
    expect(sameTable([PARIS], [PARIS, ROME])).toBe(false);
  });
});
