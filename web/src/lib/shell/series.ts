/** Several matches at one table: who has won how many, and who has which colour. */
import type { TableInfo } from '../api/types';

type Table = Pick<TableInfo, 'past' | 'seats'>;
const COLOURS = 5;

/** The names with their victories, the most first; bots count too. */
export function standings({ past }: Pick<TableInfo, 'past'>): { name: string; won: number }[] {
  const won = new Map<string, number>();
  for (const { names, outcome } of past)
    names.forEach((name, seat) =>
      won.set(name, (won.get(name) ?? 0) + (outcome.winners.includes(seat) ? 1 : 0)),
    );
  return [...won].map(([name, count]) => ({ name, won: count })).sort((a, b) => b.won - a.won);
}

/** The colour of each seat: its number at first, and later whatever its player had before. */
export function coloursOf({ past, seats }: Table): number[] {
  const known = new Map<string, number>();
  const lists = [...past.map(({ names }) => names), seats.map(({ name }) => name)];
  let colours: number[] = [];
  for (const names of lists) {
    const kept = names.map((name, i) => (name && names.indexOf(name) === i ? known.get(name) : undefined));
    const free = Array.from({ length: COLOURS }, (_, i) => i).filter((each) => !kept.includes(each));
    colours = kept.map((colour, seat) => {
      if (colour !== undefined) return colour;
      // a new player has the colour of the seat if nobody else has it
      const index = Math.max(0, free.indexOf(seat));
      return free.splice(index, 1)[0] ?? seat % COLOURS;
    });
    names.forEach((name, i) => known.set(name, colours[i]!));
  }
  return colours;
}

/** Style for the room of a table: colours stay with people though these change seats. */
export function colourStyle(table: Table): string {
  const root = getComputedStyle(document.documentElement);
  return coloursOf(table)
    .flatMap((colour, seat) =>
      colour === seat ? [] : ['', '-on'].map((tone) => [colour, seat, tone] as const),
    )
    .map(
      ([colour, seat, tone]) =>
        `--player-${seat}${tone}:${root.getPropertyValue(`--player-${colour}${tone}`)}`,
    )
    .join(';');
}
