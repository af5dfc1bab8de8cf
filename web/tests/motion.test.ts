import { describe, expect, it } from 'vitest';
import { hurry, plan, within, type Box, type Place, type Source } from '../src/lib/motion/plan';

const box = (x: number, y: number, width = 40, height = 56): Box => ({ x, y, width, height });
const places = (found: Record<string, Box | [Box, string]>): Map<string, Place> =>
  new Map(
    Object.entries(found).map(([key, at]) =>
      Array.isArray(at) ? [key, { box: at[0], zone: at[1] }] : [key, { box: at, zone: 'table' }],
    ),
  );
const scene = (
  before: Parameters<typeof places>[0],
  after: Parameters<typeof places>[0],
  anchors: Record<string, Box> = {},
) => ({ before: places(before), after: places(after), anchors: new Map(Object.entries(anchors)) });
const flights = (of: ReturnType<typeof scene>, sources: readonly Source[] = []) =>
  plan(of, sources).map(({ flight }) => flight);

describe('a plan', () => {
  it('moves what lies elsewhere now, and nothing else', () => {
    const found = flights(scene({ a: box(0, 0), b: box(50, 0) }, { a: box(0, 0), b: box(90, 0) }));
    expect(found).toEqual([{ kind: 'move', key: 'b', from: box(50, 0), to: box(90, 0), far: false }]);
  });

  it('counts a new size as another place, and less than a pixel as none', () => {
    expect(flights(scene({ a: box(0, 0) }, { a: box(0, 0, 60, 84) }))).toHaveLength(1);
    expect(flights(scene({ a: box(0, 0) }, { a: box(0.7, 0.7) }))).toEqual([]);
  });

  it('knows what crosses from one part of the table to another', () => {
    const [flight] = flights(scene({ a: [box(0, 0), 'rack'] }, { a: [box(90, 0), 'table'] }));
    expect(flight).toMatchObject({ kind: 'move', far: true });
  });

  it('lets a card land exactly where it will lie', () => {
    const drawn = { card: null, from: '.draw', to: 'new' };
    const found = flights(scene({}, { new: box(200, 300) }, { '.draw': box(0, 0, 80, 56) }), [drawn]);
    expect(found).toEqual([
      { kind: 'move', key: 'new', from: box(20, 0), to: box(200, 300), far: true, appears: true },
    ]);
  });

  it('does not show a thing twice that a source names and that moved', () => {
    const source = { card: 'x', from: '.seat', to: 'a' };
    const found = flights(scene({ a: box(0, 0) }, { a: box(90, 0) }, { '.seat': box(500, 0) }), [source]);
    // it was in sight, and stays so until it sets off
    expect(found).toEqual([{ kind: 'move', key: 'a', from: box(0, 0), to: box(90, 0), far: true }]);
  });

  it('takes what leaves from where it lay', () => {
    const played = { card: 'red-3', from: 'red-3#0', to: '.wall' };
    const found = flights(scene({ 'red-3#0': box(10, 400) }, {}, { '.wall': box(100, 0, 400, 28) }), [
      played,
    ]);
    expect(found).toEqual([
      { kind: 'leave', key: 'red-3#0', from: box(10, 400), to: { x: 290, y: 0, width: 20, height: 28 } },
    ]);
  });

  it('passes a card that never lies in sight from place to place', () => {
    const drew = { card: null, from: '.draw', to: '.seat' };
    const [flight] = flights(scene({}, {}, { '.draw': box(0, 0), '.seat': box(300, 0) }), [drew]);
    expect(flight).toEqual({ kind: 'pass', source: drew, from: box(0, 0), to: box(300, 0) });
  });

  it('leaves out what it cannot see: a place that is not there or hidden', () => {
    const source = { card: null, from: '.draw', to: '.seat' };
    expect(flights(scene({}, {}, { '.draw': box(0, 0) }), [source])).toEqual([]);
    expect(flights(scene({}, {}, { '.draw': box(0, 0), '.seat': box(0, 0, 0, 0) }), [source])).toEqual([]);
  });

  it('starts many cards soon after one another, and the last one soon', () => {
    const sources = Array.from({ length: 40 }, () => ({ card: null, from: '.draw', to: '.seat' }));
    const delays = plan(scene({}, {}, { '.draw': box(0, 0), '.seat': box(300, 0) }), sources).map(
      ({ delay }) => delay,
    );
    expect(delays[0]).toBe(0);
    expect(delays).toEqual([...delays].sort((a, b) => a - b));
    expect(Math.max(...delays)).toBeLessThanOrEqual(420);
  });
});

describe('motion', () => {
  it('hurries the more is waiting, and never vanishes', () => {
    expect(hurry(0)).toBe(1);
    expect(hurry(3)).toBeLessThan(hurry(1));
    expect(hurry(1000)).toBeGreaterThanOrEqual(0.3);
  });

  it('keeps the shape of a thing within a place', () => {
    expect(within(box(0, 0), box(100, 100, 20, 200))).toEqual({ x: 100, y: 186, width: 20, height: 28 });
    expect(within(box(0, 0), box(100, 100, 400, 200))).toMatchObject({ width: 40, height: 56 });
  });
});
