/** What moves, appears and leaves when a table changes: places in, flights out, no page needed. */

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where something with a key lies, and in which part of the table. */
export interface Place {
  readonly box: Box;
  readonly zone: unknown;
}

/**
 * Where a card comes from and goes to. Both ends are the key of a thing on the table or a CSS selector
 * for a place there, such as a pile or a player; what lies under a key lands exactly there.
 */
export interface Source {
  /** the card's face; null for its back */
  readonly card: string | null;
  readonly from: string;
  readonly to: string;
  /** points on their way to a player, instead of a card */
  readonly points?: { readonly text: string; readonly seat: number };
}

/** The things of the table before and after, by key, and the places that sources name. */
export interface Scene {
  readonly before: ReadonlyMap<string, Place>;
  readonly after: ReadonlyMap<string, Place>;
  readonly anchors: ReadonlyMap<string, Box>;
}

export type Flight =
  /** what is there before and after, or appears from somewhere */
  | {
      readonly kind: 'move';
      readonly key: string;
      readonly from: Box;
      readonly to: Box;
      readonly far: boolean;
      /** it was not seen before: nobody misses it until it sets off */
      readonly appears?: true;
    }
  /** what was there and goes to a place */
  | { readonly kind: 'leave'; readonly key: string; readonly from: Box; readonly to: Box }
  /** what is never seen lying: a card from a pile to another player, or points */
  | { readonly kind: 'pass'; readonly source: Source; readonly from: Box; readonly to: Box };

export interface Timed {
  readonly flight: Flight;
  readonly delay: number;
}

/** Nearer than this nothing has moved, in px. */
const NEAR = 1.5;
const STAGGER_MS = 60;
/** However many cards fly, the last one starts within this time. */
const MAX_STAGGER_MS = 420;

/** All flights of one change; those that sources name start one shortly after the other. */
export function plan(scene: Scene, sources: readonly Source[]): Timed[] {
  const named = sources.flatMap((source) => sourced(scene, source) ?? []);
  const taken = new Set(named.flatMap((flight) => ('key' in flight ? [flight.key] : [])));
  const moved = [...scene.after].flatMap(([key, place]) =>
    taken.has(key) ? [] : (moving(key, scene.before.get(key), place) ?? []),
  );
  const step = Math.min(STAGGER_MS, MAX_STAGGER_MS / Math.max(1, named.length));
  return [
    ...moved.map((flight) => ({ flight, delay: 0 })),
    ...named.map((flight, i) => ({ flight, delay: Math.round(i * step) })),
  ];
}

function moving(key: string, before: Place | undefined, after: Place): Flight | null {
  if (!before || !differs(before.box, after.box)) return null;
  return { kind: 'move', key, from: before.box, to: after.box, far: before.zone !== after.zone };
}

function sourced({ before, after, anchors }: Scene, source: Source): Flight | null {
  const target = after.get(source.to);
  const start = before.get(source.from) ?? before.get(source.to);
  const place = anchors.get(source.from);
  const to = target?.box ?? anchors.get(source.to);
  if (!to || to.width === 0) return null;
  const from = start?.box ?? (place && target ? within(to, place) : place);
  if (!from) return null;
  if (target) {
    const flight = { kind: 'move', key: source.to, from, to, far: true } as const;
    return !differs(from, to) ? null : start ? flight : { ...flight, appears: true };
  }
  if (before.has(source.from) && !after.has(source.from))
    return { kind: 'leave', key: source.from, from, to: within(from, to) };
  return { kind: 'pass', source, from, to };
}

const differs = (a: Box, b: Box) =>
  b.width > 0 &&
  (Math.abs(a.x - b.x) > NEAR || Math.abs(a.y - b.y) > NEAR || Math.abs(a.width - b.width) > NEAR);

/** Something of this shape in the middle of a place, small enough for it. */
export function within(shape: Box, place: Box): Box {
  const scale = Math.min(1, place.width / shape.width, place.height / shape.height);
  const [width, height] = [shape.width * scale, shape.height * scale];
  return {
    x: place.x + (place.width - width) / 2,
    y: place.y + (place.height - height) / 2,
    width,
    height,
  };
}

/** How much quicker things fly when so many batches wait. */
export const hurry = (waiting: number): number => Math.max(0.3, 1 / (1 + waiting / 3));
