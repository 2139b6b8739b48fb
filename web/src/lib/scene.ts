// What the server sends of a table: the shapes of `engine/scene.py`, as JSON has them.

export type Place = readonly [zone: string, index: number];

export interface Piece {
  face: string;
  name: string;
  look: string;
  second: string;
  owner: number | null;
  group: number;
}

export type ZoneKind =
  | 'hand' | 'row' | 'pool' | 'pile' | 'rack' | 'layers'
  | 'dice' | 'tokens' | 'chips' | 'track' | 'history' | 'notes';

export interface Zone {
  id: string;
  kind: ZoneKind;
  title: string;
  pieces: Piece[];
  owner: number | null;
  note: string;
}

export interface Track {
  title: string;
  parts: [word: string, size: number][];
  limit: number;
  note: string;
  /** In a reveal: the pieces that the first part adds up, and what each of them adds. */
  pieces: [place: Place, adds: number][];
}

export interface Plate {
  seat: number;
  name: string;
  facts: string[];
  acts: boolean;
  out: boolean;
  tracks: Track[];
}

export interface Click {
  where: string;
  what: string;
  label: string;
  piece: Place | null;
}

export interface Ask {
  where: string;
  text: string;
  kind: 'buttons' | 'pieces' | 'range';
  span: number;
}

export interface Choice {
  path: Click[][];
  actions: number[];
  label: string;
  touches: Place[];
  loud: boolean;
  usual: number;
  hits: string;
}

export interface Scene {
  seat: number;
  title: string;
  prompt: string;
  plates: Plate[];
  zones: Zone[];
  asks: Ask[];
  choices: Choice[];
  preset: Click[];
  facts: string[];
  tracks: Track[];
  ranking: [seat: number, rank: number][];
  pause: number;
  again: [string, boolean | number | string][];
  window: boolean;
}

export interface Move {
  kind: 'moved' | 'flipped' | 'appeared' | 'left';
  source: Place | null;
  target: Place | null;
}

export interface Timer {
  left?: number;
  until?: number;
}

/** The words of a piece's look. */
export function looks(piece: Piece): Set<string> {
  return new Set(piece.look.split(' ').filter(Boolean));
}

export function placeKey(place: Place): string {
  return `${place[0]}:${place[1]}`;
}

/** A sum as it is before some of its pieces are seen. */
export function without(track: Track, covered: ReadonlySet<string>): Track {
  const [first, ...rest] = track.parts;
  const missing = track.pieces.reduce((sum, [place, adds]) => sum + (covered.has(placeKey(place)) ? adds : 0), 0);
  if (!first || !missing) return track;
  const seen = first[1] - missing;
  return { ...track, title: track.title.replace(String(first[1]), String(seen)), parts: [[first[0], seen], ...rest] };
}

/** What a zone is, without its number: styles know it by that. */
export function stem(zone: Zone): string {
  return zone.id.replace(/\W.*/, '');
}

/** The pieces of a zone as they lie on one another: those of a group in a column, others on their own. */
export function columns(zone: Zone): number[][] {
  const found = new Map<string, number[]>();
  zone.pieces.forEach((piece, i) => {
    const key = piece.group ? `g${piece.group}` : `i${i}`;
    const column = found.get(key);
    if (column) column.push(i);
    else found.set(key, [i]);
  });
  return [...found.values()];
}

const HELD: readonly ZoneKind[] = ['hand', 'rack', 'layers'];

/** What a player holds. */
export function held(zones: readonly Zone[], seat: number): Zone[] {
  return zones.filter((zone) => zone.owner === seat && HELD.includes(zone.kind) && zone.pieces.length > 0);
}

/** Whether there is anything that somebody holds and this recipient does not see. */
export function hides(scene: Scene): boolean {
  return scene.plates.some(({ seat }) => {
    const own = held(scene.zones, seat);
    return !own.length || own.some((zone) => zone.pieces.some((piece) => !piece.face));
  });
}

/** The others in the order of the seats, from this person's left. */
export function rivals(scene: Scene): Plate[] {
  const here = scene.plates.findIndex((plate) => plate.seat === scene.seat);
  return here < 0 ? scene.plates : [...scene.plates.slice(here + 1), ...scene.plates.slice(0, here)];
}
