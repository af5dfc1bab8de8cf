import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { FACES, faceFor, facesOf, isFace, seatFaces } from '../src/lib/faces/faces';
import { PORTRAITS } from '../src/lib/faces/portraits';
import { LANGUAGES } from '../src/lib/i18n/index.svelte';

const MAX_BYTES = 20 * 1024;
const WORDS = ['faces', ...['about', 'none', 'save', 'saved', 'yours'].map((each) => `faces.${each}`)];

describe('portraits', () => {
  it('are twenty-four, each drawn and each different', () => {
    expect(PORTRAITS.map(({ id }) => id)).toEqual([...FACES]);
    expect(FACES).toHaveLength(24);
    expect(new Set(PORTRAITS.map(({ layers }) => JSON.stringify(layers))).size).toBe(24);
  });
  it('are light', () => {
    const source = readFileSync('src/lib/faces/portraits.ts');
    expect(gzipSync(source).length).toBeLessThan(MAX_BYTES);
  });
  it('have only paths that can be drawn', () => {
    for (const { id, layers } of PORTRAITS)
      for (const [, path] of layers) expect(path, id).toMatch(/^M[-\d\sA-Za-z.,]+$/);
  });
  it.each(LANGUAGES)('are named in %s, each differently', (language) => {
    const file = readFileSync(`src/lib/faces/messages/${language}.json`, 'utf8');
    const texts = JSON.parse(file) as Record<string, string>;
    expect(Object.keys(texts).sort()).toEqual([...WORDS, ...FACES.map((face) => `faces.${face}`)].sort());
    expect(new Set(Object.values(texts)).size).toBe(WORDS.length + 24);
  });
});

describe('who has which face', () => {
  it('is the same wherever the name is the same', () => {
    expect(faceFor('Noa')).toBe(faceFor('Noa'));
    expect(isFace(faceFor(''))).toBe(true);
    expect(isFace('nobody')).toBe(false);
  });
  it('gives everybody at a table another one, and leaves chosen ones alone', () => {
    const names = ['Ann', 'Ann', 'Ann', 'Ann', 'Ann'];
    const faces = facesOf(names, [null, faceFor('Ann')]);
    expect(new Set(faces).size).toBe(5);
    expect(faces[1]).toBe(faceFor('Ann'));
  });
});

describe('faces at a table', () => {
  it('are given to bots, each another one, and to nobody else', () => {
    const same = faceFor('Noa');
    const twin = Array.from({ length: 500 }, (_, i) => `Noa ${i}`).find((name) => faceFor(name) === same)!;
    const players = [
      { kind: 'person', name: 'Noa' },
      { kind: 'bot', name: 'Noa' },
      { kind: 'open', name: '' },
      { kind: 'bot', name: twin },
    ];
    const [person, noa, open, other] = seatFaces(players);
    expect([person, noa, open]).toEqual([null, same, null]);
    expect(other).not.toBeNull();
    expect(other).not.toBe(same);
  });
  it('are people’s own, and no bot at the table has one of theirs', () => {
    const players = [
      { kind: 'bot', name: 'Noa' },
      { kind: 'person', name: 'Ann', face: faceFor('Noa') },
      { kind: 'person', name: 'Ben', face: faceFor('Noa') },
    ];
    const [bot, ann, ben] = seatFaces(players);
    expect([ann, ben]).toEqual([faceFor('Noa'), faceFor('Noa')]);
    expect(bot).not.toBe(faceFor('Noa'));
    expect(isFace(bot)).toBe(true);
  });
  it('are nobody’s that a later version has drawn, nor an open seat’s', () => {
    const later = { kind: 'person', name: 'Ann', face: 'astronaut' };
    expect(seatFaces([later, { kind: 'open', name: '', face: 'beret' }])).toEqual([null, null]);
  });
});
