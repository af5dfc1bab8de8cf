/** Writes which texts there are and what each needs, as types: a misspelt key or a missing name is then a type error. */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const WHERE = ['src/lib/*/messages/en.json', 'src/games/*/messages/en.json', 'src/games/*/names/en.json'];
const OUT = 'node_modules/.quartett/texts.ts';

/** A key without the ending that depends on a number. */
function baseOf(key: string, texts: Readonly<Record<string, string>>): string {
  const base = key.replace(/\.(?:one|other)$/, '');
  return `${base}.one` in texts && `${base}.other` in texts ? base : key;
}

/** What is filled into each text, by key; `count` is a number where it chooses between two. */
export function needs(texts: Readonly<Record<string, string>>): Map<string, Map<string, string>> {
  const found = new Map<string, Map<string, string>>();
  for (const [key, text] of Object.entries(texts)) {
    const base = baseOf(key, texts);
    const holes = found.get(base) ?? new Map<string, string>();
    for (const [, name] of text.matchAll(/\{(\w+)\}/g)) holes.set(name!, 'string | number');
    if (base !== key) holes.set('count', 'number');
    found.set(base, holes);
  }
  return found;
}

export function typesOf(texts: Readonly<Record<string, string>>): string {
  const lines = [...needs(texts)].sort().map(([key, holes]) => {
    const fields = [...holes].sort().map(([name, type]) => `${name}: ${type}`);
    return `  ${JSON.stringify(key)}: ${fields.length > 0 ? `{ ${fields.join('; ')} }` : 'Record<never, never>'};`;
  });
  return `/** Written by tools/texts.ts. */\nexport interface Texts {\n${lines.join('\n')}\n}\n`;
}

if (import.meta.main) {
  const texts = Object.assign(
    {},
    ...globSync(WHERE).map((path) => JSON.parse(readFileSync(path, 'utf8')) as object),
  ) as Record<string, string>;
  mkdirSync(dirname(OUT), { recursive: true });
  writeFileSync(OUT, typesOf(texts));
}
