/** What a touch of a place means: as few motions as can be, and no question whether it is allowed. */
import type { Foreseen } from './foresee';
import type { Action, View } from '../names';

export type Place = `own-${number}` | 'draw' | `pile-${number}` | `theirs-${number}-${number}`;
export type Intent = { pick: Place | null } | { action: Action };

interface Situation {
  view: View;
  seat: number;
  seen: Foreseen;
  /** a drawn card is on its way into the hand */
  drawing: boolean;
  picked: Place | null;
  /** what may be done now */
  legal: readonly Action[];
}

const numbers = (place: Place) => place.split('-').slice(1).map(Number);
const isOwn = (place: Place | null) => place?.startsWith('own-') ?? false;
const isPile = (place: Place | null) => place?.startsWith('pile-') ?? false;

export function intend(place: Place, situation: Situation): Intent {
  const { seen, seat, drawing, picked } = situation;
  const own = seen.seats[seat]!;
  const holding = own.hand !== null || drawing;
  const [first = 0, second = 0] = numbers(place);
  if (place.startsWith('theirs-')) return { action: { type: 'steal', seat: first, slot: second } };
  if (place === 'draw')
    return {
      action: holding ? { type: 'set', slot: Math.max(0, own.display.indexOf(null)) } : { type: 'draw' },
    };
  if (isPile(place)) {
    const from = sourceFor(own.display, holding, picked);
    return from
      ? { action: playing(situation.view, from, first) }
      : { pick: picked === place ? null : place };
  }
  if (holding) return { action: { type: 'set', slot: first } };
  if (own.display[first] === null) return { action: { type: 'draw' } };
  if (isPile(picked)) return { action: playing(situation.view, `own-${first}`, numbers(picked!)[0]!) };
  const only = onlyPlay(first, situation.legal);
  return only ? { action: only } : { pick: picked === place ? null : place };
}

/** Where a card of one's display fits one pile alone, a tap is enough. */
function onlyPlay(slot: number, legal: readonly Action[]): Action | null {
  const plays = legal.filter((action) => action.type === 'play' && action.from === `display-${slot}`);
  const piles = new Set(plays.map((action) => action.type === 'play' && action.pile));
  return piles.size === 1 ? plays[0]! : null;
}

/** What dropping one thing on another means. */
export function drop(from: Place, onto: Place, { view }: Situation): Action | null {
  if (isPile(onto)) return playing(view, from, numbers(onto)[0]!);
  return from === 'draw' && isOwn(onto) ? { type: 'set', slot: numbers(onto)[0]! } : null;
}

/** The card meant for a pile: the one in hand, the one picked, or the only one there is. */
function sourceFor(
  display: readonly (string | null)[],
  holding: boolean,
  picked: Place | null,
): Place | null {
  if (holding) return 'draw';
  if (isOwn(picked)) return picked;
  const lying = display.flatMap((card, slot) => (card === null ? [] : [slot]));
  return lying.length === 1 ? `own-${lying[0]!}` : null;
}

function playing(view: View, from: Place, pile: number): Action {
  const source = from === 'draw' ? 'hand' : from === 'own-0' ? 'display-0' : 'display-1';
  return { type: 'play', from: source, pile, on: view.middle[pile]?.top ?? null };
}

/** Where a refusal is shown: at the place that was aimed at. */
export function placeOf(action: Action): Place | null {
  switch (action.type) {
    case 'play':
      return `pile-${action.pile}`;
    case 'steal':
      return `theirs-${action.seat}-${action.slot}`;
    case 'set':
      return `own-${action.slot}`;
    case 'draw':
      return 'draw';
    default:
      return null;
  }
}
