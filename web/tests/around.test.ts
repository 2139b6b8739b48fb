// Dragging, and the arithmetic of plots.

import { describe, expect, it } from 'vitest';
import type { Choice, Scene } from '../src/lib/scene';
import { Sight } from '../src/lib/sight.svelte';
import { line, ticks, tight } from '../src/parts/plot';

interface Moment { name: string; scene: Scene }
const moments = import.meta.glob<Moment[]>('../fixtures/scenes/*.json', { eager: true, import: 'default' });

function sit(game: string, name: string): { sight: Sight; played: Choice[] } {
  const moment = moments[`../fixtures/scenes/${game}.json`]?.find((one) => one.name === name);
  if (!moment) throw new Error(`no scene ${name}`);
  const sight = new Sight(game, 'pl', moment.scene);
  const played: Choice[] = [];
  sight.play = (choice) => played.push(choice);
  return { sight, played };
}

describe('a piece that is dragged onto the table', () => {
  it('is played when that says everything', () => {
    const { sight, played } = sit('rys', 'four/play-mine');
    const choice = sight.selection.choices.find((one) => one.usual && one.path[0]?.length === 1 && one.path[0][0]?.piece);
    const place = choice?.path[0]?.[0]?.piece;
    if (!place) throw new Error('no set to drag');
    expect(sight.drop(place, null)).toBe(true);
    expect(played).toHaveLength(1);
    expect(played[0]?.path.flat().some((click) => click.piece?.[1] === place[1])).toBe(true);
  });

  it('is picked, and asked about, when something is left to say', () => {
    const { sight, played } = sit('nerwy', 'four/turn-mine');
    const place = sight.selection.choices.find((choice) => choice.path.flat().length > 1)?.path[0]?.[0]?.piece;
    if (!place) throw new Error('no card with two sides');
    expect(sight.drop(place, null)).toBe(false);
    expect(played).toEqual([]);
    expect(sight.selection.pickedOn(place)).not.toBeNull();
    expect(sight.drop(place, null)).toBe(false); // a second time it stays picked
    expect(sight.selection.pickedOn(place)).not.toBeNull();
  });

  it('is nothing that cannot be picked, and nothing that is only turned', () => {
    const { sight, played } = sit('blef', 'three/choose-mine');
    const zone = sight.own.find((one) => one.kind === 'hand');
    if (!zone) throw new Error('no hand');
    expect(sight.drags(zone, [zone.id, 0])).toBe(false);
    expect(sight.drop(['nowhere', 0], null)).toBe(false);
    expect(played).toEqual([]);
  });
});

describe('plots', () => {
  it('have round numbers around all values', () => {
    for (const values of [[25], [0, 0.2], [24.1, 31.7], [-3, 48], [12, 12]]) {
      const { low, high, at } = ticks(values);
      expect(low).toBeLessThanOrEqual(Math.min(...values));
      expect(high).toBeGreaterThanOrEqual(Math.max(...values));
      expect(at.length).toBeGreaterThanOrEqual(2);
      expect(at.length).toBeLessThanOrEqual(6);
      expect(at.every(Number.isInteger)).toBe(true);
    }
  });

  it('can be no wider than their values', () => {
    const { low, high, at } = tight([-1, 45]);
    expect(at.length).toBeGreaterThanOrEqual(2);
    for (const one of at) expect(one >= low && one <= high).toBe(true);
    expect([low, high].map(Math.round)).toEqual([-2, 46]);
  });

  it('go from edge to edge', () => {
    expect(line([1, 2, 3], 300, (value) => value * 10)).toBe('M0.0 10.0L150.0 20.0L300.0 30.0');
    expect(line([4], 300, (value) => value)).toBe('M0.0 4.0L300.0 4.0');
  });
});
