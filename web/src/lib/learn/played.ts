import { t } from '../i18n/index.svelte';

/** How many have played a deal, in words. */
export const playedBy = (count: number): string =>
  count === 0 ? t('daily.played.none') : t('daily.played', { count });
