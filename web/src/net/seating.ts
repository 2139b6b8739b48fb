// What a page knows of a table: the sum of its frames. Pure; whoever shows it listens for changes.

import type { Move, Scene } from '../lib/scene';
import type { Absence } from '../lib/sight.svelte';
import type { About, Desk, Frame, Timer, Whole, Word } from './wire';

export interface Seating {
  seq: number;
  you: number | null;
  about: About;
  desk: Desk;
  timers: Timer[];
  scene: Scene | null;
  asked: number;
  muted: string[];
  chat: Word[];
  /** What moved in the last frame, for motion. */
  moves: Move[];
  /** What happened since the page was opened, in words. */
  story: string[];
}

const STORY = 400; // lines that are kept
const CHAT = 100;

export function begun(whole: Whole, before: Seating | null): Seating {
  return {
    seq: whole.seq,
    you: whole.you,
    about: whole.about,
    desk: whole.desk,
    timers: whole.timers ?? [],
    scene: whole.scene ?? null,
    asked: whole.asked ?? 0,
    muted: whole.muted ?? [],
    chat: whole.chat ?? [],
    moves: [],
    story: before?.story ?? [],
  };
}

/** The next state; a frame that is known already changes nothing. */
export function advanced(seating: Seating, frame: Frame): Seating {
  if (frame.seq <= seating.seq) return seating;
  return {
    ...seating,
    seq: frame.seq,
    desk: frame.desk ?? seating.desk,
    timers: frame.timers ?? seating.timers,
    scene: frame.scene ?? seating.scene,
    asked: frame.asked ?? seating.asked,
    muted: frame.muted ?? seating.muted,
    chat: frame.said ? [...seating.chat, frame.said].slice(-CHAT) : seating.chat,
    moves: frame.moves ?? [],
    story: frame.told?.length ? [...seating.story, ...frame.told].slice(-STORY) : seating.story,
  };
}

/** Seats at which those do not play who have them, and why. When all is over people go, which is no news any more. */
export function absent({ phase, places }: Desk): Map<number, Absence> {
  const found = new Map<number, Absence>();
  for (const [seat, place] of places.entries()) {
    if (place.kind !== 'person' && place.kind !== 'program') continue;
    if (place.resigned) found.set(seat, 'resigned');
    else if (phase !== 'running') continue;
    else if (place.replaced) found.set(seat, 'a bot plays');
    else if (!place.here) found.set(seat, 'away');
  }
  return found;
}
