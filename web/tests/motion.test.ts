// Motion never stands between a person and the table: the scene is shown at once, and a press ends what moves.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { flight, skip } from '../src/lib/motion';
import { without, type Move, type Scene } from '../src/lib/scene';
import { Sight } from '../src/lib/sight.svelte';

type Frame = { scene: Scene; moves?: Move[]; told?: string[] };
const stories = import.meta.glob<Frame[]>('../fixtures/stories/*.json', { eager: true, import: 'default' });
const frames = stories['../fixtures/stories/blef.json'] ?? [];
const at = frames.findIndex((frame) => frame.scene.pause >= 3 && frame.moves?.some((move) => move.kind === 'flipped'));

let ends: (() => void)[] = [];
let calm = false;
let shown: { place: string; frames: Keyframe[]; options: KeyframeAnimationOptions }[] = [];
beforeEach(() => {
  ends = [];
  shown = [];
  calm = false;
  vi.stubGlobal('matchMedia', () => ({ matches: calm }));
  vi.stubGlobal('CSS', { escape: (text: string) => text });
  Element.prototype.animate = function (this: Element, frames: Keyframe[], options: KeyframeAnimationOptions) {
    shown.push({ place: this.getAttribute('data-place') ?? '', frames, options });
    let done: () => void = () => {};
    const finished = new Promise<void>((resolve) => (done = resolve));
    ends.push(done);
    return { finished, finish: done } as unknown as Animation;
  };
  // Every place lies somewhere else: the zones below one another, the pieces of a zone side by side.
  Element.prototype.getBoundingClientRect = function (this: Element) {
    const zone = this.closest('[data-zone]');
    const row = zone ? [...document.querySelectorAll('[data-zone]')].indexOf(zone) : 0;
    const at = Number(this.getAttribute('data-place')?.split(':')[1] ?? 0);
    return new DOMRect(60 * at, 100 * row, this === zone ? 300 : 50, 70);
  };
  vi.stubGlobal('DOMRect', class { constructor(public x = 0, public y = 0, public width = 0, public height = 0) {} });
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

function lay(scene: Scene): void {
  document.body.innerHTML = scene.zones
    .map((zone) => `<div data-zone="${zone.id}">${zone.pieces.map((_, i) => `<i data-place="${zone.id}:${i}"></i>`).join('')}</div>`)
    .join('');
}

test('everything is measured before anything moves: the page is laid out once', async () => {
  const [before, frame] = [frames[at - 1], frames[at]];
  if (!before || !frame) throw new Error('no reveal in the story');
  const late: string[] = [];
  Object.defineProperty(HTMLElement.prototype, 'currentCSSZoom', { configurable: true, get: () => (shown.length && late.push('zoom'), 1) });
  const measure = Element.prototype.getBoundingClientRect;
  Element.prototype.getBoundingClientRect = function (this: Element) {
    if (shown.length) late.push('box');
    return measure.call(this);
  };
  lay(before.scene);
  const done = flight(new Sight('blef', 'pl', before.scene), frame.scene, frame.moves ?? [], frame.told ?? []);
  await vi.waitFor(() => expect(ends.length).toBeGreaterThan(1));
  expect(late).toEqual([]);
  skip();
  await done;
  delete (HTMLElement.prototype as { currentCSSZoom?: number }).currentCSSZoom;
});

test('what a reveal comes to is told when all is turned, and a press ends it', async () => {
  const before = frames[at - 1];
  const frame = frames[at];
  if (!before || !frame) throw new Error('no reveal in the story');
  const sight = new Sight('blef', 'pl', before.scene);
  lay(before.scene);
  const done = flight(sight, frame.scene, frame.moves ?? [], frame.told ?? []);
  expect(sight.scene).toBe(frame.scene);
  expect(sight.turning).toBe(true);
  await vi.waitFor(() => expect(ends.length).toBeGreaterThan(0));
  expect(sight.entries.filter((entry) => !entry.heading)).toHaveLength(1);
  skip();
  await done;
  expect(sight.turning).toBe(false);
  expect(sight.entries.filter((entry) => !entry.heading)).toHaveLength(frame.told?.length ?? 0);
  expect(document.getElementById('ghosts')?.children).toHaveLength(0);
});

/** What the sums of a reveal come to, from its beginning to its end. */
async function counted(game: string): Promise<{ titles: string[]; sums: number[]; last: Scene }> {
  const all = Object.entries(stories).find(([path]) => path.endsWith(`/${game}.json`))?.[1] ?? [];
  const n = all.findIndex((frame) => frame.scene.tracks.some((track) => track.pieces.length) && frame.moves?.some((move) => move.kind === 'flipped'));
  const [before, frame] = [all[n - 1], all[n]];
  if (!before || !frame) throw new Error(`no reveal in the story of ${game}`);
  const sight = new Sight(game, 'pl', before.scene);
  lay(before.scene);
  const done = flight(sight, frame.scene, frame.moves ?? [], frame.told ?? []);
  const titles: string[] = [];
  const sums: number[] = [];
  const read = () => {
    const track = without(frame.scene.tracks[0]!, sight.covered);
    if (titles.at(-1) === track.title) return;
    titles.push(track.title);
    sums.push(track.parts[0]?.[1] ?? 0);
  };
  read();
  await vi.waitFor(() => expect(ends.length).toBeGreaterThan(0));
  for (const end of ends) {
    end();
    await Promise.resolve();
    await Promise.resolve();
    read();
  }
  await done;
  expect(sight.covered.size).toBe(0);
  read();
  return { titles, sums, last: frame.scene };
}

test.each(['blef', 'nerwy'])('in a reveal of %s the sum grows piece by piece', async (game) => {
  const { titles, sums, last } = await counted(game);
  const track = last.tracks[0]!;
  expect(sums.length).toBeGreaterThan(1);
  expect(sums).toEqual([...sums].sort((a, b) => a - b));
  expect(sums.at(-1)).toBe(track.parts[0]?.[1]);
  expect(titles.at(-1)).toBe(track.title);
  titles.forEach((title, i) => expect(title).toContain(String(sums[i])));
});

test.each(['blef', 'nerwy'])('what stands above a reveal of %s is the call, whatever the table did since', (game) => {
  const all = stories[`../fixtures/stories/${game}.json`] ?? [];
  const sight = new Sight(game, 'pl', all[0]!.scene);
  const stamps = all.slice(1).flatMap((frame) => {
    sight.show(frame.scene, frame.moves, frame.told);
    return frame.scene.tracks.some((track) => track.pieces.length) ? [sight.stamp] : [];
  });
  expect(stamps.length).toBeGreaterThan(0);
  for (const stamp of stamps) expect(stamp).toContain('„Sprawdzam!”');
});

test('with reduced motion the sum of a reveal is told at once', async () => {
  calm = true;
  expect((await counted('blef')).sums).toHaveLength(1);
});

test('at the end nothing fades away above the places', async () => {
  const old = scene({ row: [face] });
  const next = { ...scene({}), ranking: [[0, 1]] } as unknown as Scene;
  const sight = new Sight('blef', 'en', old);
  lay(old);
  await flight(sight, next, [{ kind: 'left', source: ['row', 0], target: null }]);
  expect(shown).toHaveLength(0);
});

// --- motion tells no more than the view ---

const back = { face: '', name: 'a hidden card', look: '', second: '', owner: null, group: 0 };
const face = { ...back, face: '7', name: '7' };
function scene(zones: Record<string, (typeof back)[]>, kinds: Record<string, string> = {}): Scene {
  const all = Object.entries(zones).map(([id, pieces]) => ({ id, kind: kinds[id] ?? 'row', title: id, pieces, owner: null, note: '' }));
  return { seat: 0, title: '', prompt: '', plates: [], zones: all, asks: [], choices: [], preset: [], facts: [], tracks: [], ranking: [], pause: 0, again: [], window: false } as unknown as Scene;
}
async function fly(old: Scene, next: Scene, move: Move): Promise<typeof shown> {
  const sight = new Sight('blef', 'en', old);
  [shown, ends] = [[], []];
  lay(old);
  const done = flight(sight, next, [move]);
  lay(next);
  await vi.waitFor(() => expect(ends.length).toBeGreaterThan(0));
  skip();
  await done;
  return shown;
}

test('a hidden piece flies from its zone, whichever slot it was in', async () => {
  const old = scene({ hand: [back, back, back], row: [] });
  const next = scene({ hand: [back, back], row: [back] });
  const ways = [];
  for (const slot of [0, 1, 2]) ways.push(await fly(old, next, { kind: 'moved', source: ['hand', slot], target: ['row', 0] }));
  expect(ways[0]?.[0]?.place).toBe('row:0');
  expect(ways[1]).toEqual(ways[0]);
  expect(ways[2]).toEqual(ways[0]);
});

test('an open piece flies from where it lay', async () => {
  const old = scene({ hand: [face, face, face], row: [] });
  const next = scene({ hand: [face, face], row: [face] });
  const first = await fly(old, next, { kind: 'moved', source: ['hand', 0], target: ['row', 0] });
  const last = await fly(old, next, { kind: 'moved', source: ['hand', 2], target: ['row', 0] });
  expect(first[0]?.frames[0]?.transform).not.toBe(last[0]?.frames[0]?.transform);
});

test('what comes from nowhere comes from the pile', async () => {
  const kinds = { deck: 'pile', hand: 'hand' };
  const [dealt] = await fly(scene({ deck: [back], hand: [] }, kinds), scene({ deck: [back], hand: [face] }, kinds), { kind: 'appeared', source: null, target: ['hand', 0] });
  expect(dealt?.frames[0]?.transform).toBe('translate(125px, -100px) scale(1)');
});

test('with reduced motion nothing flies: it fades', async () => {
  calm = true;
  const [faded] = await fly(scene({ hand: [face], row: [] }), scene({ hand: [], row: [face] }), { kind: 'moved', source: ['hand', 0], target: ['row', 0] });
  expect(faded?.frames).toEqual([{ opacity: 0 }, { opacity: 1 }]);
  expect(faded?.options.duration).toBe(120);
});
