import { describe, expect, it } from 'vitest';
import { excerptOf } from '../src/lib/rules/excerpt';
import { parseHandbook } from '../src/lib/rules/markdown';

const HANDBOOK = `# Game

## Setup

1. Deal seven cards [GA-01].
2. Lay one face down [GA-02].

## Sets

A set has three cards [GA-03].

\`\`\`cards
Right: red-1 red-2
\`\`\`

## End

Count [GA-04].
`;
const blocks = parseHandbook(HANDBOOK);
const said = (rule: string) =>
  excerptOf(blocks, rule)
    ?.words.map(({ text }) => text)
    .join('');

describe('the words of a rule', () => {
  it('are the sentence that names it, with the heading above', () => {
    expect(said('GA-02')).toContain('Lay one face down');
    expect(said('GA-02')).not.toContain('seven');
    expect(excerptOf(blocks, 'GA-02')?.title[0]?.text).toBe('Setup');
  });

  it('come with the example of their own section, and of no other', () => {
    expect(excerptOf(blocks, 'GA-03')?.example?.[0]?.cards.map(({ card }) => card)).toEqual([
      'red-1',
      'red-2',
    ]);
    expect(excerptOf(blocks, 'GA-02')?.example).toBeNull();
    expect(excerptOf(blocks, 'GA-04')?.example).toBeNull();
  });

  it('are not there for a rule that no handbook names', () => {
    expect(excerptOf(blocks, 'GA-99')).toBeNull();
  });
});
