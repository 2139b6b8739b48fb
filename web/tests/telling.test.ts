// What is told of a match, at the table and to those who listen, is what happened, where and when it happened.

import { expect, test } from 'vitest';
import type { Move, Scene } from '../src/lib/scene';
import { Sight } from '../src/lib/sight.svelte';

type Told = { scene: Scene; moves?: Move[]; told?: string[] };
const stories = import.meta.glob<Told[]>('../fixtures/stories/*.json', { eager: true, import: 'default' });
const story = (game: string) => Object.entries(stories).find(([path]) => path.endsWith(`/${game}.json`))?.[1] ?? [];

test.each(['blef', 'nerwy', 'rys', 'szacunki'])('%s: what ends a round is told under its heading', (game) => {
  const [first, ...frames] = story(game);
  if (!first) throw new Error('no story');
  const sight = new Sight(game, 'pl', first.scene);
  let ended = 0;
  for (const { scene, moves, told } of frames) {
    const { title } = sight.scene;
    sight.show(scene, moves, told);
    if (!told?.length) continue;
    expect(sight.entries.findLast((entry) => entry.heading)?.text).toBe(title);
    if (scene.title !== title) ended++;
  }
  expect(ended).toBeGreaterThan(0);
});
