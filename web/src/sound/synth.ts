// The sounds themselves, made of tones and noise when they are needed: paper, wood and a stamp, all shorter than 400 ms.
// Browsers let a page be heard only after somebody has touched it, and so do we.

import type { Cue, Sound } from './cues';

/** Noise through a filter: paper, dice in a hand. */
interface Rustle {
  kind: 'rustle';
  at: number;
  long: number;
  loud: number;
  from: number;
  to: number;
  sharp?: number;
}

/** A struck thing: wood, a token, a bell. */
interface Knock {
  kind: 'knock';
  at: number;
  long: number;
  loud: number;
  from: number;
  to: number;
  shape?: OscillatorType;
}

type Part = Rustle | Knock;

const rustle = (at: number, long: number, loud: number, from: number, to: number, sharp = 0.8): Part => ({ kind: 'rustle', at, long, loud, from, to, sharp });
const knock = (at: number, long: number, loud: number, from: number, to = from, shape: OscillatorType = 'sine'): Part => ({ kind: 'knock', at, long, loud, from, to, shape });

/** Seconds, loudness and hertz. */
export const SOUNDS: Record<Sound, Part[]> = {
  card: [rustle(0, 0.06, 0.5, 2600, 900), knock(0.008, 0.07, 0.45, 170, 95)],
  slide: [rustle(0, 0.13, 0.7, 1400, 3200, 0.6)],
  flip: [rustle(0, 0.05, 0.5, 1800, 4200), rustle(0.06, 0.05, 0.6, 3000, 1100), knock(0.075, 0.05, 0.32, 210, 130)],
  deal: [rustle(0, 0.055, 1, 2200, 4400)],
  dice: [0, 0.07, 0.12, 0.19, 0.23, 0.3].flatMap((at, i) => [knock(at, 0.04, 0.46 - i * 0.04, 900 - i * 70, 420, 'triangle'), rustle(at, 0.025, 0.4 - i * 0.04, 3600, 1800)]),
  token: [knock(0, 0.07, 0.34, 1250, 900, 'triangle'), knock(0.012, 0.05, 0.2, 2100, 1700)],
  lift: [rustle(0, 0.06, 0.55, 1600, 3600)],
  turn: [0, 0.15].flatMap((at) => [knock(at, 0.11, 0.6, 330, 215, 'triangle'), knock(at, 0.03, 0.3, 1100, 700), rustle(at, 0.015, 0.3, 2400, 1200)]),
  call: [rustle(0, 0.05, 0.55, 1500, 300), knock(0, 0.24, 0.55, 130, 48), knock(0.005, 0.09, 0.3, 260, 120, 'triangle')],
  right: [knock(0, 0.14, 0.3, 523, 523, 'triangle'), knock(0.1, 0.24, 0.34, 784, 784, 'triangle')],
  wrong: [knock(0, 0.13, 0.34, 233, 220, 'triangle'), knock(0.12, 0.22, 0.36, 165, 150, 'triangle')],
  last: [knock(0, 0.07, 0.5, 880, 800, 'triangle'), rustle(0, 0.012, 0.24, 3000, 2000)],
  win: [523, 659, 784].map((tone, i) => knock(i * 0.08, 0.2, 0.36, tone, tone, 'triangle')).concat(knock(0.24, 0.15, 0.32, 1047, 1047, 'triangle')),
};

const ROOM = 0.8; // of the loudest: two sounds at once still fit
const AWAY: ReadonlySet<Sound> = new Set(['turn', 'last', 'win']); // what calls somebody back to another tab

export class Synth {
  /** From 0 to 1; 0 is silence. */
  volume = 0.6;
  private context: AudioContext | null = null;
  private hiss: AudioBuffer | null = null;

  constructor(private readonly make: () => AudioContext = () => new AudioContext()) {}

  /** From the first touch or key on there may be sound. */
  waitForHands(target: EventTarget = window): void {
    const wake = () => {
      for (const name of ['pointerup', 'keydown']) target.removeEventListener(name, wake, true);
      this.context ??= this.opened();
      void this.context?.resume();
    };
    for (const name of ['pointerup', 'keydown']) target.addEventListener(name, wake, true);
  }

  play(cues: readonly Cue[]): void {
    const { context } = this;
    if (!context || !this.volume || !cues.length) return;
    if (context.state === 'suspended') void context.resume();
    const out = context.createGain();
    out.gain.value = ROOM * this.volume ** 2;
    out.connect(context.destination);
    for (const { sound, at } of cues) {
      if (document.hidden && !AWAY.has(sound)) continue;
      for (const part of SOUNDS[sound]) this.sound(context, out, part, context.currentTime + 0.01 + at / 1000 + part.at);
    }
  }

  private opened(): AudioContext | null {
    try {
      return this.make();
    } catch {
      return null; // a machine without ears
    }
  }

  private sound(context: AudioContext, out: GainNode, part: Part, start: number): void {
    const end = start + part.long;
    const gain = context.createGain();
    gain.gain.setValueAtTime(0.0001, start);
    gain.gain.exponentialRampToValueAtTime(part.loud, start + Math.min(0.006, part.long / 4));
    gain.gain.exponentialRampToValueAtTime(0.0001, end);
    gain.connect(out);
    if (part.kind === 'knock') {
      const tone = context.createOscillator();
      tone.type = part.shape ?? 'sine';
      tone.frequency.setValueAtTime(part.from, start);
      tone.frequency.exponentialRampToValueAtTime(part.to, end);
      tone.connect(gain);
      tone.start(start);
      tone.stop(end);
      return;
    }
    const noise = context.createBufferSource();
    noise.buffer = this.hiss ??= hissOf(context);
    const filter = context.createBiquadFilter();
    filter.type = 'bandpass';
    filter.Q.value = part.sharp ?? 0.8;
    filter.frequency.setValueAtTime(part.from, start);
    filter.frequency.exponentialRampToValueAtTime(part.to, end);
    noise.connect(filter);
    filter.connect(gain);
    noise.start(start, Math.random() * 0.4);
    noise.stop(end);
  }
}

function hissOf(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, Math.round(context.sampleRate * 0.6), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}
