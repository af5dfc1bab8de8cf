/** Which faces there are, and who has which. */
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
] as const;
export type FaceId = (typeof FACES)[number];

export const isFace = (id: string): id is FaceId => (FACES as readonly string[]).includes(id);

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

/** The faces of the bots among players, by seat; people have none until they choose one. */
export function botFaces(players: readonly { kind: string; name: string }[]): (FaceId | null)[] {
  const faces = facesOf(players.filter(({ kind }) => kind === 'bot').map(({ name }) => name)).values();
  return players.map(({ kind }) => (kind === 'bot' ? faces.next().value! : null));
}
