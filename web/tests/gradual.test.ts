// A page that is drawn in several tasks: what comes first is there at once, and all of it soon.

import { cleanup, render } from '@testing-library/svelte';
import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Scene } from '../src/lib/scene';
import { Sight } from '../src/lib/sight.svelte';
import Table from '../src/table/Table.svelte';

const scenes = import.meta.glob<{ name: string; language: string; scene: Scene }[]>('../fixtures/scenes/nerwy.json', { eager: true, import: 'default' });
const { scene } = Object.values(scenes)[0]!.find(({ name, language }) => name === 'four/turn-mine' && language === 'pl')!;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function sit(gradual: boolean): () => Record<string, number> {
  const { container } = render(Table, { sight: new Sight('nerwy', 'pl', scene), title: 'Nerwy', gradual });
  const count = (what: string) => container.querySelectorAll(what).length;
  return () => ({ head: count('h1'), seats: count('.seat'), tray: count('.tray'), zones: count('.cloth .zone'), log: count('.side .panel') });
}

/** One task more. */
function on(): void {
  vi.advanceTimersToNextTimer();
  flushSync();
}

test('the others come one after the other, then the own place, the middle, and what lies beside', () => {
  const whole = sit(false)();
  const drawn = sit(true);
  expect(drawn()).toEqual({ head: 1, seats: 0, tray: 0, zones: 0, log: 0 });
  for (const seats of [1, 2, 3]) {
    on();
    expect(drawn()).toEqual({ head: 1, seats, tray: 0, zones: 0, log: 0 });
  }
  on();
  expect(drawn()).toEqual({ ...whole, zones: 0, log: 0 });
  on();
  expect(drawn()).toEqual({ ...whole, log: 0 });
  on();
  expect(drawn()).toEqual(whole);
});

test('in the background all is drawn at once', () => {
  const whole = sit(false)();
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  expect(sit(true)()).toEqual(whole);
});
