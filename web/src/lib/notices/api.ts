/** Notices of one's turn: the server's addresses as functions. */
import { get, post } from '../api/client';
import type { NoticeSettings, QuietTimes, Stopped } from '../api/types';
import { language } from '../i18n/index.svelte';

const ME = '/api/me/notices';

export const noticeSettings = () => get<NoticeSettings>(ME);
export const subscribe = (wish: { endpoint: string; p256dh: string; auth: string }) =>
  post<NoticeSettings>(`${ME}/push`, { ...wish, language: language() });
export const setMail = (address: string) =>
  post<NoticeSettings>(`${ME}/mail`, { address, language: language() });
export const confirmMail = (code: string) => post<NoticeSettings>(`${ME}/mail/confirm`, { code });
export const removeChannel = (id: string) => post<NoticeSettings>(`${ME}/remove`, { id });
export const setQuiet = (quiet: QuietTimes | null) => post<NoticeSettings>(`${ME}/quiet`, { quiet });
export const stopMails = (channel: string) =>
  post<Stopped>(`/api/notices/stop/${encodeURIComponent(channel)}`, {});
