/** What a bot's level is called. */
import { has, t } from '../i18n/index.svelte';

export const levelName = (level: string): string => (has(`level.${level}`) ? t(`level.${level}`) : level);
