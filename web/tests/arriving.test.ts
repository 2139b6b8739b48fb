// Where the focus is when somebody has gone to another page.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { arrive } from '../src/app/arriving';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

test('a page begins at its heading, also if that comes late', () => {
  document.body.innerHTML = '<a href="/me">Me</a><main></main>';
  document.querySelector('a')?.focus();
  arrive();
  expect(document.activeElement?.tagName).toBe('A');
  document.querySelector('main')?.append(document.createElement('h1'));
  vi.advanceTimersByTime(100);
  expect(document.activeElement?.tagName).toBe('H1');
});

test('whoever has begun to write is left there, and nobody is looked for who has gone on', () => {
  document.body.innerHTML = '<input /><main></main>';
  const stop = arrive();
  document.querySelector('input')?.focus();
  document.querySelector('main')?.append(document.createElement('h1'));
  vi.advanceTimersByTime(100);
  expect(document.activeElement?.tagName).toBe('INPUT');
  stop();
});
