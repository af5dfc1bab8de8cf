/** Which faces there are, and who has which. */
import type { ChooseFace } from '../api/types';

export type FaceId = NonNullable<ChooseFace['face']>;

export const FACES = [
  'camera',
  'beret',
  'captain',
  'headphones',
  'sunhat',
  'turban',
  'headscarf',
  'bun',
  'curls',
  'moustache',
  'beard',
  'glasses',
  'sunglasses',
  'bowtie',
  'plaits',
  'cap',
  'chef',
  'laurel',
  'bobble',
  'flower',
  'tophat',
  'mohawk',
  'goggles',
  'scarf',
] as const satisfies readonly FaceId[];

/** Whether this version has a drawing of it. */
export const isFace = (id: string | null | undefined): id is FaceId =>
  (FACES as readonly (string | null | undefined)[]).includes(id);

/** The face of somebody who has chosen none, and of every bot: the same wherever the name is the same. */
export function faceFor(name: string): FaceId {
  let sum = 7;
  for (const letter of name) sum = (sum * 31 + letter.codePointAt(0)!) % 104_729;
  return FACES[sum % FACES.length]!;
}

/** The faces of those at one table: nobody looks like somebody else. */
export function facesOf(names: readonly string[], chosen: readonly (FaceId | null)[] = []): FaceId[] {
  const taken = new Set(chosen.filter((face) => face !== null));
  return names.map((name, seat) => {
    const own = chosen[seat];
    if (own) return own;
    const start = FACES.indexOf(faceFor(name));
    const free = FACES.map((_, i) => FACES[(start + i) % FACES.length]!).find((face) => !taken.has(face))!;
    taken.add(free);
    return free;
  });
}

/** Somebody in a seat, as far as it concerns their face. */
export interface Faced {
  readonly kind: string;
  readonly name: string;
  /** what a person has chosen */
  readonly face?: string | null;
}

/** Who looks how, by seat: people as they have chosen, bots like nobody else; guests have no face. */
export function seatFaces(players: readonly Faced[]): (FaceId | null)[] {
  const chosen = players.map(({ kind, face }) => (kind === 'person' && isFace(face) ? face : null));
  const faced = players.map((player, seat) => ({ ...player, seat, own: chosen[seat]! }));
  const shown = faced.filter(({ kind, own }) => kind === 'bot' || own);
  const faces = facesOf(
    shown.map(({ name }) => name),
    shown.map(({ own }) => own),
  );
  return players.map((_, seat) => faces[shown.findIndex((each) => each.seat === seat)] ?? null);
}
