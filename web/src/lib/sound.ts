/** Small synthesised sounds; silent until the player turns them on. */
const STORED = 'quartett.sound';
const TUNES = {
  card: [[320, 0, 0.05]],
  draw: [
    [240, 0, 0.04],
    [300, 0.03, 0.04],
  ],
  good: [
    [523, 0, 0.09],
    [659, 0.08, 0.09],
    [784, 0.16, 0.14],
  ],
  bad: [
    [196, 0, 0.1],
    [165, 0.09, 0.14],
  ],
  turn: [
    [587, 0, 0.08],
    [880, 0.08, 0.12],
  ],
  fall: [
    [180, 0, 0.12],
    [120, 0.08, 0.16],
    [80, 0.18, 0.22],
  ],
  tick: [[880, 0, 0.03]],
} as const satisfies Record<string, readonly (readonly [hertz: number, start: number, length: number])[]>;

export type Sound = keyof typeof TUNES;
let context: AudioContext | undefined;

/** Whether the player wants sounds. */
export const soundOn = (): boolean => localStorage.getItem(STORED) === 'on';

/** Turns sounds on or off, and remembers it. */
export function setSound(on: boolean): void {
  localStorage.setItem(STORED, on ? 'on' : 'off');
}

/** Plays a sound, if the player wants any. */
export function playSound(sound: Sound): void {
  if (!soundOn()) return;
  context ??= new AudioContext();
  void context.resume();
  for (const [hertz, start, length] of TUNES[sound])
    tone(context, hertz, context.currentTime + start, length);
}

function tone(audio: AudioContext, hertz: number, start: number, length: number): void {
  const oscillator = new OscillatorNode(audio, { type: 'triangle', frequency: hertz });
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(0.12, start + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0005, start + length + 0.06);
  oscillator.connect(volume).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + length + 0.08);
}
