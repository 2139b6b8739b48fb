// What is told of a match, at the table and to those who listen, is what happened, where and when it happened.

import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Room } from '../src/app/room.svelte';
import type { Move, Scene } from '../src/lib/scene';
import { Sight } from '../src/lib/sight.svelte';
import { callIn } from '../src/lib/words';
import { recalled, remember } from '../src/net/notes';
import type { Desk, Frame, Seated, Whole } from '../src/net/wire';
import Table from '../src/table/Table.svelte';

type Shown = { name: string; language: string; scene: Scene };
const scenes = import.meta.glob<Shown[]>('../fixtures/scenes/*.json', { eager: true, import: 'default' });
const sceneOf = (game: string, name: string): Scene => {
  const found = scenes[`../fixtures/scenes/${game}.json`]?.find((one) => one.name === name && one.language === 'pl');
  if (!found) throw new Error(`no scene ${name}`);
  return found.scene;
};
beforeEach(() => void vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true })));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

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

function memory(): { get(key: string): string | null; set(key: string, value: string): void } {
  const kept = new Map<string, string>();
  return { get: (key) => kept.get(key) ?? null, set: (key, value) => void kept.set(key, value) };
}

test('log and crossings outlast a reload, for this seat of this table, and crossings end with the match', async () => {
  const [first, next] = story('szacunki');
  if (!first || !next) throw new Error('no story');
  const [lasting, tab] = [memory(), memory()];
  const desk = (phase: Desk['phase']): Desk => ({ phase, owner: '', places: [], deal: 0, commitment: '' });
  const enter = (table: string, you: number, language = 'pl') => {
    const room = new Room(table, language, lasting, tab);
    room.whole({ is: 'whole', table, seq: 1, at: 0, you, about: { game: 'szacunki' }, desk: desk('running'), scene: first.scene } as unknown as Whole);
    return room;
  };
  const room = enter('t', 0);
  room.frame({ is: 'frame', table: 't', seq: 2, at: 0, scene: next.scene, told: ['Ola picks.'] } as Frame);
  await new Promise((done) => setTimeout(done));
  room.sight?.cross(['notes0.0', 3]);
  room.sight?.cross(['notes0.0', 4]);
  room.sight?.cross(['notes0.0', 4]);
  const again = enter('t', 0, 'en');
  expect(again.sight?.entries).toEqual([{ text: first.scene.title, heading: true }, { text: 'Ola picks.' }]);
  expect([...(again.sight?.crossed ?? [])]).toEqual(['notes0.0:3']);
  again.whole({ is: 'whole', table: 't', seq: 9, at: 0, you: 0, about: { game: 'szacunki' }, desk: desk('running'), scene: first.scene } as unknown as Whole);
  expect(again.sight?.crossed.size).toBe(1);
  for (const other of [enter('t', 1), enter('u', 0)]) expect([other.sight?.entries, other.sight?.crossed.size]).toEqual([[], 0]);
  again.frame({ is: 'frame', table: 't', seq: 10, at: 0, desk: desk('over') } as Frame);
  expect([...(enter('t', 0).sight?.crossed ?? [])]).toEqual([]);
});

test('what is kept has an end', () => {
  const kept = memory();
  for (let table = 0; table < 30; table++) remember(kept, 'crossed', `${table} 0`, ['a'], 20);
  expect(recalled(kept, 'crossed', '9 0')).toEqual([]);
  expect(recalled(kept, 'crossed', '10 0')).toEqual(['a']);
  remember(kept, 'crossed', '10 0', [], 20);
  expect(recalled(kept, 'crossed', '10 0')).toEqual([]);
  kept.set('crossed', 'no JSON');
  expect(recalled(kept, 'crossed', '10 0')).toEqual([]);
});

const live = (kind: string) => [...document.querySelectorAll(`p[aria-live=${kind}]`)].map((node) => node.textContent).join('');

test('all that a step told is read aloud, but not what was told before a reload', async () => {
  const [first, next] = story('blef');
  if (!first || !next) throw new Error('no story');
  const sight = new Sight('blef', 'pl', first.scene);
  sight.entries = [{ text: 'Long ago.' }];
  render(Table, { sight, title: 'Blef' });
  expect(live('polite')).toBe('');
  sight.show(next.scene, [], ['Ola checks.', 'Jan has one card more.']);
  await tick();
  expect(live('polite')).toBe('Ola checks. Jan has one card more.');
});

test('how long a window is open is said once, in right Polish', async () => {
  const sight = new Sight('nerwy', 'pl', sceneOf('nerwy', 'four/window-mine'));
  render(Table, { sight, title: 'Nerwy' });
  expect(live('assertive')).toBe('Sprawdzasz?');
  sight.clock = { left: 4.7, of: 5 };
  await tick();
  expect(live('assertive')).toBe('5 sekund na Sprawdzam.');
  expect(screen.getByRole('timer').getAttribute('aria-label')).toBe('Pozostały czas: 5 sekund');
  sight.clock = { left: 1.2, of: 5 };
  await tick();
  expect(live('assertive')).toBe('5 sekund na Sprawdzam.');
  sight.show(sceneOf('nerwy', 'four/turn-mine'));
  await tick();
  expect(live('assertive')).toBe('Twój ruch.');
  expect([1, 3, 22, 12].map((left) => callIn('pl', left, 'Sprawdzam!'))).toEqual(['1 sekunda na Sprawdzam.', '3 sekundy na Sprawdzam.', '22 sekundy na Sprawdzam.', '12 sekund na Sprawdzam.']);
  expect(callIn('en', 1, '')).toBe('1 second.');
});

test('whoever confirms by a key stays at the tray', async () => {
  const sight = new Sight('rys', 'pl', sceneOf('rys', 'four/play-mine'));
  sight.play = () => void (sight.sent = true);
  render(Table, { sight, title: 'Rys' });
  await fireEvent.click(document.querySelector('.tray .column .press') as HTMLElement);
  const go = document.querySelector<HTMLElement>('.actions .go');
  go?.focus();
  await fireEvent.click(go as HTMLElement); // from now on it is disabled: browsers take the focus away later
  await vi.waitFor(() => expect(document.activeElement?.classList.contains('tray')).toBe(true));
});

test('bots are marked, also for those who listen', async () => {
  const { seat, plates } = sceneOf('nerwy', 'four/turn-mine');
  const sight = new Sight('nerwy', 'pl', sceneOf('nerwy', 'four/turn-mine'));
  const [bot, person] = plates.filter((plate) => plate.seat !== seat);
  sight.bots = new Set([bot?.seat ?? 0]);
  render(Table, { sight, title: 'Nerwy' });
  expect(screen.getByRole('article', { name: `${bot?.name}, bot` }).querySelector('.told span')?.textContent).toMatch(/^bot\b/);
  expect(screen.getByRole('article', { name: person?.name ?? '' }).textContent).not.toContain('bot');
});

test('who is away, is replaced or has resigned is marked, also for those who listen', async () => {
  const { seat, plates } = sceneOf('nerwy', 'four/turn-mine');
  const people = plates.map(({ name }) => ({ kind: 'person' as const, name, here: true }));
  const desk: Desk = { phase: 'running', owner: '', places: [...people, { kind: 'bot' }], deal: 1, commitment: '' };
  const room = new Room('t', 'pl', { get: () => null, set: () => {} });
  room.whole({ is: 'whole', table: 't', seq: 1, at: 0, you: seat, about: { game: 'nerwy' }, desk, scene: sceneOf('nerwy', 'four/turn-mine') } as unknown as Whole);
  if (!room.sight) throw new Error('nothing to see');
  render(Table, { sight: room.sight, title: 'Nerwy' });
  const rivals = plates.filter((plate) => plate.seat !== seat);
  const told = () => rivals.map(({ name }) => screen.getByRole('article', { name: new RegExp(`^${name}`) }).getAttribute('aria-label')?.split(', ')[1] ?? '');
  const change = async (phase: Desk['phase'], changed: Partial<Seated>[]): Promise<void> => {
    const places = desk.places.map((place, at) => ({ ...place, ...changed[rivals.findIndex((rival) => rival.seat === at)] }));
    room.frame({ is: 'frame', table: 't', seq: (room.seating?.seq ?? 0) + 1, at: 0, desk: { ...desk, phase, places } });
    await tick();
  };
  expect(told()).toEqual(['', '', '']);
  const gone = [{ here: false }, { here: false, replaced: true }, { resigned: true }];
  await change('running', gone);
  expect(told()).toEqual(['poza stołem', 'gra bot', 'gra poddana']);
  expect(document.querySelector('.seat.absent .told span')?.textContent).toMatch(/^poza.stołem · /);
  await change('over', gone);
  expect(told()).toEqual(['', '', 'gra poddana']);
  await change('running', []);
  expect(document.querySelector('.seat.absent')).toBeNull();
});
