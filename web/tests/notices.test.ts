import { expect, test } from 'vitest';
import { clockOf, minuteOf } from '../src/lib/notices/minutes';
import { abilityIn, bytesOf } from '../src/lib/notices/push';

const fine = { secure: true, able: true, apple: false, denied: false };

test('it is said plainly where a browser can show no notices', () => {
  expect(abilityIn(fine)).toBe('works');
  expect(abilityIn({ ...fine, secure: false, able: false })).toBe('insecure');
  expect(abilityIn({ ...fine, able: false, apple: true })).toBe('ios');
  // from the home screen it can
  expect(abilityIn({ ...fine, apple: true })).toBe('works');
  expect(abilityIn({ ...fine, able: false })).toBe('none');
  expect(abilityIn({ ...fine, denied: true })).toBe('denied');
});

test('a minute of the day and a clock say the same', () => {
  expect(clockOf(22 * 60)).toBe('22:00');
  expect(clockOf(5)).toBe('00:05');
  for (const minute of [0, 59, 60, 1439]) expect(minuteOf(clockOf(minute))).toBe(minute);
});

test('a key is read as it travels', () => {
  expect([...bytesOf('-_8A')]).toEqual([251, 255, 0]);
});
