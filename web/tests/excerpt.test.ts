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

Count [GA-04]:

| set | points |
|---|---|
| red | 3 |

Nobody wins twice [GA-05].

## Examples

**The first card.** This one may lie face down [GA-02] [GA-05].

\`\`\`cards
Right: red-7
\`\`\`
`;
const blocks = parseHandbook(HANDBOOK);
const said = (rule: string) =>
  excerptOf(blocks, rule)
    ?.words.map(({ text }) => text)
    .join('');

describe('the words of a rule', () => {
  it('bring along what they announce', () => {
    expect(said('GA-04')).toBe('Count:');
    expect(excerptOf(blocks, 'GA-04')?.announced?.kind).toBe('table');
    expect(excerptOf(blocks, 'GA-05')?.announced).toBeNull();
  });

  it('are the sentence that names it, with the heading above', () => {
    expect(said('GA-02')).toBe('Lay one face down.');
    expect(excerptOf(blocks, 'GA-02')?.title[0]?.text).toBe('Setup');
  });

  const shown = (rule: string) => excerptOf(blocks, rule)?.example?.cards[0]?.cards.map(({ card }) => card);

  it('come with the example that names them, and with what it says', () => {
    expect(shown('GA-02')).toEqual(['red-7']);
    expect(shown('GA-05')).toEqual(['red-7']);
    const words = excerptOf(blocks, 'GA-02')?.example?.words.map(({ text }) => text);
    expect(words?.join('')).toBe('The first card. This one may lie face down.');
  });

  it('come with the example of their own section where none names them', () => {
    expect(shown('GA-03')).toEqual(['red-1', 'red-2']);
    expect(shown('GA-01')).toBeUndefined();
    expect(shown('GA-04')).toBeUndefined();
  });

  it('are not there for a rule that no handbook names', () => {
    expect(excerptOf(blocks, 'GA-99')).toBeNull();
  });
});
