/** What several devices of one person know of learning, put together by the server. */
import { Denied, post } from '../api/client';
import type { Learnt } from '../api/types';
import { isKept, learntHere, rememberKept, rememberLearnt } from './memory';

const GUEST = 403;

/** Tells the server what is known here, and learns what the other devices know; nothing for a guest. */
export async function shareLearnt(): Promise<void> {
  if (!isKept()) return;
  try {
    rememberLearnt(await post<Learnt>('/api/me/learnt', learntHere()));
  } catch (error) {
    // this device was signed out; without a connection it is tried again next time
    if (error instanceof Denied && error.status === GUEST) rememberKept(false);
  }
}
