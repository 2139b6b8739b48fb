// What the Python picker did with rows of clicks on real scenes (web/fixtures/picks), this one must do too.

import { describe, expect, test } from 'vitest';
import { Picker, shared } from '../src/lib/picker';
import type { Scene } from '../src/lib/scene';

interface Step {
  do: 'begin' | 'back' | number;
  done: boolean;
  clicked: number[];
  possible: number[];
  open: number[];
  settled: number[];
  ready: number | null;
  usual: number | null;
}

type Scenes = { name: string; scene: Scene }[];
type Picks = { scene: string; rows: Step[][] }[];

const scenes = import.meta.glob<Scenes>('../fixtures/scenes/*.json', { eager: true, import: 'default' });
const picks = import.meta.glob<Picks>('../fixtures/picks/*.json', { eager: true, import: 'default' });

describe.each(Object.keys(picks))('%s', (file) => {
  const known = new Map(scenes[file.replace('picks', 'scenes')]?.map(({ name, scene }) => [name, scene]));

  test.each(picks[file] ?? [])('$scene', ({ scene: name, rows }) => {
    const scene = known.get(name);
    expect(scene).toBeDefined();
    if (!scene) return;
    const made = shared(scene.choices, scene.preset);
    const choices = made.choices.filter((choice) => !choice.loud);
    for (const row of rows) {
      const picker = new Picker(choices, made.preset);
      const every = picker.every;
      for (const step of row) {
        const click = typeof step.do === 'number' ? every[step.do] : undefined;
        const done = step.do === 'begin' || (step.do === 'back' ? picker.back() : !!click && picker.click(click));
        const number = (list: readonly unknown[], item: unknown) => (item === null ? null : list.indexOf(item));
        expect({
          done,
          clicked: picker.clicked.map((c) => every.indexOf(c)),
          possible: picker.possible.map((c) => choices.indexOf(c)).slice(0, 40),
          open: picker.open.map((c) => every.indexOf(c)),
          settled: picker.settled.map((c) => every.indexOf(c)),
          ready: number(choices, picker.ready),
          usual: number(choices, picker.usual),
        }).toEqual({ ...step, do: undefined });
      }
    }
  });
});
