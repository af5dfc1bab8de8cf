/** Small synthesised sounds, paper and bells: what each is made of. */

/** A bell: pitch, when it is struck and how long it rings, in seconds. */
type Bell = readonly [hertz: number, start: number, length: number];
/** Paper that moves: where its rustle lies, when, how long and how loud. */
type Rustle = readonly [hertz: number, start: number, length: number, loud: number];
/** A brass horn: pitch, when it is blown and how long it is held. */
type Horn = readonly [hertz: number, start: number, length: number];
interface Tune {
  bells?: readonly Bell[];
  horns?: readonly Horn[];
  paper?: readonly Rustle[];
}

const TUNES = {
  card: {
    paper: [
      [2600, 0, 0.05, 0.8],
      [900, 0.035, 0.06, 0.7],
    ],
  },
  draw: {
    paper: [
      [1500, 0, 0.11, 0.6],
      [3200, 0.06, 0.06, 0.6],
    ],
  },
  good: {
    bells: [
      [523.3, 0, 0.5],
      [659.3, 0.09, 0.5],
      [784, 0.18, 0.8],
    ],
  },
  bad: {
    bells: [
      [233.1, 0, 0.25],
      [207.7, 0.12, 0.4],
    ],
  },
  turn: {
    bells: [
      [659.3, 0, 0.5],
      [987.8, 0.14, 0.9],
    ],
  },
  fall: {
    paper: [
      [520, 0, 0.35, 0.6],
      [260, 0.08, 0.6, 0.7],
      [140, 0.2, 0.7, 0.6],
      [1300, 0.03, 0.06, 0.5],
      [900, 0.15, 0.07, 0.5],
      [1100, 0.27, 0.06, 0.4],
      [760, 0.41, 0.08, 0.3],
    ],
  },
  horn: {
    horns: [
      [233.1, 0, 0.16],
      [349.2, 0.15, 0.5],
    ],
  },
  tick: { bells: [[1318.5, 0, 0.12]] },
  win: {
    bells: [
      [523.3, 0, 0.4],
      [659.3, 0.14, 0.4],
      [784, 0.28, 0.4],
      [1046.5, 0.42, 1.6],
      [1318.5, 0.46, 1.6],
    ],
  },
} as const satisfies Record<string, Tune>;

export type Sound = keyof typeof TUNES;
export const SOUNDS = Object.keys(TUNES) as Sound[];
let noise: AudioBuffer | undefined;

/** Puts a sound on a stage: the loudspeakers, or a recording. */
export function perform(
  audio: BaseAudioContext,
  sound: Sound,
  at: number,
  to: AudioNode = audio.destination,
): void {
  const { bells = [], horns = [], paper = [] }: Tune = TUNES[sound];
  for (const [hertz, start, length] of bells) ring(to, hertz, at + start, length);
  for (const [hertz, start, length] of horns) blow(to, hertz, at + start, length);
  for (const [hertz, start, length, loud] of paper) rustle(to, hertz, at + start, length, loud);
}

/** Struck metal has more than one tone, and the higher ones fade first. */
const PARTIALS = [
  [1, 0.09, 1],
  [2.01, 0.035, 0.6],
  [3.98, 0.012, 0.3],
] as const;

function ring(to: AudioNode, hertz: number, start: number, length: number): void {
  for (const [times, loud, share] of PARTIALS) {
    const source = new OscillatorNode(to.context, { type: 'sine', frequency: hertz * times });
    fade(to, source, start, 0.006, length * share, loud);
    source.stop(start + length + 0.05);
  }
}

/** Brass is bright only while it is blown hard: the tone opens, and closes before it ends. */
function blow(to: AudioNode, hertz: number, start: number, length: number): void {
  const tone = new BiquadFilterNode(to.context, { type: 'lowpass', frequency: hertz, Q: 1.4 });
  tone.frequency.setValueAtTime(hertz, start);
  tone.frequency.linearRampToValueAtTime(hertz * 5, start + 0.07);
  tone.frequency.exponentialRampToValueAtTime(hertz * 1.5, start + length);
  for (const detune of [-5, 4]) {
    const source = new OscillatorNode(to.context, { type: 'sawtooth', frequency: hertz, detune });
    source.connect(tone);
    source.start(start);
    source.stop(start + length + 0.1);
  }
  fade(to, tone, start, 0.03, length, 0.07);
}

const Q = 0.9;
const PAPER = 0.13;

function rustle(to: AudioNode, hertz: number, start: number, length: number, loud: number): void {
  const source = new AudioBufferSourceNode(to.context, { buffer: (noise ??= hiss(to.context)), loop: true });
  const filter = new BiquadFilterNode(to.context, { type: 'bandpass', frequency: hertz, Q });
  // a deep rustle lets less of the hiss through than a high one, and should be as loud
  const share = (Math.PI * hertz) / Q / to.context.sampleRate;
  fade(to, source.connect(filter), start, 0.004, length, (loud * PAPER) / Math.sqrt(share));
  source.start(start);
  source.stop(start + length + 0.05);
}

function fade(to: AudioNode, from: AudioNode, start: number, rise: number, length: number, loud: number) {
  const volume = new GainNode(to.context, { gain: 0 });
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(loud, start + rise);
  const end = start + Math.max(rise * 2, length);
  volume.gain.exponentialRampToValueAtTime(0.0004, end);
  volume.gain.linearRampToValueAtTime(0, end + 0.04);
  from.connect(volume).connect(to);
  if (from instanceof OscillatorNode) from.start(start);
}

function hiss(audio: BaseAudioContext): AudioBuffer {
  const buffer = new AudioBuffer({ length: audio.sampleRate, sampleRate: audio.sampleRate });
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}
