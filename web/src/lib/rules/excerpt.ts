/** The part of a handbook that one rule is about: its words, and an example where there is one. */
import type { Block, CardRow, Piece } from './markdown';

export interface Excerpt {
  /** the heading it stands under */
  title: readonly Piece[];
  words: readonly Piece[];
  /** what the words announce with a colon */
  announced: Block | null;
  example: Example | null;
}

export interface Example {
  /** what it shows, where it says so */
  words: readonly Piece[];
  cards: readonly CardRow[];
}

const names = (pieces: readonly Piece[], rule: string) =>
  pieces.some(({ kind, text }) => kind === 'rule' && text === rule);

/** What a block says about a rule; null where it says nothing. */
function wordsIn(block: Block, rule: string): readonly Piece[] | null {
  switch (block.kind) {
    case 'paragraph':
      return names(block.pieces, rule) ? block.pieces : null;
    case 'list':
      return block.items.find((item) => names(item, rule)) ?? null;
    case 'table':
      return block.rows.find((row) => row.some((cell) => names(cell, rule)))?.flat() ?? null;
    default:
      return null;
  }
}

/** Without the rules' numbers, and without the space before each: at a table nobody looks them up. */
const withoutNumbers = (pieces: readonly Piece[]): Piece[] =>
  pieces
    .map((piece, i) => (pieces[i + 1]?.kind === 'rule' ? { ...piece, text: piece.text.trimEnd() } : piece))
    .filter(({ kind }) => kind !== 'rule');

export function excerptOf(blocks: readonly Block[], rule: string): Excerpt | null {
  const at = blocks.findIndex((block) => wordsIn(block, rule) !== null);
  if (at < 0) return null;
  const heading = blocks.slice(0, at).findLast((block) => block.kind === 'heading');
  const words = withoutNumbers(wordsIn(blocks[at]!, rule)!);
  return {
    title: heading?.pieces ?? [],
    words,
    announced: words.at(-1)?.text.endsWith(':') ? (blocks[at + 1] ?? null) : null,
    example: exampleOf(blocks, rule) ?? exampleBeside(blocks.slice(at + 1)),
  };
}

/** The cards under a paragraph that names the rule. */
function exampleOf(blocks: readonly Block[], rule: string): Example | null {
  for (const [i, block] of blocks.entries()) {
    const before = blocks[i - 1];
    if (block.kind !== 'cards' || before?.kind !== 'paragraph' || !names(before.pieces, rule)) continue;
    return { words: withoutNumbers(before.pieces), cards: block.rows };
  }
  return null;
}

/** The next cards in the same section. */
function exampleBeside(rest: readonly Block[]): Example | null {
  const end = rest.findIndex((block) => block.kind === 'heading');
  const section = end < 0 ? rest : rest.slice(0, end);
  const found = section.find((block) => block.kind === 'cards');
  return found ? { words: [], cards: found.rows } : null;
}
