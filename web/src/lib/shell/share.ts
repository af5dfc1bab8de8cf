import { t } from '../i18n/index.svelte';
import { toast } from '../ui/toasts.svelte';
import { copyText } from './copy';

/** Whether the device itself offers ways to others: messages, mail, nearby phones. */
export const canShare = (): boolean => 'share' in navigator;

/** Takes what the device offers; false where that is nothing, and the text is to be copied. */
export async function shareBy(what: ShareData): Promise<boolean> {
  if (!canShare()) return false;
  try {
    await navigator.share(what);
  } catch (error) {
    // somebody who changes their mind is not told about it
    return (error as Error).name === 'AbortError';
  }
  return true;
}

/** Gives a link to others: as the device offers it, else copied, else to be copied by hand. */
export async function shareLink(title: string, link: string): Promise<void> {
  if (await shareBy({ title, url: link })) return;
  if (await copyText(link)) toast(t('invite.copied'), 'good');
  else toast(link, 'info', 20_000);
}
