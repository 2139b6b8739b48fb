// Whether there is anything left to show when a match is over.

import { expect, test } from 'vitest';
import { hides, type Scene, type Zone } from '../src/lib/scene';

const hand = (owner: number, ...faces: string[]): Zone => ({
  id: `hand${owner}`, kind: 'hand', title: '', owner, note: '',
  pieces: faces.map((face) => ({ face, name: face || 'back', look: '', second: '', owner: null, group: 0 })),
});
const end = (...zones: Zone[]) => ({ plates: [0, 1].map((seat) => ({ seat })), zones }) as unknown as Scene;

test('cards that are hidden, or that the end has taken away, can be shown', () => {
  expect(hides(end(hand(0, '7'), hand(1, '3', '')))).toBe(true);
  expect(hides(end(hand(0, '7')))).toBe(true);
  expect(hides(end(hand(0, '7'), hand(1)))).toBe(true);
});

test('where all lies open there is nothing to show', () => {
  expect(hides(end(hand(0, '7'), hand(1, '3')))).toBe(false);
});
