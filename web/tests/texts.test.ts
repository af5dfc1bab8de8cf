import { describe, expect, it } from 'vitest';
import { formatNumber, t } from '../src/lib/i18n/index.svelte';
import { needs, typesOf } from '../tools/texts';

describe('the types of texts', () => {
  it('know what has to be filled in, and where a number chooses', () => {
    const found = needs({
      'turn.you': 'Your turn',
      'cards.one': '{count} card',
      'cards.other': '{count} cards',
      absent: '{name} is away',
      'scene.other': '{name} wins',
    });
    expect(Object.fromEntries([...found].map(([key, holes]) => [key, Object.fromEntries(holes)]))).toEqual({
      'turn.you': {},
      cards: { count: 'number' },
      absent: { name: 'string | number' },
      // no plural: there is no “one” of it
      'scene.other': { name: 'string | number' },
    });
    expect(typesOf({ absent: '{name} is away' })).toContain('"absent": { name: string | number };');
  });

  it('refuse a key that there is no text for, and a text that lacks what it needs', () => {
    // @ts-expect-error the key is misspelt
    expect(t('tunr.you')).toBe('tunr.you');
    // @ts-expect-error a name is missing
    expect(t('absent')).toBe('absent');
    // @ts-expect-error the name has another name
    expect(t('absent', { nmae: 'Anna' })).toBe('absent');
    // @ts-expect-error no text fits this pattern
    expect(t(`bot.nmae.${1 as number}`)).toBe('bot.nmae.1');
    expect(t(`bot.name.${1 as number}`)).toBe('bot.name.1');
  });
});

describe('numbers', () => {
  it('below zero have a minus, not a hyphen', () => {
    expect(formatNumber(-8)).toBe('\u22128');
    expect(formatNumber(-0.25, { maximumFractionDigits: 1, signDisplay: 'exceptZero' })).toMatch(
      /^\u22120[.,]3$/,
    );
  });
});
