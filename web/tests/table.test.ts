// Every scene of the fixtures is drawn, and choices are reached by pressing what a person would press.

import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Choice, Scene } from '../src/lib/scene';
import { Sight } from '../src/lib/sight.svelte';
import Table from '../src/table/Table.svelte';

type Shown = { name: string; language: string; scene: Scene };
const files = import.meta.glob<Shown[]>('../fixtures/scenes/*.json', { eager: true, import: 'default' });
const games = Object.entries(files).map(([file, scenes]) => ({ game: file.replace(/.*\/|\.json/g, ''), scenes }));

function sit(game: string, name: string): { sight: Sight; played: Choice[] } {
  const found = games.find((g) => g.game === game)?.scenes.find((s) => s.name === name);
  if (!found) throw new Error(`no scene ${game}/${name}`);
  const sight = new Sight(game, found.language, found.scene);
  const played: Choice[] = [];
  sight.play = (choice) => void played.push(choice);
  render(Table, { sight, title: game });
  return { sight, played };
}

afterEach(cleanup);

describe.each(games)('$game', ({ game, scenes }) => {
  test.each(scenes.filter(({ language }) => language === 'pl'))('$name: every piece has a name, no back tells what is below', ({ language, scene }) => {
    const errors = vi.spyOn(console, 'error');
    const sight = new Sight(game, language, scene);
    const { container } = render(Table, { sight, title: game });
    expect(container.querySelectorAll('.seat')).toHaveLength(sight.rivals.length);
    for (const node of container.querySelectorAll('.piece')) expect((node.querySelector('.press') ?? node).getAttribute('aria-label')).toBeTruthy();
    for (const button of container.querySelectorAll('button')) {
      expect(button.textContent?.trim() || button.getAttribute('aria-label')).toBeTruthy();
    }
    for (const back of container.querySelectorAll('.c-back')) expect(back.textContent).toBe('');
    expect(errors).not.toHaveBeenCalled();
  });
});

describe('picking', () => {
  test('a card, then a side, then the button in the words of the action', async () => {
    const { sight, played } = sit('nerwy', 'four/turn-mine');
    const single = screen.getAllByRole('button').find((b) => b.matches('.press') && b.parentElement?.querySelector('.c-single'));
    await fireEvent.click(single as HTMLElement);
    expect(single?.getAttribute('aria-pressed')).toBe('true');
    expect(sight.selection.missing?.id).toBe('side');
    await fireEvent.click(document.querySelector('.options .lay.down') as HTMLElement);
    const label = sight.selection.ready?.label ?? '';
    await fireEvent.click(screen.getByRole('button', { name: label }));
    expect(played.map((choice) => choice.label)).toEqual([label]);
  });

  test('the usual choice stands after the first press, and Escape takes it back', async () => {
    const { sight } = sit('rys', 'four/play-mine');
    await fireEvent.click(document.querySelector('.tray .column .press') as HTMLElement);
    expect(sight.selection.ready).not.toBeNull();
    await fireEvent.keyDown(window, { key: 'Escape' });
    expect(sight.selection.ready).toBeNull();
    expect(sight.selection.changed).toBe(false);
  });

  test('what a play would steal is marked, with the word for it', async () => {
    const { sight } = sit('rys', 'four/play-mine');
    const robbing = sight.selection.choices.find((choice) => choice.touches.length > 0);
    for (const click of robbing?.path.flat() ?? []) sight.selection.pick(click);
    await tick();
    expect(document.querySelectorAll('.seat.hit').length).toBeGreaterThan(0);
    expect(document.querySelector('.seat.hit .tag')?.textContent).toBe(robbing?.hits);
  });

  test('a card with two ends is turned by every press, and the button follows', async () => {
    const { sight } = sit('blef', 'three/choose-mine');
    const before = sight.selection.ready?.label;
    const card = document.querySelector('.tray .piece') as HTMLElement;
    const up = card.querySelector('.end.up b')?.textContent;
    const press = card.querySelector('.press') as HTMLElement;
    await fireEvent.click(press);
    expect(card.querySelector('.end.down b')?.textContent).toBe(up);
    expect(sight.selection.ready?.label).not.toBe(before);
    await fireEvent.click(press);
    expect(sight.selection.ready?.label).toBe(before);
  });

  test('a range is a slider for keys, with steps for fingers', async () => {
    const { sight } = sit('szacunki', 'four/place-mine');
    const slider = screen.getByRole('slider');
    await fireEvent.keyDown(slider, { key: 'ArrowRight' });
    await fireEvent.keyDown(slider, { key: 'ArrowRight' });
    expect(slider.getAttribute('aria-valuetext')).toBe(sight.selection.clicked[0]?.label);
    await fireEvent.click(document.querySelectorAll('.step')[1] as HTMLElement);
    expect(sight.selection.clicked[0]?.what).toBe('2');
  });

  test('a card is bought and paid for in two clicks, whatever the payment is made of', async () => {
    const buying = sit('fiasko', 'three/buy-mine');
    await fireEvent.click(document.querySelector('.z-pool .press') as HTMLElement);
    expect(buying.sight.selection.ready).not.toBeNull();
    cleanup();
    const { played } = sit('fiasko', 'three/pay-mine');
    await fireEvent.click(document.querySelector('.actions .btn') as HTMLElement);
    expect(played).toHaveLength(1);
    expect(played[0]?.actions.length).toBeGreaterThan(1);
  });

  test('whoever plays by keys stays at their place when the button that they pressed is gone', async () => {
    const { sight } = sit('rys', 'four/play-mine');
    const card = document.querySelector('.hand .press') as HTMLElement;
    card.focus();
    sight.show({ ...sight.scene, choices: [], asks: [] });
    await vi.waitFor(() => expect(document.activeElement).toBe(document.querySelector('.tray')));
  });

  test('the key S calls, without asking again', async () => {
    const { sight, played } = sit('nerwy', 'four/window-mine');
    await fireEvent.keyDown(window, { key: 's' });
    expect(played).toEqual([sight.selection.loud]);
  });

  test('number keys pick pieces by their place', async () => {
    const { sight } = sit('nerwy', 'four/turn-mine');
    await fireEvent.keyDown(window, { key: '2' });
    expect(sight.selection.clicked[0]?.piece).toEqual(['hand0', 1]);
  });

  test('numbers are crossed out in the notebook, and the card shows it', async () => {
    const { sight } = sit('szacunki', 'four/place-mine');
    const free = document.querySelector('.notebook button:not(:disabled)') as HTMLElement;
    await fireEvent.click(free);
    expect(sight.crossed.size).toBe(1);
    expect(document.querySelectorAll('.rack.own .cand .m')).toHaveLength(1);
  });

  test('the picks stay when a new scene offers the same choices', () => {
    const { sight } = sit('szacunki', 'four/place-mine');
    const click = sight.selection.groups[0]?.answers[3];
    if (click) sight.selection.pick(click);
    sight.show({ ...sight.scene, plates: sight.scene.plates.map((plate) => ({ ...plate, acts: true })) });
    expect(sight.selection.clicked.map((c) => c.what)).toEqual(['3']);
  });
});

describe('what has been drawn stays', () => {
  test('a card that can be pressed, or not any more, is the same card', async () => {
    const { sight } = sit('rys', 'four/play-mine');
    const cards = [...document.querySelectorAll('.hand .card')];
    expect(document.querySelectorAll('.hand .press').length).toBeGreaterThan(0);
    sight.show({ ...sight.scene, choices: [], asks: [] });
    await tick();
    expect(document.querySelectorAll('.hand .press')).toHaveLength(0);
    expect([...document.querySelectorAll('.hand .card')]).toEqual(cards);
  });

  test('a line of the log is the same line when others come above it', async () => {
    const { sight } = sit('rys', 'four/play-mine');
    sight.tell(['one', 'two']);
    await tick();
    const lines = [...document.querySelectorAll('.log li:not(.h)')];
    expect(lines.map((line) => line.textContent)).toEqual(['two', 'one']);
    sight.tell(['three']);
    await tick();
    expect([...document.querySelectorAll('.log li:not(.h)')].slice(1)).toEqual(lines);
    expect(document.querySelectorAll('.log .new')).toHaveLength(1);
  });

  test('on a narrow screen the log is drawn in the drawer only, whole', async () => {
    vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }));
    const { sight } = sit('rys', 'four/play-mine');
    sight.tell(['one', 'two']);
    await tick();
    expect(document.querySelector('.log')).toBeNull();
    await fireEvent.click(screen.getByRole('button', { name: sight.say('Log') }));
    expect([...document.querySelectorAll('.log li:not(.h)')].map((line) => line.textContent)).toEqual(['two', 'one']);
    await fireEvent.click(screen.getByRole('button', { name: sight.say('Close') }));
    expect(document.querySelector('.log')).toBeNull();
    vi.unstubAllGlobals();
  });

  test('no style asks what something holds: then every card that is laid would style the whole page anew', () => {
    const styles = import.meta.glob<string>('../src/**/*.css', { eager: true, query: '?raw', import: 'default' });
    expect(Object.keys(styles).length).toBeGreaterThan(4);
    for (const [file, text] of Object.entries(styles)) expect(text.match(/:has\(|> :(first|last|nth)/g), file).toBeNull();
  });
});
