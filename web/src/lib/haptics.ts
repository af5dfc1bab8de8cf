/** A short answer under the finger, where the device has one and motion is welcome. */
import { reducedMotion } from './motion/tokens';

const PATTERNS = { tap: [8], good: [10, 40, 16], bad: [30, 40, 30] } as const;

export function buzz(pattern: keyof typeof PATTERNS): void {
  if ('vibrate' in navigator && !reducedMotion()) navigator.vibrate([...PATTERNS[pattern]]);
}
