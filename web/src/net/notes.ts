// What somebody has read and written at a table: a reload or another language must not lose it.

import type { Memory } from './dealing';

type Kept = [place: string, items: unknown[]];

function all(memory: Memory, what: string): Kept[] {
  try {
    return JSON.parse(memory.get(what) || '[]') as Kept[];
  } catch {
    return [];
  }
}

export function recalled<T>(memory: Memory, what: string, place: string): T[] {
  return (all(memory, what).find(([one]) => one === place)?.[1] ?? []) as T[];
}

/** Keeps it for the newest places only; of nothing there is nothing to keep. */
export function remember(memory: Memory, what: string, place: string, items: readonly unknown[], places: number): void {
  const before = all(memory, what);
  const others = before.filter(([one]) => one !== place);
  if (items.length) memory.set(what, JSON.stringify([...others, [place, items]].slice(-places)));
  else if (others.length < before.length) memory.set(what, JSON.stringify(others));
}
