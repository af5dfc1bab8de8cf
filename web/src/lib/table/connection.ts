/** A socket that comes back by itself: after a loss it is opened again, a little later each time. */
import type { FromClient, FromServer } from '../api/types';

export type Line = 'connecting' | 'open' | 'lost' | 'ended';

interface Wishes {
  address: string;
  /** the first message of every connection */
  greeting: () => FromClient;
  onmessage: (message: FromServer) => void;
  onchange: (line: Line) => void;
  /** a line that says nothing for so long is dead */
  silence: () => number;
}

const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 8000;
/** Who is answered, and sent on, need not wait longer: the server says for how long. */
const LONGEST_MOVE_MS = 1000;
/** A line that is not there after so long is tried anew: the network may have come back meanwhile. */
const OPENING_MS = 4000;
/** An alarm that rings so late says that the page itself slept, not that the line is dead. */
const LATE_MS = 400;
/** Not allowed, no such table, a page too old: coming again would not help. */
const FINAL_CODES = new Set([4400, 4403, 4404, 4426]);

export class Connection {
  readonly #wishes: Wishes;
  #socket: WebSocket | undefined;
  #pause = FIRST_PAUSE_MS;
  /** where the table's server sent this page, and after how long it shall come */
  #moved: { path: string | null; after_ms: number } | null = null;
  /** it was sent elsewhere since the last snapshot */
  #followed = false;
  #again: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #line: Line = 'connecting';

  constructor(wishes: Wishes) {
    this.#wishes = wishes;
    addEventListener('online', this.#hurry);
    addEventListener('offline', this.#lose);
    document.addEventListener('visibilitychange', this.#hurry);
    this.#open(wishes.address);
  }

  /** Sends if there is a line; what must not be lost is sent again by whoever wants it. */
  send(message: FromClient): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Drops the line and opens it anew, with a fresh greeting. */
  restart(): void {
    this.#drop();
    this.#open(this.#wishes.address);
  }

  close(): void {
    this.#line = 'ended';
    removeEventListener('online', this.#hurry);
    removeEventListener('offline', this.#lose);
    document.removeEventListener('visibilitychange', this.#hurry);
    clearTimeout(this.#again);
    this.#drop();
  }

  #open(address: string): void {
    clearTimeout(this.#again);
    this.#moved = null;
    const socket = new WebSocket(address);
    this.#socket = socket;
    this.#listen(OPENING_MS);
    socket.onopen = () => {
      socket.send(JSON.stringify(this.#wishes.greeting()));
      this.#listen(OPENING_MS);
    };
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(String(data)) as FromServer;
      if (message.type === 'snapshot') {
        // a server that takes calls but has nothing to say yet is left in peace
        this.#pause = FIRST_PAUSE_MS;
        this.#followed = false;
        this.#change('open');
      }
      if (message.type === 'moved') this.#moved = message;
      this.#wishes.onmessage(message);
      // how long one waits may depend on what was just said
      if (socket === this.#socket) this.#listen(this.#wishes.silence());
    };
    socket.onclose = ({ code }) => this.#closed(code);
  }

  #change(line: Line): void {
    if (line === this.#line) return;
    this.#line = line;
    this.#wishes.onchange(line);
  }

  #closed(code: number): void {
    clearTimeout(this.#silence);
    if (this.#line === 'ended') return;
    const ended = FINAL_CODES.has(code);
    this.#change(ended ? 'ended' : 'lost');
    if (ended) return;
    clearTimeout(this.#again);
    const { address, after } = this.#next();
    this.#again = setTimeout(() => this.#open(address), after);
  }

  /** Where the table is now: whoever it was sent to may be gone by the next time. */
  #next(): { address: string; after: number } {
    const { path = null, after_ms: after = 0 } = this.#moved ?? {};
    const address = path === null ? this.#wishes.address : new URL(path, this.#wishes.address).href;
    const freely = this.#moved !== null && !this.#followed;
    this.#followed ||= this.#moved !== null;
    const longest = this.#moved === null ? LONGEST_PAUSE_MS : LONGEST_MOVE_MS;
    return { address, after: after + (freely ? 0 : Math.min(longest, this.#backOff())) };
  }

  #backOff(): number {
    const pause = this.#pause * (0.75 + Math.random() / 2);
    this.#pause = Math.min(LONGEST_PAUSE_MS, this.#pause * 2);
    return pause;
  }

  #listen(patience: number): void {
    clearTimeout(this.#silence);
    const due = performance.now() + patience;
    this.#silence = setTimeout(() => {
      if (performance.now() - due > LATE_MS) this.#listen(patience);
      else this.#lose();
    }, patience);
  }

  #drop(): void {
    clearTimeout(this.#silence);
    const socket = this.#socket;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    // closing a line that is just being opened would be reported as a failure
    if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket.close();
  }

  /** Nothing comes through any more, whatever the socket itself believes. */
  readonly #lose = () => {
    this.#drop();
    this.#closed(1006);
  };

  readonly #hurry = () => {
    if (this.#line === 'lost' && !document.hidden) this.restart();
  };
}
