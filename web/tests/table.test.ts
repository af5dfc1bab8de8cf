import { describe, expect, it, vi } from 'vitest';
import type { FromClient } from '../src/lib/api/types';
import { ClockEstimate } from '../src/lib/table/clock';
import { newId, Requests } from '../src/lib/table/requests';

const ack = (id: string) => ({ type: 'ack', id, version: 1 }) as const;

describe('Requests', () => {
  it('asks again on a new line what has not been answered', async () => {
    const sent: FromClient[] = [];
    const requests = new Requests((message) => sent.push(message) > 0);
    const first = requests.ask({ type: 'undo', id: 'one' });
    void requests.ask({ type: 'hint', id: 'two' });
    expect(requests.settle(ack('one'))).toBe(true);
    requests.renew();
    requests.resend();
    expect(sent.map((message) => 'id' in message && message.id)).toEqual(['one', 'two', 'two']);
    expect(await first).toEqual(ack('one'));
  });

  it('knows an answer nobody waits for', () => {
    expect(new Requests(() => true).settle(ack('never asked'))).toBe(false);
  });

  it('answers with nothing when it is given up', async () => {
    const requests = new Requests(() => true);
    const asked = requests.ask({ type: 'undo', id: 'one' });
    requests.giveUp();
    expect(await asked).toBeNull();
  });

  it('gives every question a name of its own', () => {
    expect(new Set(Array.from({ length: 500 }, newId)).size).toBe(500);
  });
});

describe('ClockEstimate', () => {
  it('believes the sample with the shortest round trip', () => {
    const now = vi.spyOn(performance, 'now');
    const clock = new ClockEstimate();
    const sample = (sent: number, heard: number, told: number) => {
      now.mockReturnValue(sent);
      const number = clock.ping();
      now.mockReturnValue(heard);
      clock.pong(number, told);
    };
    sample(0, 400, 5000);
    sample(1000, 1020, 6010);
    now.mockReturnValue(2000);
    expect(clock.now()).toBe(7000);
  });

  it('knows nothing that was before a break', () => {
    vi.spyOn(performance, 'now').mockReturnValue(100);
    const clock = new ClockEstimate();
    clock.heard(9000);
    expect(clock.now()).toBe(9000);
    clock.forget();
    expect(clock.now()).toBe(0);
  });
});
