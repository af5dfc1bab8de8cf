/** Questions that wait for their answers; those that must not be lost are asked again on a new line. */
import type { FromClient, FromServer } from '../api/types';

type Question = Extract<FromClient, { id: string }>;
type Reply = Extract<FromServer, { type: 'ack' | 'refused' | 'verdict' | 'hint' }>;

interface Open {
  question: Question;
  answer: (reply: Reply | null) => void;
  /** the line on which it was sent, if it was */
  line: number | undefined;
}

/** Short, and unique enough for one match; `randomUUID` exists only on secure pages. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) =>
    byte.toString(36).padStart(2, '0'),
  ).join('');
}

export class Requests {
  readonly #send: (message: FromClient) => boolean;
  readonly #open = new Map<string, Open>();
  #line = 0;

  constructor(send: (message: FromClient) => boolean) {
    this.#send = send;
  }

  /** Asks, and waits for the answer over any number of lost connections; null when it is given up. */
  ask(question: Question): Promise<Reply | null> {
    return new Promise((answer) => {
      const line = this.#send(question) ? this.#line : undefined;
      this.#open.set(question.id, { question, answer, line });
    });
  }

  /** Whether this message was an answer that somebody waits for. */
  settle(reply: Reply): boolean {
    const open = reply.id === null ? undefined : this.#open.get(reply.id);
    if (!open) return false;
    this.#open.delete(open.question.id);
    open.answer(reply);
    return true;
  }

  /** A new line is being opened: what was sent before may have been lost. */
  renew(): void {
    this.#line += 1;
  }

  /** The new line is there: what was not sent over it is sent, each with its id, so it happens once. */
  resend(): void {
    for (const open of this.#open.values())
      if (open.line !== this.#line && this.#send(open.question)) open.line = this.#line;
  }

  giveUp(): void {
    for (const { answer } of this.#open.values()) answer(null);
    this.#open.clear();
  }
}
