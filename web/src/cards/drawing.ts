// What is drawn on a piece: told by the words of its look and by its face. No game is named here; a new game that
// uses these looks needs no line of this, one with others gets plain cards until it has its own.

import { looks, type Piece } from '../lib/scene';

export const SUITS = ['yellow', 'green', 'blue', 'red', 'purple', 'grey', 'orange'] as const;
const SPECIAL: Record<string, string> = { '⇄': 'reverse', '×2': 'two', '✗': 'bin', '><': 'trap' };

export type Drawing =
  | { is: 'back' }
  | { is: 'heart'; below: string }
  | { is: 'unknown'; suit: string; written: string }
  | { is: 'number'; double: boolean; value: number }
  | { is: 'special'; art: string; title: string }
  | { is: 'spots'; rank: number }
  | { is: 'joker' }
  | { is: 'ends'; up: string; down: string; state: string }
  | { is: 'suit'; suit: string; face: string; guessed: string; right: boolean }
  | { is: 'wild'; suit: string; face: string }
  | { is: 'money'; value: number }
  | { is: 'plain'; face: string };

export function suitOf(piece: Piece): string {
  const words = looks(piece);
  return SUITS.find((suit) => words.has(suit)) ?? '';
}

export function drawing(piece: Piece): Drawing {
  const words = looks(piece);
  const { face, second } = piece;
  if (words.has('heart')) return { is: 'heart', below: second };
  const suit = suitOf(piece);
  if (!face) return suit ? { is: 'unknown', suit, written: second } : { is: 'back' };
  if (words.has('single') || words.has('double')) {
    const art = SPECIAL[face];
    if (art) return { is: 'special', art, title: piece.name.split(',')[0] ?? '' };
    return { is: 'number', double: words.has('double'), value: Number(face) };
  }
  if (words.has('joker')) return { is: 'joker' };
  const rank = [...words].find((word) => word.startsWith('rank'));
  if (rank) return { is: 'spots', rank: Number(rank.slice(4)) };
  if (words.has('wild')) return { is: 'wild', suit, face: face.replace('★', '') };
  if (words.has('currency')) return { is: 'money', value: Number(face.replace(/\D/g, '')) };
  if (second && /^\d$/.test(second) && !suit) {
    const state = ['open', 'chosen', 'counts', 'idle'].find((word) => words.has(word)) ?? '';
    return { is: 'ends', up: face, down: second, state };
  }
  if (suit) return { is: 'suit', suit, face, guessed: second, right: words.has('right') };
  return { is: 'plain', face };
}

/** Whether a piece carries words rather than a figure. */
export function isSlip(piece: Piece): boolean {
  return piece.face.length > 3;
}

const ROWS: Record<number, number[]> = {
  1: [1], 2: [2], 3: [2, 1], 4: [2, 2], 5: [2, 1, 2], 6: [3, 3], 7: [2, 3, 2],
  8: [3, 2, 3], 9: [3, 3, 3], 10: [3, 4, 3], 11: [4, 3, 4], 12: [4, 4, 4], 13: [4, 5, 4],
};

/** The outline of one spot around its middle: where it begins, and four curves of three points each. */
const SPOT: [number, number][] = [
  [-0.2, -3.3],
  [1.9, -3.7], [3.3, -2.3], [3.2, -0.3], [3.1, 1.7], [1.6, 3.4], [-0.4, 3.3], [-2.4, 3.2], [-3.5, 1.9], [-3.2, -0.2], [-2.9, -2.3], [-2.1, -3], [-0.2, -3.3],
];
const SCALE = 7.4 / 8; // of a spot on the card
const furs = new Map<number, string>();

/** As many fur spots as the value, each turned another way, in a square of 48: one path, for there are many such cards. */
export function fur(rank: number): string {
  let drawn = furs.get(rank);
  if (drawn === undefined) {
    const rows = ROWS[rank] ?? [];
    drawn = rows.flatMap((count, line) => Array.from({ length: count }, (_, i) => spot(rank, rows, line, i))).join('');
    furs.set(rank, drawn);
  }
  return drawn;
}

function spot(rank: number, rows: number[], line: number, i: number): string {
  const before = rows.slice(0, line).reduce((sum, count) => sum + count, 0);
  const x = 24 + (i - ((rows[line] ?? 1) - 1) / 2) * 9.5;
  const y = 24 + (line - (rows.length - 1) / 2) * 9.8;
  const turn = (((rank * 37 + (before + i) * 71) % 180) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn) * SCALE, Math.sin(turn) * SCALE];
  const points = SPOT.map(([a, b]) => `${(x + a * cos - b * sin).toFixed(2)} ${(y + a * sin + b * cos).toFixed(2)}`);
  return `M${points[0]}C${points.slice(1).join(' ')}z`;
}

const PIPS: Record<string, [number, number][]> = {
  '1': [[1, 1]],
  '2': [[0, 0], [2, 2]],
  '3': [[0, 0], [1, 1], [2, 2]],
  '4': [[0, 0], [2, 0], [0, 2], [2, 2]],
  '5': [[0, 0], [2, 0], [1, 1], [0, 2], [2, 2]],
  '6': [[0, 0], [2, 0], [0, 1], [2, 1], [0, 2], [2, 2]],
};

/** The pips of a die's value in a square of 24, as dots of a line. */
export function pips(value: string): string {
  return (PIPS[value] ?? []).map(([x, y]) => `M${4.5 + x * 7.5} ${4.5 + y * 7.5}h0`).join('');
}
