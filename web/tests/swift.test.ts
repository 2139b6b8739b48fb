// Playing without confirming: only what nothing else can be answered to is played by itself.

import { describe, expect, it } from 'vitest';
import type { Choice, Scene } from '../src/lib/scene';
import { Sight } from '../src/lib/sight.svelte';

interface Moment { name: string; scene: Scene }
const moments = import.meta.glob<Moment[]>('../fixtures/scenes/*.json', { eager: true, import: 'default' });

function sit(game: string, name: string, swift: boolean): { sight: Sight; played: Choice[] } {
  const moment = moments[`../fixtures/scenes/${game}.json`]?.find((one) => one.name === name);
  if (!moment) throw new Error(`no scene ${name}`);
  const sight = new Sight(game, 'pl', moment.scene);
  const played: Choice[] = [];
  sight.swift = swift;
  sight.play = (choice) => played.push(choice);
  return { sight, played };
}

describe('playing without confirming', () => {
  it('waits for the last answer, and is off unless wanted', () => {
    for (const swift of [false, true]) {
      const { sight, played } = sit('nerwy', 'four/turn-mine', swift);
      const single = sight.selection.choices.find((choice) => choice.path.flat().length > 1)?.path[0]?.[0]?.piece;
      if (!single) throw new Error('no card with two sides');
      sight.press(single);
      expect(played).toEqual([]); // which way up is not said yet
      const side = sight.selection.missing?.answers[0];
      if (!side) throw new Error('nothing is asked');
      sight.selection.pick(side);
      sight.settle();
      expect(played).toEqual(swift ? [sight.selection.ready] : []);
    }
  });

  it('leaves the usual choice open to be changed', () => {
    const { sight, played } = sit('rys', 'four/play-mine', true);
    const first = sight.selection.choices.find((choice) => choice.usual && choice.path.flat().length > 1)?.path[0]?.[0];
    if (!first?.piece) throw new Error('no set of several cards');
    sight.press(first.piece);
    expect(sight.selection.ready).not.toBeNull();
    expect(played).toEqual([]);
  });

  it('does not play a card that is only turned', () => {
    const { sight, played } = sit('blef', 'three/choose-mine', true);
    const card = sight.selection.choices[0]?.path.flat()[0]?.piece;
    if (!card) throw new Error('no card to turn');
    sight.press(card);
    expect(sight.selection.ready).not.toBeNull();
    expect(played).toEqual([]);
  });
});
