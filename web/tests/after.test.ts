// What comes when a match ends, under the fingers of those who were about to press something.

import { cleanup, render } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { Room } from '../src/app/room.svelte';
import type { Seating } from '../src/net/seating';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** This document has no idea of `inert`: it is a property that Svelte sets. */
function still(node: HTMLElement | null): boolean {
  return !!node?.inert;
}

it('its buttons cannot be pressed in the first moment', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
  const { default: After } = await import('../src/pages/After.svelte');
  vi.useFakeTimers();
  const places = ['Ola', 'Jan'].map((name) => ({ kind: 'person', who: name, name }));
  const desk = { phase: 'over', owner: 'Ola', places, deal: 1, commitment: '', ranks: [1, 2], points: [0, 0] };
  const about = { id: 'table', game: 'blef', seats: 2 };
  const seating = { seq: 9, you: 0, about, desk, timers: [], scene: null, asked: 0, muted: [], chat: [], moves: [], story: [] };
  const memory = { get: () => null, set: () => {}, drop: () => {} };
  const { container } = render(After, { room: new Room('table', 'pl', memory), seating: seating as unknown as Seating });
  const buttons = container.querySelector<HTMLElement>('.buttons');
  await tick();
  expect(still(buttons)).toBe(true);
  vi.advanceTimersByTime(1000);
  await tick();
  expect(still(buttons)).toBe(false);
});
