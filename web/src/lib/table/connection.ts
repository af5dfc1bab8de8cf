/** A socket that comes back by itself: after a loss it is opened again, a little later each time. */
import type { FromGuest, FromServer } from '../api/types';

export type Line = 'connecting' | 'open' | 'lost' | 'ended';

interface Wishes {
  address: string;
  /** the first message of every connection */
  greeting: () => FromGuest;
  onmessage: (message: FromServer) => void;
  onchange: (line: Line) => void;
}

const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 8000;
/** The server beats at least this often; a line that says nothing for so long is dead. */
const SILENCE_MS = 45_000;
/** Not allowed, no such table: coming again would not help. */
const FINAL_CODES = new Set([4400, 4403, 4404]);

export class Connection {
  readonly #wishes: Wishes;
  #socket: WebSocket | undefined;
  #pause = FIRST_PAUSE_MS;
  #again: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  constructor(wishes: Wishes) {
    this.#wishes = wishes;
    addEventListener('online', this.#hurry);
    document.addEventListener('visibilitychange', this.#hurry);
    this.#open();
  }

  /** Sends if there is a line; what must not be lost is sent again by whoever wants it. */
  send(message: FromGuest): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Drops the line and opens it anew, with a fresh greeting. */
  restart(): void {
    this.#pause = FIRST_PAUSE_MS;
    this.#drop();
    this.#open();
  }

  close(): void {
    this.#ended = true;
    removeEventListener('online', this.#hurry);
    document.removeEventListener('visibilitychange', this.#hurry);
    clearTimeout(this.#again);
    this.#drop();
  }

  #open(): void {
    clearTimeout(this.#again);
    this.#wishes.onchange('connecting');
    const socket = new WebSocket(this.#wishes.address);
    this.#socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify(this.#wishes.greeting()));
      this.#listen();
    };
    socket.onmessage = ({ data }) => {
      this.#listen();
      this.#pause = FIRST_PAUSE_MS;
      const message = JSON.parse(String(data)) as FromServer;
      if (message.type === 'snapshot') this.#wishes.onchange('open');
      this.#wishes.onmessage(message);
    };
    socket.onclose = ({ code }) => this.#closed(code);
  }

  #closed(code: number): void {
    clearTimeout(this.#silence);
    if (FINAL_CODES.has(code)) this.#ended = true;
    this.#wishes.onchange(this.#ended ? 'ended' : 'lost');
    if (this.#ended) return;
    this.#again = setTimeout(() => this.#open(), this.#pause * (0.75 + Math.random() / 2));
    this.#pause = Math.min(LONGEST_PAUSE_MS, this.#pause * 2);
  }

  #listen(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.restart(), SILENCE_MS);
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

  readonly #hurry = () => {
    if (!this.#ended && !document.hidden && this.#socket?.readyState === WebSocket.CLOSED) this.restart();
  };
}
