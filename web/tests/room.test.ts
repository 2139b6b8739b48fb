// A table that is followed: what has happened is shown step by step, and until then nothing tells how it ended.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Room } from '../src/app/room.svelte';
import type { Move, Scene } from '../src/lib/scene';
import type { Line } from '../src/net/line';
import type { Desk, Frame, Request, Whole } from '../src/net/wire';

type Told = { scene: Scene; moves?: Move[]; told?: string[] };
const stories = import.meta.glob<Told[]>('../fixtures/stories/blef.json', { eager: true, import: 'default' });
const story = Object.values(stories)[0] ?? [];
const at = story.findIndex((frame) => frame.scene.pause >= 3 && frame.moves?.some((move) => move.kind === 'flipped'));
const desk = (phase: Desk['phase']): Desk => ({ phase, owner: '', places: [], deal: 0, commitment: '' });

let ends: (() => void)[] = [];
beforeEach(() => {
  ends = [];
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('CSS', { escape: (text: string) => text });
  vi.stubGlobal('DOMRect', class { constructor(public x = 0, public y = 0, public width = 0, public height = 0) {} });
  Element.prototype.getBoundingClientRect = () => new DOMRect(0, 0, 50, 70);
  Element.prototype.animate = () => {
    const finished = new Promise<void>((resolve) => ends.push(resolve));
    return { finished, finish: () => {} } as unknown as Animation;
  };
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

test('a room is behind until the last reveal has been seen', async () => {
  const [before, reveal] = [story[at - 1], story[at]];
  if (!before || !reveal) throw new Error('no reveal in the story');
  const turned = reveal.moves?.find((move) => move.kind === 'flipped')?.target;
  document.body.innerHTML = `<i data-place="${turned?.join(':')}"></i>`;
  const room = new Room('t', 'pl', { get: () => null, set: () => {} });
  room.whole({ is: 'whole', table: 't', seq: 1, at: 0, you: null, about: { game: 'blef' }, desk: desk('running'), scene: before.scene } as unknown as Whole);
  expect(room.behind).toBe(false);
  room.frame({ is: 'frame', table: 't', seq: 2, at: 0, desk: desk('over'), ...reveal } as Frame);
  await vi.waitFor(() => expect(room.sight?.turning).toBe(true));
  await new Promise((done) => setTimeout(done, 60));
  expect(room.seating?.desk.phase).toBe('over');
  expect(room.behind).toBe(true);
  for (const end of ends) end();
  await vi.waitFor(() => expect(room.behind).toBe(false));
  expect(room.sight?.turning).toBe(false);
});

test('a commitment that is exchanged while the seals come in is answered with another seal', async () => {
  const notes = new Map<string, string>();
  const room = new Room('t', 'pl', { get: (key) => notes.get(key) ?? null, set: (key, value) => void notes.set(key, value) });
  const asked: Request[] = [];
  room.on({ follow: () => {}, ask: async (_: string, request: Request) => void asked.push(request) } as unknown as Line);
  const sealing = { ...desk('sealing'), deal: 1, places: [{ kind: 'person' as const }] };
  room.whole({ is: 'whole', table: 't', seq: 1, at: 0, you: 0, about: { id: 't', game: 'blef' }, desk: { ...sealing, commitment: 'one' } } as unknown as Whole);
  room.frame({ is: 'frame', table: 't', seq: 2, at: 0, desk: { ...sealing, commitment: 'another' } });
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  expect(new Set(asked.map((one) => one.do === 'seal' && one.seal)).size).toBe(2);
});
