// Usage: node tools/import-card-names.mjs FOLDER
// Reads photo_rummy_{cities,categories,cards}.csv from FOLDER and writes the names the cards show,
// one file per language, so that a table loads only its own.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const LANGUAGES = ['en', 'de', 'fr', 'it', 'nl', 'es'];
const folder = process.argv[2];
const target = resolve(import.meta.dirname, '../src/games/photo_rummy/names');

function fields(line) {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    (m) => m[1]?.replaceAll('""', '"') ?? m[2],
  );
}

function rows(name) {
  const [head, ...lines] = readFileSync(join(folder, `photo_rummy_${name}.csv`), 'utf8')
    .trim()
    .split(/\r?\n/);
  const keys = fields(head);
  return lines.map((line) => Object.fromEntries(fields(line).map((value, i) => [keys[i], value])));
}

const cities = rows('cities');
const categories = rows('categories');
const cards = rows('cards');
const write = (name, value) =>
  writeFileSync(join(target, `${name}.json`), `${JSON.stringify(value, null, 1)}\n`);

mkdirSync(target, { recursive: true });
for (const language of LANGUAGES) {
  write(
    language,
    Object.fromEntries([
      ...cities.map((row) => [`photo_rummy.city.${row.city}`, row[language]]),
      ...categories.map((row) => [`photo_rummy.category.${row.category}`, row[language]]),
      ...cards.map((row) => [`photo_rummy.card.${row.city}-${row.category}`, row[language]]),
    ]),
  );
}
writeFileSync(
  join(target, '../plates.json'),
  `${JSON.stringify(Object.fromEntries(cities.map((row) => [row.city, row.plate])), null, 1)}\n`,
);
