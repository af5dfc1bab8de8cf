import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GameInfo } from '../src/lib/api/types';
import { faceFor } from '../src/lib/faces/faces';
import { listGames } from '../src/lib/games.svelte';
import { setLanguage } from '../src/lib/i18n/index.svelte';
import { character } from '../src/lib/shell/characters.svelte';
import {
  charactersOf,
  groupOf,
  ladderOf,
  levelName,
  othersOf,
  rangeOf,
  rivalStep,
} from '../src/lib/shell/levels';
import { levelFor, rememberedLevel, rememberLevel } from '../src/lib/shell/memory';

const LEVELS = ['1', 'easy', '3', '4', '5', '6', 'medium', '8', 'hard', 'master'];
const NAMES = ['Luca', 'Sanne', 'Lou', 'Jonas', 'Chiara', 'Rosa', 'Yara', 'Karel', 'Nora', 'Otto'];

const game = (changes: Partial<GameInfo> = {}): GameInfo => ({
  id: 'souvenirs',
  name: {},
  players: [2, 3, 4],
  timed: false,
  levels: ['random', 'easy', 'medium', 'hard', 'master', 'MyBot'],
  steps: LEVELS.map((level, at) => ({ level, name: NAMES[at]! })),
  characters: [
    { level: 'collector', step: 5, name: 'Felix', title: { en: 'Waits' }, about: { en: 'Books late.' } },
  ],
  options: {},
  ...changes,
});

beforeAll(() => setLanguage('en'));
beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

describe('the ladder as a list', () => {
  it('has every step once, in four groups from weak to strong', () => {
    const groups = ladderOf(game());
    expect(groups.map(({ group }) => group)).toEqual(['first', 'middle', 'upper', 'top']);
    expect(groups.flatMap(({ steps }) => steps.map(({ level }) => level))).toEqual(LEVELS);
  });
  it('says of each group which steps of how many it has', () => {
    const ranges = ladderOf(game()).map(({ group }) => rangeOf(group, game()));
    expect(ranges).toEqual(['1–3/10', '4–6/10', '7–9/10', '10/10']);
  });
  it('calls a step by its number and its level, or by the name of its bot', () => {
    const called = ladderOf(game()).flatMap(({ steps }) => steps.map((step) => step.called));
    expect(called.slice(0, 3)).toEqual(['1 · Luca', '2 · Beginner', '3 · Lou']);
  });
  it('leaves everybody else below, and all of them where a game has no ladder', () => {
    expect(othersOf(game())).toEqual(['random', 'MyBot']);
    expect(othersOf(game({ steps: [], levels: ['random', 'easy'] }))).toEqual(['random', 'easy']);
  });
  it('gives ten faces to ten steps', () => {
    expect(new Set(NAMES.map(faceFor)).size).toBe(NAMES.length);
  });
});

describe('a level', () => {
  it('has a name wherever it is shown', () => {
    expect(['4', 'hard', 'rival-6.5', 'MyBot'].map(levelName)).toEqual([
      'Step 4',
      'Strong',
      'Rival · 6',
      'MyBot',
    ]);
  });
  it('that is a rival says which step it plays like', () => {
    expect(['rival-10.5', 'rival-3', 'rival', '3', 'rivals-3'].map(rivalStep)).toEqual([
      10,
      3,
      null,
      null,
      null,
    ]);
  });
  it('belongs to the group of its step', () => {
    expect([1, 3, 4, 6, 7, 9, 10].map(groupOf).join(' ')).toBe('first first middle middle upper upper top');
  });
});

describe('the level chosen last', () => {
  it('is a beginner for whoever is new', () => expect(levelFor(game())).toBe('easy'));
  it('is the same step in a game in which that has a name', () => {
    rememberLevel('7');
    expect(levelFor(game())).toBe('medium');
  });
  it('is a beginner where a game does not know it', () => {
    rememberLevel('OtherBot');
    expect(levelFor(game())).toBe('easy');
    expect(levelFor(game({ levels: ['random'], steps: [] }))).toBe('random');
  });
  it('is the rival wherever it was, and a beginner until the server has said where that is', () => {
    rememberLevel('rival-6.5');
    expect(rememberedLevel()).toBe('rival');
    expect(levelFor(game())).toBe('easy');
  });
});

describe('a character', () => {
  it('is listed by how strong it is, and called by what it is like', async () => {
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ games: [game()] })));
    await listGames();
    expect(charactersOf(game())).toEqual([{ level: 'collector', called: '5 · Waits' }]);
    expect(character('collector')).toBe('Books late.');
    rememberLevel('collector');
    expect(levelFor(game())).toBe('collector');
    expect(levelFor(game({ characters: [] }))).toBe('easy');
  });
});
