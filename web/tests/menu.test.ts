// What cannot be taken back is asked twice.

import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import type { Room } from '../src/app/room.svelte';
import type { Seating } from '../src/net/seating';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each([['bot', /ends at once/], ['person', /when all people/]])('calling a match off with a %s is confirmed', async (kind, words) => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
  const { default: Menu } = await import('../src/pages/Menu.svelte');
  const asked: unknown[] = [];
  const room = { watchers: 0, ask: (request: unknown) => asked.push(request) } as unknown as Room;
  const seating = { you: 0, about: { rated: false }, chat: [], muted: [], desk: { places: [{ kind: 'person', name: 'Ola' }, { kind, name: 'Jan' }] } } as unknown as Seating;
  render(Menu, { room, seating, over: false, onhint: null });
  await fireEvent.click(screen.getByRole('button', { name: 'Call the match off' }));
  expect(asked).toEqual([]);
  expect(screen.getByText(words)).toBeTruthy();
  await fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await fireEvent.click(screen.getByRole('button', { name: 'Call the match off' }));
  await fireEvent.click(screen.getByRole('button', { name: 'Call the match off' }));
  expect(asked).toEqual([{ do: 'offer', what: 'abort', on: true }]);
});

test.each([['bot', false, false], ['person', false, true], ['person', true, false]])('a rated match with a %s (resigned: %s) can be called off: %s', async (kind, resigned, can) => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
  const { default: Menu } = await import('../src/pages/Menu.svelte');
  const places = [{ kind: 'person', name: 'Ola' }, { kind, name: 'Jan', resigned }];
  const seating = { you: 0, about: { rated: true }, chat: [], muted: [], desk: { places } } as unknown as Seating;
  render(Menu, { room: { watchers: 0 } as Room, seating, over: false, onhint: null });
  expect(!!screen.queryByRole('button', { name: 'Call the match off' })).toBe(can);
  expect(screen.getByRole('button', { name: 'Resign' })).toBeTruthy();
});
