// Nothing jumps: what is pushed aside by something else glides there. Places are those of the layout, whatever still
// glides; each glide is added to those before it, so that a change in the middle of one is smooth as well.

export const GLIDE = 220;
const LEAST = 2; // px that nobody sees
const EASE = 'cubic-bezier(.2,.8,.2,1)';
const BLOCKS = '.stage > .zone, .rivals > .seat, .cloth .zone, .cloth .meter, .cloth .facts, .tray > *';

interface Point {
  x: number;
  y: number;
}

interface Spots {
  blocks: Map<HTMLElement, Point>;
  pieces: Map<string, { node: HTMLElement; block: HTMLElement | null; at: Point }>;
  tray: number;
}

const NOWHERE: Point = { x: 0, y: 0 };
let before: Spots | null = null;
let left = false;

export function isCalm(): boolean {
  return document.documentElement.dataset.motion === 'less' || matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Notes where everything is, right before something changes. Whoever `leaves` it settles it later. */
export function remember(leaves = false): void {
  left ||= leaves;
  const stage = before || !('animate' in document.documentElement) || isCalm() ? null : document.querySelector<HTMLElement>('.stage');
  if (stage) before = spots(stage);
}

/** What has been pushed aside since then glides, unless somebody else will see to it. */
export function settle(): void {
  if (!left) glides(new Set());
}

/** The same, for whoever has left it: pieces that fly do not glide. Tells how far off something still is. */
export function glides(flying: ReadonlySet<string>): (node: HTMLElement) => Point {
  const [was, stage] = [before, document.querySelector<HTMLElement>('.stage')];
  before = null;
  left = false;
  if (!was || !stage) return () => NOWHERE;
  const now = spots(stage);
  const off = new Map<HTMLElement, Point>();
  for (const [node, at] of now.blocks) {
    const by = from(was.blocks.get(node), at);
    if (by) off.set(node, by);
  }
  const pushed = [...now.pieces].flatMap(([key, { node, block, at }]) => {
    const lag = (block && off.get(block)) ?? NOWHERE;
    const by = flying.has(key) ? null : from(was.pieces.get(key)?.at, { x: at.x + lag.x, y: at.y + lag.y });
    return by ? [{ node, by }] : [];
  });
  for (const [node, by] of off) glide(node, by);
  for (const { node, by } of pushed) glide(node, by);
  if (was.tray && now.tray && Math.abs(was.tray - now.tray) > LEAST) {
    const frames = [{ transform: `scaleY(${was.tray / now.tray})` }, { transform: 'none' }];
    stage.querySelector('.tray')?.animate(frames, { pseudoElement: '::before', duration: GLIDE, easing: EASE });
  }
  return (node) => off.get(node.closest<HTMLElement>(BLOCKS) as HTMLElement) ?? NOWHERE;
}

/** The page has scrolled the table by itself. */
export function scrolled(stage: HTMLElement, by: number): void {
  if (isCalm() || Math.abs(by) <= LEAST) return;
  for (const node of stage.querySelectorAll<HTMLElement>(BLOCKS)) if (!node.parentElement?.matches('.tray')) glide(node, { x: 0, y: by });
}

function glide(node: HTMLElement, by: Point): void {
  const above = node.querySelector('.moved') ? { zIndex: 9 } : {}; // what flies to it comes from above the tray
  node.animate([{ transform: `translate(${by.x}px, ${by.y}px)`, ...above }, { transform: 'none', ...above }], { duration: GLIDE, easing: EASE, composite: 'add' });
}

function from(was: Point | undefined, now: Point): Point | null {
  const by = was && { x: was.x - now.x, y: was.y - now.y };
  return by && Math.abs(by.x) + Math.abs(by.y) > LEAST ? by : null;
}

function spots(stage: HTMLElement): Spots {
  const known: Known = new Map();
  const blocks = new Map<HTMLElement, Point>();
  for (const node of stage.querySelectorAll<HTMLElement>(BLOCKS)) {
    const at = placeOf(node, known);
    if (at) blocks.set(node, at);
  }
  const pieces: Spots['pieces'] = new Map();
  for (const piece of stage.querySelectorAll<HTMLElement>('.piece[data-place]')) {
    const node = piece.closest<HTMLElement>('.slot') ?? piece;
    const at = placeOf(node, known);
    if (at) pieces.set(piece.dataset.place ?? '', { node, block: node.closest<HTMLElement>(BLOCKS), at });
  }
  return { blocks, pieces, tray: stage.querySelector<HTMLElement>('.tray')?.offsetHeight ?? 0 };
}

/** Places that have been found already: most pieces lie in the same few boxes. */
type Known = Map<Element, Point>;

/** Nothing for what is not drawn. */
function placeOf(node: HTMLElement, known: Known): Point | null {
  const box = node.offsetParent as HTMLElement | null;
  if (!box) return null;
  const from = originOf(box, known);
  return { x: from.x + node.offsetLeft, y: from.y + node.offsetTop };
}

function originOf(box: HTMLElement, known: Known): Point {
  let at = known.get(box);
  if (!at) {
    // The tray stands on the lower edge.
    at = box.matches('.tray') ? { x: 0, y: -box.offsetHeight } : (placeOf(box, known) ?? { x: box.offsetLeft, y: box.offsetTop });
    known.set(box, at);
  }
  return at;
}
