// Pieces move by the frame's list of what moved: first the places of everything are measured, then the new scene is
// shown, and each piece flies from where it was. Hidden pieces fly from their zone, not from a slot: motion must tell
// no more than the view.

import { tick } from 'svelte';
import { placeKey, type Move, type Place, type Scene } from './scene';
import type { Sight } from './sight.svelte';
import { GLIDE, glides, isCalm, remember } from './steady';

const FLY = 260;
const FLIP = 320;
const STAGGER = 40;
const REVEAL = 220;
const LONGEST = 900; // of all flights together
const FADE = 120;
const SMALL = 24; // px: figures in a strip fly as they are
const DEALT = ['hand', 'row', 'pool', 'rack', 'layers']; // kinds of zones that get cards from a pile
const EASE = 'cubic-bezier(.2,.8,.2,1)';
const UNSEEN = 100; // milliseconds after which a page is taken for one that is not drawn, such as one in the background
const LONG_PAUSE = 3; // seconds from which a table step is a reveal

interface Before {
  boxes: Map<string, DOMRect>;
  copies: Map<string, HTMLElement>;
  zones: Map<string, DOMRect>;
}

/** Ends what is moving now: everything is where it belongs. */
let finish: (() => void) | null = null;
/** How many flights there were: only the newest one moves anything. */
let flown = 0;

export function skip(): void {
  finish?.();
}

/** Shows the next scene with everything that moves on the way there. It never delays an action: a press ends it. */
export async function flight(sight: Sight, scene: Scene, listed: readonly Move[], told: readonly string[] = []): Promise<void> {
  skip();
  const moves = listed.filter((move) => flies(sight.scene, move.source) && flies(scene, move.target));
  if (typeof document === 'undefined' || !('animate' in document.documentElement)) {
    sight.show(scene, moves, told);
    return;
  }
  const number = ++flown;
  const newest = () => number === flown;
  const old = sight.scene;
  const before = measure(moves);
  remember(true);
  const flips = moves.filter((move) => move.kind === 'flipped');
  const reveals = scene.pause >= LONG_PAUSE && flips.length > 0;
  sight.turning = reveals;
  sight.covered.clear();
  if (reveals && !isCalm()) for (const { target } of flips) if (target) sight.covered.add(placeKey(target));
  sight.show(scene, moves, reveals ? told.slice(0, 1) : told);
  await tick();
  const inTime = newest() && (await drawing()) && newest();
  const seen = (place: Place) => newest() && sight.covered.delete(placeKey(place));
  if (newest() && !inTime) glides(new Set());
  const running = !inTime ? [] : isCalm() ? fades(moves) : flights(moves, before, old, scene, reveals, seen);
  const done = Promise.allSettled(running.map((animation) => animation.finished));
  await new Promise<void>((resolve) => {
    if (newest()) finish = () => {
      for (const animation of running) animation.finish();
      resolve();
    };
    void done.then(() => setTimeout(resolve)); // it ends while a frame is drawn, and what comes next needs time of its own
  });
  if (reveals) sight.tell(told.slice(1), old.title);
  if (!newest()) return;
  finish = null;
  layer().replaceChildren();
  sight.covered.clear();
  sight.turning = false;
}

/** Waits until the page is about to be drawn. It is laid out before that in a task of its own, if there is time, and not in
    the one that has changed it. Whether there is time for motion: whoever ends it does not wait. */
function drawing(): Promise<boolean> {
  return new Promise((resolve) => {
    finish = () => resolve(false);
    setTimeout(() => void document.body.offsetHeight);
    requestAnimationFrame(() => resolve(true));
    setTimeout(() => resolve(true), UNSEEN);
  });
}

/** What lies where, by its place, or the zones by their names. */
function nodes(kind: 'place' | 'zone'): Map<string, HTMLElement> {
  const found = new Map<string, HTMLElement>();
  for (const node of document.querySelectorAll<HTMLElement>(`[data-${kind}]`)) {
    const key = node.dataset[kind] ?? '';
    if (!found.has(key)) found.set(key, node);
  }
  return found;
}

function measure(moves: readonly Move[]): Before {
  const before: Before = { boxes: new Map(), copies: new Map(), zones: new Map() };
  if (!moves.length) return before;
  for (const [id, node] of nodes('zone')) before.zones.set(id, node.getBoundingClientRect());
  const places = nodes('place');
  for (const move of moves) {
    const key = move.source && placeKey(move.source);
    const node = key ? places.get(key) : null;
    if (!key || !node) continue;
    before.boxes.set(key, node.getBoundingClientRect());
    if (move.kind === 'flipped' || move.kind === 'left') before.copies.set(key, node.cloneNode(true) as HTMLElement);
  }
  return before;
}

/** Whether something can fly from or to a place: what only tells a number or what was said does not. */
function flies(scene: Scene, place: Place | null): boolean {
  const zone = place && scene.zones.find(({ id }) => id === place[0]);
  if (!place || !zone) return true;
  return zone.kind !== 'history' && zone.kind !== 'notes' && (zone.kind !== 'chips' || zone.pieces[place[1]]?.owner !== null);
}

function faceAt(scene: Scene, place: Place | null): string {
  return place ? (scene.zones.find((zone) => zone.id === place[0])?.pieces[place[1]]?.face ?? '') : '';
}

function middle(box: DOMRect, like: DOMRect): DOMRect {
  return new DOMRect(box.x + (box.width - like.width) / 2, box.y + (box.height - like.height) / 2, like.width, like.height);
}

function flights(moves: readonly Move[], before: Before, old: Scene, scene: Scene, reveals: boolean, seen: (place: Place) => void): Animation[] {
  // Everything is measured before anything moves: the page is laid out once.
  // Where the places of the end come to lie nothing may fade away above them.
  const ended = scene.ranking.length > 0;
  const places = nodes('place');
  const flying = moves.filter((move) => move.kind !== 'flipped' && !(ended && move.kind === 'left')).map((move) => ({ move, goal: goalOf(move, places) }));
  const flips = moves
    .filter((move) => move.kind === 'flipped')
    .map((move) => ({ move, goal: goalOf(move, places) }))
    .filter((turn): turn is { move: Move; goal: Goal } => turn.goal !== null)
    .sort((a, b) => byReading(a.goal.box, b.goal.box));
  const off = glides(new Set(moves.flatMap((move) => (move.target ? [placeKey(move.target)] : []))));
  const step = Math.min(STAGGER, Math.max(0, LONGEST - FLY) / Math.max(1, flying.length));
  return [
    ...flying.flatMap(({ move, goal }, i) => fly(move, goal, before, old, scene, i * step, off)),
    ...flips.flatMap(({ move, goal }, i) => flip(move, goal, before, reveals ? 400 + i * REVEAL : i * STAGGER, seen, off)),
  ];
}

/** How far something is from its place because what it lies in glides. */
type Off = ReturnType<typeof glides>;

function zoomOf(node: HTMLElement): number {
  return (node as HTMLElement & { currentCSSZoom?: number }).currentCSSZoom ?? 1;
}

/** Where a piece comes to lie. Asking for the zoom has the page laid out, too. */
interface Goal {
  node: HTMLElement;
  box: DOMRect;
  zoom: number;
}

function goalOf(move: Move, places: ReadonlyMap<string, HTMLElement>): Goal | null {
  const node = move.target && places.get(placeKey(move.target));
  const box = node?.getBoundingClientRect();
  return node && box?.width ? { node, box, zoom: zoomOf(node) } : null;
}

function byReading(a: DOMRect, b: DOMRect): number {
  return Math.abs(a.top - b.top) > a.height / 2 ? a.top - b.top : a.left - b.left;
}

function fly(move: Move, goal: Goal | null, before: Before, old: Scene, scene: Scene, delay: number, off: Off): Animation[] {
  if (move.kind === 'left') return leave(move, before);
  if (!goal || !move.target) return [];
  const { node, box: to, zoom } = goal;
  let from: DOMRect | undefined;
  if (move.source) {
    const hidden = !faceAt(old, move.source) || !faceAt(scene, move.target);
    const across = move.source[0] !== move.target[0];
    const zone = before.zones.get(move.source[0]);
    const box = before.boxes.get(placeKey(move.source));
    from = hidden && across ? zone && middle(zone, to) : (box ?? (zone && middle(zone, to)));
  }
  from ??= pileOf(before, old, scene, move.target, to);
  if (!from) {
    const frames = [{ opacity: 0, transform: 'translateY(-14px) scale(.9)' }, { opacity: 1, transform: 'none' }];
    return [node.animate(frames, { duration: FLY, delay, easing: EASE, fill: 'backwards' })];
  }
  const lag = off(node);
  const dx = (from.x + from.width / 2 - to.x - to.width / 2) / zoom - lag.x;
  const dy = (from.y + from.height / 2 - to.y - to.height / 2) / zoom - lag.y;
  if (Math.abs(dx) + Math.abs(dy) < 1) return [];
  const scale = to.width < SMALL ? 1 : Math.min(3, Math.max(0.25, from.width / to.width));
  const frames = [
    { transform: `translate(${dx}px, ${dy}px) scale(${scale})`, zIndex: 9 },
    { transform: 'none', zIndex: 9 },
  ];
  return [node.animate(frames, { duration: FLY, delay, easing: EASE, fill: 'backwards' })];
}

/** What comes from nowhere comes from the pile, if it is a card and there is one. */
function pileOf(before: Before, old: Scene, scene: Scene, target: Place, like: DOMRect): DOMRect | undefined {
  const kind = scene.zones.find(({ id }) => id === target[0])?.kind ?? '';
  const pile = DEALT.includes(kind) ? old.zones.find((zone) => zone.kind === 'pile') : undefined;
  const box = pile && before.zones.get(pile.id);
  return box && middle(box, like);
}

function leave(move: Move, before: Before): Animation[] {
  const key = move.source ? placeKey(move.source) : '';
  const ghost = ghostOf(key, before);
  if (!ghost) return [];
  return [ghost.animate([{ opacity: 1 }, { opacity: 0, transform: 'translateY(-10px) scale(.9)' }], { duration: FLY, easing: EASE, fill: 'forwards' })];
}

/** Turns a piece over; halfway its face comes into sight. */
function flip(move: Move, { node, box, zoom }: Goal, before: Before, delay: number, seen: (place: Place) => void, off: Off): Animation[] {
  const ghost = ghostOf(move.source ? placeKey(move.source) : '', before, box);
  const half = FLIP / 2;
  const up = node.animate([{ transform: 'perspective(600px) rotateY(-90deg)' }, { transform: 'perspective(600px) rotateY(0)' }], {
    duration: half, delay: delay + half, easing: 'ease-out', fill: 'backwards',
  });
  const down = ghost?.animate([{ transform: 'perspective(600px) rotateY(0)' }, { transform: 'perspective(600px) rotateY(90deg)' }], {
    duration: half, delay, easing: 'ease-in', fill: 'both',
  });
  const lag = off(node);
  if (lag.x || lag.y) ghost?.animate([{ translate: `${lag.x * zoom}px ${lag.y * zoom}px` }, { translate: 'none' }], { duration: GLIDE, easing: EASE });
  void (down ?? up).finished.then(() => move.target && seen(move.target), () => {});
  return down ? [down, up] : [up];
}

/** A picture of a piece as it was, above the table. */
function ghostOf(key: string, before: Before, box = before.boxes.get(key)): HTMLElement | null {
  const copy = before.copies.get(key);
  if (!copy || !box) return null;
  copy.removeAttribute('data-place');
  copy.setAttribute('aria-hidden', 'true');
  copy.classList.remove('picked', 'can', 'touched', 'moved');
  copy.style.cssText += `;position:fixed;left:${box.x}px;top:${box.y}px;--w:${box.width}px;width:${box.width}px;margin:0;pointer-events:none`;
  layer().append(copy);
  return copy;
}

function layer(): HTMLElement {
  const old = document.getElementById('ghosts');
  if (old) return old;
  const made = document.createElement('div');
  made.id = 'ghosts';
  made.setAttribute('aria-hidden', 'true');
  made.inert = true;
  made.style.cssText = 'position:fixed;inset:0;z-index:8;pointer-events:none';
  document.body.append(made);
  return made;
}

function fades(moves: readonly Move[]): Animation[] {
  const places = nodes('place');
  return moves.flatMap((move) => {
    const node = move.target && places.get(placeKey(move.target));
    return node ? [node.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE })] : [];
  });
}
