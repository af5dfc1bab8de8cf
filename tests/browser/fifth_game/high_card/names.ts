import { t } from '../../lib/i18n/index.svelte';

export const cardName = (card: string): string => t('high_card.card', { value: Number(card.at(-1)) });
