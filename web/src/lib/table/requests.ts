/** Questions that wait for their answers; those that must not be lost are asked again on a new line. */
import type { FromGuest, FromServer } from '../api/types';

type Question = Extract<FromGuest, { id: string }>;
type Reply = Extract<FromServer, { type: 'ack' | 'refused' | 'verdict' | 'hint' }>;

interface Open {
  question: Question;
  answer: (reply: Reply | null) => void;
}

/** Short, and unique enough for one match; `randomUUID` exists only on secure pages. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) =>
    byte.toString(36).padStart(2, '0'),
  ).join('');
}

export class Requests {
  readonly #send: (message: FromGuest) => boolean;
  readonly #open = new Map<string, Open>();

  constructor(send: (message: FromGuest) => boolean) {
    this.#send = send;
  }

  /** Asks, and waits for the answer over any number of lost connections; null when it is given up. */
  ask(question: Question): Promise<Reply | null> {
    return new Promise((answer) => {
      this.#open.set(question.id, { question, answer });
      this.#send(question);
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

  /** A new line is there. Actions have their id and are played once; anything else is asked too. */
  resend(): void {
    for (const { question } of this.#open.values()) this.#send(question);
  }

  giveUp(): void {
    for (const { answer } of this.#open.values()) answer(null);
    this.#open.clear();
  }
}
