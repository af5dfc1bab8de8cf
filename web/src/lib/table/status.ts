/** Whose turn it is, in words. */
import { formatList, t } from '../i18n/index.svelte';
import type { Session } from './contract';

/** Whether it is on the viewer, or on another seat, to do something. */
export const onTurn = (session: Session, seat: number | null = session.seat): boolean =>
  seat !== null && session.toAct.includes(seat) && !session.outcome;

export function turnText(session: Session): string {
  if (session.outcome) return t('turn.over');
  if (onTurn(session)) return t('turn.you');
  const names = session.players.filter(({ seat }) => session.toAct.includes(seat)).map(({ name }) => name);
  return names.length > 0 ? t('turn.waiting', { names: formatList(names) }) : '';
}
