// Counted things: the scene names them, and no game has words or pictures of its own here.

import { cleanup, render } from '@testing-library/svelte';
import { afterEach, describe, expect, test } from 'vitest';
import Sprites from '../src/cards/Sprites.svelte';
import type { Scene, Track } from '../src/lib/scene';
import Toks from '../src/table/Toks.svelte';

type Shown = { name: string; language: string; scene: Scene };
const files = import.meta.glob<Shown[]>('../fixtures/scenes/*.json', { eager: true, import: 'default' });
const track = (word: string, count: number, limit: number): Track => ({ title: 'bees', parts: [[word, count]], limit, note: '', pieces: [] });

function drawn(tracks: Track[], language = 'en'): { name: string | null; pictures: (string | null)[] } {
  render(Sprites);
  const { container } = render(Toks, { tracks, language });
  return {
    name: container.querySelector('.toks')?.getAttribute('aria-label') ?? null,
    pictures: [...container.querySelectorAll('.toks use')].map((use) => use.getAttribute('href')),
  };
}

afterEach(cleanup);

describe.each(Object.entries(files))('%s', (_, scenes) => {
  test('says what its players have', () => {
    const tracks = scenes.flatMap(({ scene }) => scene.plates.flatMap((plate) => plate.tracks));
    expect(tracks.filter((one) => !one.title)).toEqual([]);
  });
});

test('the name of a thing is the one that the scene gives', () => {
  expect(drawn([track('currency', 7, 10), track('coin3', 2, 2)]).name).toBe('bees 7, bees 2 of 2');
});

test('a picture for each, with the empty places; many are a number', () => {
  expect(drawn([track('nerves', 1, 2)]).pictures).toEqual(['#nerves', '#nerves']);
  expect(drawn([track('currency', 7, 10)]).pictures).toEqual(['#currency']);
});

test('a thing that we have no picture of is a plain disc', () => {
  expect(drawn([track('honey', 2, 2)]).pictures).toEqual(['#token', '#token']);
});
