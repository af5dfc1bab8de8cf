/** Several matches at one table: who has which colour. */
import type { TableInfo } from '../api/types';

type Table = Pick<TableInfo, 'past' | 'seats'>;
const COLOURS = 5;

/** Whoever sat there: a person by number, whatever the name; bots, and people of long ago, by name. */
interface Sitter {
  key: string;
  name: string;
}

const sitter = (name: string, person: number | null | undefined): Sitter => ({
  key: person === null || person === undefined ? `name ${name}` : `person ${person}`,
  name,
});
const sittersOf = ({ names, people }: TableInfo['past'][number]): Sitter[] =>
  names.map((name, seat) => sitter(name, people[seat]));

/** The colour of each seat: its number at first, and later whatever its player had before. */
export function coloursOf({ past, seats }: Table): number[] {
  const known = new Map<string, number>();
  const now = seats.map(({ name, person }) => sitter(name, person));
  let colours: number[] = [];
  for (const sitters of [...past.map(sittersOf), now]) {
    const keys = sitters.map(({ key, name }) => (name ? key : ''));
    const kept = keys.map((key, i) => (key && keys.indexOf(key) === i ? known.get(key) : undefined));
    const free = Array.from({ length: COLOURS }, (_, i) => i).filter((each) => !kept.includes(each));
    colours = kept.map((colour, seat) => {
      if (colour !== undefined) return colour;
      // a new player has the colour of the seat if nobody else has it
      const index = Math.max(0, free.indexOf(seat));
      return free.splice(index, 1)[0] ?? seat % COLOURS;
    });
    keys.forEach((key, i) => known.set(key, colours[i]!));
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
