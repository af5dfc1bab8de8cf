/** An evening as it is now: looked at again every few seconds, and after whatever one does there. */
import { untrack } from 'svelte';
import { Denied } from '../api/client';
import type { EveningShown } from '../api/types';
import { toast } from '../ui/toasts.svelte';
import { lookAtEvening, newsOf } from './api';

/** how often it is looked at while somebody sees the page; a screen that nobody sees does not ask */
const AGAIN_MS = 2000;
/** once it is over, hardly anything changes any more */
const OVER_MS = 20_000;

export class Watch {
  readonly id: string;
  shown = $state.raw<EveningShown | null>(null);
  /** what is wrong: there is no such evening, it cannot be read, or the server is out of reach */
  problem = $state<'missing' | 'damaged' | 'offline' | null>(null);
  /** what the server says of that */
  why = $state('');
  busy = $state(false);
  /** how far this device's clock is behind the server's (ms) */
  #behind = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #over = false;

  constructor(id: string) {
    this.id = id;
  }

  /** Begins to look; what is returned ends it. */
  begin(): () => void {
    const seen = () => document.hidden || void this.look();
    document.addEventListener('visibilitychange', seen);
    // whoever calls this in an effect does not begin anew with each change
    void untrack(() => this.look());
    return () => {
      this.#over = true;
      clearTimeout(this.#timer);
      document.removeEventListener('visibilitychange', seen);
    };
  }

  async look(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      const known = this.shown;
      const news = known === null ? await lookAtEvening(this.id) : await newsOf(this.id, known.version);
      if (news) this.take(news);
      this.problem = null;
    } catch (error) {
      this.why = (error as Error).message;
      const denied = error instanceof Denied && error.status === 404 ? error.problem.reason : null;
      this.problem =
        denied === null ? 'offline' : denied === 'server.damaged_evening' ? 'damaged' : 'missing';
    }
    clearTimeout(this.#timer);
    const wait = this.shown?.state === 'over' ? OVER_MS : AGAIN_MS;
    if (!this.#over && !document.hidden) this.#timer = setTimeout(() => void this.look(), wait);
  }

  /** Shows a newer state; what comes late is no news. */
  take(news: EveningShown): void {
    if (this.shown && news.version < this.shown.version) return;
    this.#behind = news.now - Date.now();
    this.shown = news;
  }

  /** The server's clock (ms), as far as it is known. */
  now(): number {
    return Date.now() + this.#behind;
  }

  /** Does something, and shows what came of it; whether it was granted. */
  async attempt(work: () => Promise<EveningShown>): Promise<boolean> {
    this.busy = true;
    try {
      this.take(await work());
      return true;
    } catch (error) {
      toast((error as Error).message, 'bad');
      return false;
    } finally {
      this.busy = false;
    }
  }
}
