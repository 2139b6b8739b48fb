import { render } from '@testing-library/svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Player } from '../src/replay/player.svelte';
import { chanceAt, line, marks, parts, sceneAt, type Course, type Replay, type Review } from '../src/replay/replay';
import Table from '../src/table/Table.svelte';

const plate = (name: string, seat: number) => ({ seat, name, facts: [], acts: false, out: false, tracks: [] });
const zone = (id: string) => ({ id, kind: 'pile' as const, title: id, pieces: [], owner: null, note: '' });
const replay: Replay = {
  table: 'T', game: 'blef', seat: null, names: ['Ola', 'Jan'], bots: [1], aborted: false, ranks: [1, 2], ended: 0,
  plates: [plate('Ola', 0), plate('Jan', 1)], zones: [zone('deck'), zone('bin')],
  moments: [
    { title: 'Round 1', prompt: 'a', plates: [0, 1], zones: [0] },
    { title: 'Round 1', prompt: 'b', plates: [0, 1], zones: [0], told: ['Ola bids.', 'Loudly.'], actor: 0 },
    { title: 'Round 1', prompt: 'c', plates: [0, 1], zones: [0] },
    { title: 'Round 2', prompt: 'd', plates: [1, 0], zones: [1], told: ['Jan checks.'], actor: 1, pause: 5 },
  ],
};
const course: Course = {
  seat: 0, name: 'Ola', begin: 0.5, end: 1, luck: 0.7, skill: -0.2, error: 0.01, points: [[1, 0.6], [2, 0.4]],
  mistakes: [{ step: 2, played: 'x', better: 'y', why: '', before: 0.6, after: 0.4, error: 0.01 }],
};
const review: Review = { steps: 3, seats: [course], turns: [{ seat: 1, step: 3, change: 0.3 }, { seat: 1, step: 2, change: -0.3 }] };

describe('a replay', () => {
  it('is made of scenes that share their zones and plates', () => {
    const scene = sceneAt(replay, replay.moments[3]!);
    expect(scene.plates.map((one) => one.name)).toEqual(['Jan', 'Ola']);
    expect([scene.seat, scene.zones[0]?.id, scene.pause, scene.choices]).toEqual([-1, 'bin', 5, []]);
  });

  it('is told in words by rounds, without the steps that nobody could see', () => {
    const last = { title: 'Round 3', prompt: 'e', plates: [0, 1], zones: [0], told: ['Ola passes.'] };
    expect(parts({ ...replay, moments: [...replay.moments, last] })).toEqual([
      { title: 'Round 1', lines: [{ moment: 1, text: 'Ola bids. Loudly.' }, { moment: 3, text: 'Jan checks.' }] },
      { title: 'Round 2', lines: [{ moment: 4, text: 'Ola passes.' }] },
    ]);
  });

  it('knows a chance at every moment, and where things turned', () => {
    expect(line(course, 3)).toEqual([[0, 0.5], [1, 0.6], [2, 0.4], [3, 1]]);
    expect([0, 1, 2, 3].map((moment) => chanceAt(course, moment, 3))).toEqual([0.5, 0.6, 0.4, 1]);
    expect([...marks(review)].map(([step, found]) => [step, found.map((mark) => mark.kind)])).toEqual([[2, ['mistake', 'turn']], [3, ['turn']]]);
  });
});

describe('a player', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('goes by keys and never beyond an end', () => {
    const player = new Player(replay, 'en', 99);
    expect(player.at).toBe(3);
    const way = ['ArrowRight', 'ArrowLeft', 'Home', 'ArrowLeft', 'ArrowRight', 'End'].map((key) => (player.key(key), player.at));
    expect(way).toEqual([3, 2, 0, 0, 1, 3]);
    expect(player.sight.scene.prompt).toBe('d');
    expect(player.key('x')).toBe(false);
  });

  it('plays by itself until the end, longer where there is something to see, and stops when a key is pressed', () => {
    const player = new Player(replay, 'en');
    player.key(' ');
    vi.advanceTimersByTime(1100);
    expect([player.at, player.playing]).toEqual([1, true]);
    player.key('ArrowLeft');
    vi.advanceTimersByTime(9000);
    expect([player.at, player.playing]).toEqual([0, false]);
    player.play();
    vi.advanceTimersByTime(9000);
    expect([player.at, player.playing]).toEqual([3, false]);
    player.play();
    expect(player.at).toBe(0);
  });

  it('keeps the moment when somebody else looks', () => {
    const player = new Player(replay, 'en', 2);
    player.load({ ...replay, seat: 1 });
    expect([player.at, player.sight.scene.seat]).toEqual([2, 1]);
  });

  it('tells who was a bot, whoever looks', () => {
    const player = new Player(replay, 'en');
    const { container, unmount } = render(Table, { sight: player.sight, title: '' });
    expect([...container.querySelectorAll('.seat')].map((seat) => seat.getAttribute('aria-label'))).toEqual(['Ola', 'Jan, bot']);
    expect([...container.querySelectorAll('.seat .told')].map((seat) => seat.textContent)).toEqual(['Ola', 'Janbot']);
    unmount();
    player.load({ ...replay, seat: 1 });
    const again = render(Table, { sight: player.sight, title: '' });
    expect(again.container.querySelector('.tray .me .told')?.textContent?.trim()).toMatch(/^Jan\s*bot$/);
    again.unmount();
  });
});
