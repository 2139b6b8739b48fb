// A match that is over, as the server tells it (`server/past.py`, `bots/retell.py`), and what the page makes of it.

import type { Move, Plate, Scene, Track, Zone } from '../lib/scene';

/** A scene without its choices; plates and zones are places in the lists of the replay. */
export interface Moment {
  title: string;
  prompt: string;
  plates: number[];
  zones: number[];
  facts?: string[];
  tracks?: Track[];
  ranking?: [seat: number, rank: number][];
  pause?: number;
  window?: boolean;
  actor?: number | null;
  moves?: Move[];
  told?: string[];
}

export interface Replay {
  table: string;
  game: string;
  seat: number | null;
  names: string[];
  /** Seats of bots. */
  bots: number[];
  aborted: boolean;
  ranks: number[];
  ended: number;
  plates: Plate[];
  zones: Zone[];
  moments: Moment[];
}

export type Point = [moment: number, chance: number];

export interface Mistake {
  step: number;
  played: string;
  better: string;
  why: string;
  before: number;
  after: number;
  error: number;
}

export interface Course {
  seat: number;
  name: string;
  begin: number;
  end: number;
  luck: number;
  skill: number;
  error: number;
  points: Point[];
  mistakes: Mistake[];
}

export interface Review {
  steps: number;
  seats: Course[];
  turns: { seat: number; step: number; change: number }[];
}

export interface ReviewState {
  done: number;
  of: number;
  review: Review | null;
}

const PUBLIC = -1;

export function sceneAt(replay: Replay, moment: Moment): Scene {
  return {
    seat: replay.seat ?? PUBLIC,
    title: moment.title,
    prompt: moment.prompt,
    plates: moment.plates.flatMap((at) => replay.plates[at] ?? []),
    zones: moment.zones.flatMap((at) => replay.zones[at] ?? []),
    asks: [],
    choices: [],
    preset: [],
    facts: moment.facts ?? [],
    tracks: moment.tracks ?? [],
    ranking: moment.ranking ?? [],
    pause: moment.pause ?? 0,
    again: [],
    window: moment.window ?? false,
  };
}

/** A seat's whole line: from its fair share over what it knew at its decisions to the end. */
export function line(course: Course, steps: number): Point[] {
  return [[0, course.begin], ...course.points, [steps, course.end]];
}

/** What a seat's chance was at a moment: the last thing that is known of it. */
export function chanceAt(course: Course, moment: number, steps: number): number {
  return line(course, steps).reduce((last, [at, chance]) => (at <= moment ? chance : last), course.begin);
}

export interface Mark {
  kind: 'mistake' | 'turn';
  seat: number;
  change: number;
}

/** What has to be marked in the log, by the step: the mistakes, and the turns of luck. */
export function marks(review: Review): Map<number, Mark[]> {
  const found = new Map<number, Mark[]>();
  const add = (step: number, mark: Mark) => found.set(step, [...(found.get(step) ?? []), mark]);
  for (const course of review.seats) for (const mistake of course.mistakes) add(mistake.step, { kind: 'mistake', seat: course.seat, change: mistake.after - mistake.before });
  for (const turn of review.turns) add(turn.step, { kind: 'turn', seat: turn.seat, change: turn.change });
  return found;
}

export interface Line {
  moment: number;
  text: string;
}

export interface Part {
  title: string;
  lines: Line[];
}

/** The whole match in words, under the headings of its rounds; steps that nobody could see have no line, unless there is
    something to mark in them. */
export function parts(replay: Replay, marked: ReadonlyMap<number, readonly Mark[]> = new Map()): Part[] {
  const found: Part[] = [];
  replay.moments.forEach((moment, at) => {
    const text = (moment.told ?? []).join(' ');
    if (!text && !marked.has(at)) return;
    const title = (replay.moments[at - 1] ?? moment).title; // what ends a round belongs to it
    let part = found[found.length - 1];
    if (!part || part.title !== title) found.push((part = { title, lines: [] }));
    part.lines.push({ moment: at, text });
  });
  return found;
}
