/** Whether there is anything to hear, and how loud; silent until the player turns it on. */
import type { Sound } from './tunes';

const STORED = 'quartett.sound';
const LOUD = 'quartett.volume';

let context: AudioContext | undefined;
let out: GainNode | undefined;

/** Whether the player wants sounds. */
export const soundOn = (): boolean => localStorage.getItem(STORED) === 'on';

/** Turns sounds on or off, and remembers it. */
export function setSound(on: boolean): void {
  localStorage.setItem(STORED, on ? 'on' : 'off');
}

/** Whether the player has never said whether to hear anything. */
export const soundUnasked = (): boolean => localStorage.getItem(STORED) === null;

/** How loud sounds are, from 0 to 1. */
export const volume = (): number => Number(localStorage.getItem(LOUD) ?? 1);

/** Makes sounds louder or quieter, and remembers it. */
export function setVolume(loud: number): void {
  localStorage.setItem(LOUD, String(Math.min(1, Math.max(0, loud))));
  if (out) out.gain.value = volume();
}

/** Plays a sound, if the player wants any. */
export function playSound(sound: Sound): void {
  if (!soundOn()) return;
  context ??= new AudioContext();
  if (!out) {
    out = new GainNode(context, { gain: volume() });
    out.connect(context.destination);
  }
  void context.resume();
  const [stage, to] = [context, out];
  import('./tunes').then(
    ({ perform }) => perform(stage, sound, stage.currentTime, to),
    // without a connection it stays quiet, and the next one tries again
    () => undefined,
  );
}
