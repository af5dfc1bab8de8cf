import { describe, expect, it } from 'vitest';
import { phaseOf, SHOWS, type Facts } from '../src/lib/table/shell/phase';

const facts = (some: Partial<Facts> = {}): Facts => ({
  line: 'open',
  over: false,
  paused: false,
  hidden: false,
  mine: false,
  ...some,
});

describe('a table', () => {
  it('waits or plays while nothing else holds', () => {
    expect(phaseOf(facts())).toBe('waiting');
    expect(phaseOf(facts({ mine: true }))).toBe('playing');
  });

  it('is a scene at the end of a round, whoever is on turn after it', () => {
    expect(phaseOf(facts({ paused: true, mine: true }))).toBe('scene');
  });

  it.each(['lost', 'ended'] as const)(
    'is cut off when the line is %s, and then nothing can be pressed',
    (line) => {
      expect(phaseOf(facts({ line, mine: true }))).toBe('cut_off');
      expect(SHOWS.cut_off.open).toBe(false);
    },
  );

  it('is not cut off while it only connects', () => {
    expect(phaseOf(facts({ line: 'connecting' }))).toBe('waiting');
  });

  it('lets the end of a round be read to the end without a line', () => {
    expect(phaseOf(facts({ line: 'lost', paused: true }))).toBe('scene');
  });

  it('hides everything behind a curtain, a lost line or a scene included', () => {
    for (const also of [{ line: 'lost' }, { paused: true }, { mine: true }] as const)
      expect(phaseOf(facts({ hidden: true, ...also }))).toBe('hidden');
    expect(SHOWS.hidden).toMatchObject({ table: false, news: false });
  });

  it('keeps a result, whatever comes', () => {
    for (const also of [{ line: 'lost' }, { hidden: true }, { mine: true }] as const)
      expect(phaseOf(facts({ over: true, ...also }))).toBe('result');
    expect(SHOWS.result).toMatchObject({ table: true, people: false, clocks: false });
  });
});
