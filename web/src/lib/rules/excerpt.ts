/** The part of a handbook that one rule is about: its words, and an example if its section has one. */
import type { Block, CardRow, Piece } from './markdown';

export interface Excerpt {
  /** the heading it stands under */
  title: readonly Piece[];
  words: readonly Piece[];
  example: readonly CardRow[] | null;
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

export function excerptOf(blocks: readonly Block[], rule: string): Excerpt | null {
  const at = blocks.findIndex((block) => wordsIn(block, rule) !== null);
  if (at < 0) return null;
  const heading = blocks.slice(0, at).findLast((block) => block.kind === 'heading');
  const rest = blocks.slice(at + 1);
  const end = rest.findIndex((block) => block.kind === 'heading');
  const section = end < 0 ? rest : rest.slice(0, end);
  return {
    title: heading?.pieces ?? [],
    words: wordsIn(blocks[at]!, rule)!,
    example: section.find((block) => block.kind === 'cards')?.rows ?? null,
  };
}
