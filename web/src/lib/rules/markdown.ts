/** The part of Markdown that the handbooks use, as data: headings, paragraphs, lists, tables, card rows. */
export type Piece =
  { kind: 'text' | 'strong' | 'code'; text: string } | { kind: 'rule'; text: string; first: boolean };

/** Cards in a row of an example; the marks stand before the cards they belong to. */
export interface CardRow {
  label: string;
  cards: { card: string; mark: 'none' | 'added' | 'taken' | 'then' }[];
}

export type Block =
  | { kind: 'heading'; level: number; pieces: Piece[] }
  | { kind: 'paragraph'; pieces: Piece[] }
  | { kind: 'list'; ordered: boolean; items: Piece[][] }
  | { kind: 'table'; head: Piece[][]; rows: Piece[][][] }
  | { kind: 'cards'; rows: CardRow[] };

const MARKS = { '+': 'added', '-': 'taken', '>': 'then' } as const;
const isMark = (word: string): word is keyof typeof MARKS => word in MARKS;

export function parseHandbook(source: string): Block[] {
  const seen = new Set<string>();
  const inline = (text: string) => pieces(text, seen);
  return chunks(source).map((chunk) => block(chunk, inline));
}

/** Blank lines divide blocks, except inside a fence. */
function chunks(source: string): string[][] {
  const found: string[][] = [[]];
  let fenced = false;
  for (const line of source.split('\n')) {
    if (line.startsWith('```')) fenced = !fenced;
    if (line.trim() === '' && !fenced) found.push([]);
    else if (line.startsWith('#')) found.push([line], []);
    else found.at(-1)!.push(line);
  }
  return found.filter((lines) => lines.length > 0);
}

function block(lines: string[], inline: (text: string) => Piece[]): Block {
  const first = lines[0]!;
  const heading = /^(#+)\s+(.*)$/.exec(first);
  if (heading) return { kind: 'heading', level: heading[1]!.length, pieces: inline(heading[2]!) };
  if (first.startsWith('```')) return { kind: 'cards', rows: lines.slice(1, -1).map(cardRow) };
  if (first.startsWith('|')) return table(lines, inline);
  const bullet = /^(-|\d+\.)\s+/.exec(first);
  if (bullet) return { kind: 'list', ordered: bullet[1] !== '-', items: items(lines).map(inline) };
  return { kind: 'paragraph', pieces: inline(lines.join(' ')) };
}

/** A line that does not begin with a bullet goes on with the item before it. */
function items(lines: string[]): string[] {
  return lines.reduce<string[]>((found, line) => {
    const item = /^\s*(?:-|\d+\.)\s+(.*)$/.exec(line);
    if (item) return [...found, item[1]!];
    return [...found.slice(0, -1), `${found.at(-1) ?? ''} ${line.trim()}`];
  }, []);
}

function table(lines: string[], inline: (text: string) => Piece[]): Block {
  const cells = (line: string) =>
    line
      .replace(/^\||\|\s*$/g, '')
      .split('|')
      .map((cell) => inline(cell.trim()));
  return { kind: 'table', head: cells(lines[0]!), rows: lines.slice(2).map(cells) };
}

function cardRow(line: string): CardRow {
  const at = line.indexOf(':');
  let mark: CardRow['cards'][number]['mark'] = 'none';
  const cards: CardRow['cards'] = [];
  for (const word of line
    .slice(at + 1)
    .trim()
    .split(/\s+/)) {
    if (isMark(word)) mark = MARKS[word];
    else cards.push({ card: word, mark });
    // an arrow stands once, a plus or minus for everything after it
    if (!isMark(word) && mark === 'then') mark = 'none';
  }
  return { label: line.slice(0, at).trim(), cards };
}

function pieces(text: string, seen: Set<string>): Piece[] {
  return text
    .split(/(\*\*[^*]+\*\*|`[^`]+`|\[[A-Z]{2}-\d{2}\])/)
    .filter(Boolean)
    .map((part): Piece => {
      if (part.startsWith('**')) return { kind: 'strong', text: part.slice(2, -2) };
      if (part.startsWith('`')) return { kind: 'code', text: part.slice(1, -1) };
      if (!/^\[[A-Z]{2}-\d{2}\]$/.test(part)) return { kind: 'text', text: part };
      const rule = part.slice(1, -1);
      const first = !seen.has(rule);
      seen.add(rule);
      return { kind: 'rule', text: rule, first };
    });
}
