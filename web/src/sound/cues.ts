// Which sounds belong to a change of the table. They follow from the scene before, the scene after and the list of what
// moved, so every game has them and none tells more than the view: a hidden card sounds like any other.

import type { Move, Place, Plate, Scene, ZoneKind } from '../lib/scene';

export type Sound =
  | 'card' | 'slide' | 'flip' | 'deal' | 'dice' | 'token' | 'lift'
  | 'turn' | 'call' | 'right' | 'wrong' | 'last' | 'win';

export interface Cue {
  sound: Sound;
  /** Milliseconds after the change. */
  at: number;
}

const CARDS: ReadonlySet<ZoneKind> = new Set(['hand', 'row', 'pool', 'pile', 'rack', 'layers']);
const HELD: ReadonlySet<ZoneKind> = new Set(['hand', 'rack']);
const SMALL: ReadonlySet<ZoneKind> = new Set(['tokens', 'chips', 'track']);
const DEALT = 3; // cards that come into hands at once
const MOST = 6; // of one sound: more would be noise
const BEAT = 70; // milliseconds between two of them
const REVEAL = 220; // between two cards that are turned after a call, as `motion` turns them
const STAMPED = 400; // until the first of them is turned
const LONG_PAUSE = 3; // seconds from which a step of the table is a reveal

/** What is heard when one scene becomes the next. */
export function cues(before: Scene, after: Scene, moves: readonly Move[]): Cue[] {
  const flips = moves.filter((move) => move.kind === 'flipped' && CARDS.has(kindAt(after, move.target) ?? 'notes'));
  const reveals = after.pause >= LONG_PAUSE && flips.length > 0;
  const found: Cue[] = reveals ? [{ sound: 'call', at: 0 }] : [];
  found.push(...row('flip', flips.length, reveals ? STAMPED : 0, reveals ? REVEAL : BEAT));
  found.push(...laid(before, after, moves));
  const ended = after.ranking.length > 0 && !before.ranking.length;
  const judged = verdict(before, after);
  if (judged && !ended) found.push({ sound: judged, at: (found.at(-1)?.at ?? 0) + BEAT * 2 });
  if (ended && won(after)) found.push({ sound: 'win', at: 0 });
  if (asked(after) && !asked(before)) found.push({ sound: 'turn', at: Math.min(600, (found.at(-1)?.at ?? -BEAT) + BEAT * 2) });
  return found;
}

/** Cards, dice and tokens that came to lie somewhere. */
function laid(before: Scene, after: Scene, moves: readonly Move[]): Cue[] {
  let [dealt, down, slid, small, rolled] = [0, 0, 0, tracksChanged(before, after) ? 1 : 0, false];
  for (const move of moves) {
    const from = kindAt(before, move.source);
    const to = kindAt(after, move.target);
    const kind = to ?? from;
    if (!kind || (move.kind === 'moved' && move.source?.[0] === move.target?.[0])) continue;
    if (kind === 'dice') rolled ||= !!to;
    else if (SMALL.has(kind)) small++;
    else if (!CARDS.has(kind) || move.kind === 'flipped') continue;
    else if (to && HELD.has(to)) dealt++;
    else if (to && (!from || HELD.has(from))) down++;
    else slid++;
  }
  return [
    ...(rolled ? row('dice', 1) : []),
    ...row(dealt >= DEALT ? 'deal' : 'slide', dealt),
    ...row('card', down),
    ...row('slide', Math.min(slid, 2)),
    ...row('token', Math.min(small, 3)),
  ];
}

function row(sound: Sound, count: number, start = 0, beat = BEAT): Cue[] {
  return Array.from({ length: Math.min(count, MOST) }, (_, i) => ({ sound, at: start + i * beat }));
}

function kindAt(scene: Scene, place: Place | null): ZoneKind | null {
  return (place && scene.zones.find((zone) => zone.id === place[0])?.kind) ?? null;
}

function mine(scene: Scene): Plate | undefined {
  return scene.plates.find((plate) => plate.seat === scene.seat);
}

/** Whether this person is asked in turn; the windows in which anybody may call come too often for that. */
function asked(scene: Scene): boolean {
  return !!mine(scene)?.acts && !scene.window;
}

/** Who only watches hears every winner. */
function won(scene: Scene): boolean {
  const place = scene.ranking.find(([seat]) => seat === scene.seat);
  return !mine(scene) || place?.[1] === 1;
}

/** Answers that are marked as right or wrong, and leaving the match. */
function verdict(before: Scene, after: Scene): 'right' | 'wrong' | null {
  if (mine(after)?.out && !mine(before)?.out) return 'wrong';
  const old = marks(before);
  const now = marks(after);
  if (now.right > old.right) return 'right';
  return now.wrong > old.wrong ? 'wrong' : null;
}

/** Of one's own answers, or of everybody's for who only watches; one's cards and notes are marked for other reasons. */
function marks(scene: Scene): { right: number; wrong: number } {
  const counted = { right: 0, wrong: 0 };
  for (const zone of scene.zones) {
    if (zone.kind !== 'history') continue;
    for (const piece of zone.pieces) {
      if (mine(scene) && piece.owner !== scene.seat) continue;
      const words = piece.look.split(' ');
      if (words.includes('right')) counted.right++;
      if (words.includes('wrong')) counted.wrong++;
    }
  }
  return counted;
}

/** Tokens that are counted beside a name are no pieces; that their number changed is heard all the same. */
function tracksChanged(before: Scene, after: Scene): boolean {
  const sizes = (scene: Scene) => scene.plates.map((plate) => plate.tracks.map((track) => track.parts.map(([word, size]) => `${word}${size}`)));
  return before.plates.length === after.plates.length && JSON.stringify(sizes(before)) !== JSON.stringify(sizes(after));
}
