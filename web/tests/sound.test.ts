// Sounds follow from what moved, for every game alike, and tell no more than the scene does.

import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Move, Piece, Scene, Zone, ZoneKind } from '../src/lib/scene';
import { cues, type Sound } from '../src/sound/cues';
import { SOUNDS, Synth } from '../src/sound/synth';

const piece = (face: string, more: Partial<Piece> = {}): Piece => ({ face, name: face, look: '', second: '', owner: null, group: 0, ...more });
const zone = (id: string, kind: ZoneKind, pieces: Piece[] = [], owner: number | null = null): Zone => ({ id, kind, title: id, pieces, owner, note: '' });
const scene = (more: Partial<Scene> = {}): Scene => ({
  seat: 0, title: '', prompt: '', asks: [], choices: [], preset: [], facts: [], tracks: [], ranking: [], pause: 0, again: [], window: false,
  plates: [0, 1].map((seat) => ({ seat, name: `P${seat}`, facts: [], acts: false, out: false, tracks: [] })),
  zones: [zone('hand', 'hand', [], 0), zone('row', 'row'), zone('deck', 'pile'), zone('dice', 'dice'), zone('coins', 'tokens'), zone('said', 'history')],
  ...more,
});
const move = (kind: Move['kind'], from: string | null, to: string | null): Move => ({ kind, source: from === null ? null : [from, 0], target: to === null ? null : [to, 0] });
const heard = (moves: Move[], after: Partial<Scene> = {}, before: Partial<Scene> = {}): Sound[] => cues(scene(before), scene(after), moves).map((cue) => cue.sound);
const acting = (acts: boolean, more = {}) => scene().plates.map((plate) => (plate.seat === 0 ? { ...plate, acts, ...more } : plate));

describe('what moved is heard', () => {
  it('as what it is', () => {
    expect(heard([move('moved', 'hand', 'row')])).toEqual(['card']);
    expect(heard([move('moved', 'row', 'deck')])).toEqual(['slide']);
    expect(heard([move('left', 'row', null)])).toEqual(['slide']);
    expect(heard([move('flipped', 'row', 'row')])).toEqual(['flip']);
    expect(heard([move('appeared', null, 'dice'), move('appeared', null, 'dice')])).toEqual(['dice']);
    expect(heard([move('moved', 'coins', 'coins'), move('appeared', null, 'coins')])).toEqual(['token']);
    expect(heard([move('moved', 'deck', 'hand')])).toEqual(['slide']);
    expect(heard(Array(9).fill(move('appeared', null, 'hand')) as Move[])).toEqual(Array(6).fill('deal'));
  });

  it('not when it only closed up, nor when a note was made', () => {
    expect(heard([move('moved', 'hand', 'hand')])).toEqual([]);
    expect(heard([move('appeared', null, 'said')])).toEqual([]);
  });

  it('a call is a stamp, and then the cards are turned one by one', () => {
    const found = cues(scene(), scene({ pause: 4 }), [move('flipped', 'row', 'row'), move('flipped', 'row', 'row')]);
    expect(found.map(({ sound }) => sound)).toEqual(['call', 'flip', 'flip']);
    expect(found[1]?.at).toBeGreaterThan(300);
    expect((found[2]?.at ?? 0) - (found[1]?.at ?? 0)).toBeGreaterThan(200);
  });

  it('tokens beside a name are heard when they change', () => {
    const track = (size: number) => [{ title: '', parts: [['calm', size] as [string, number]], limit: 3, note: '' }];
    expect(heard([], { plates: acting(false, { tracks: track(2) }) }, { plates: acting(false, { tracks: track(3) }) })).toEqual(['token']);
  });
});

describe('what concerns me is heard', () => {
  it('my turn, when it begins and not in a window', () => {
    expect(heard([], { plates: acting(true) })).toEqual(['turn']);
    expect(heard([], { plates: acting(true) }, { plates: acting(true) })).toEqual([]);
    expect(heard([], { plates: acting(true), window: true })).toEqual([]);
  });

  it('my victory, and for who watches any', () => {
    expect(heard([], { ranking: [[0, 1], [1, 2]] })).toEqual(['win']);
    expect(heard([], { ranking: [[1, 1], [0, 2]] })).toEqual([]);
    expect(heard([], { ranking: [[1, 1], [0, 2]], seat: -1 })).toEqual(['win']);
  });

  it('my answers, right or wrong, and not those of others', () => {
    const said = (look: string, owner: number) => ({ zones: [zone('said', 'history', [piece('≤', { look, owner })])] });
    expect(heard([], said('answer right', 0))).toEqual(['right']);
    expect(heard([], said('answer wrong', 0))).toEqual(['wrong']);
    expect(heard([], said('answer wrong', 1))).toEqual([]);
    expect(heard([], { plates: acting(false, { out: true }) })).toEqual(['wrong']);
  });

  it('a hidden card sounds like every other', () => {
    const with_ = (face: string) => ({ zones: [zone('hand', 'hand', [], 0), zone('row', 'row', [piece(face)])] });
    expect(heard([move('moved', 'hand', 'row')], with_(''))).toEqual(heard([move('moved', 'hand', 'row')], with_('7')));
  });
});

describe('every story of every game', () => {
  const stories = import.meta.glob<{ scene: Scene; moves?: Move[] }[]>('../fixtures/stories/*.json', { eager: true, import: 'default' });
  for (const [path, frames] of Object.entries(stories)) {
    it(`has sounds, few at a time: ${path.replace(/.*\//, '')}`, () => {
      const all = frames.slice(1).map((frame, i) => cues(frames[i]?.scene as Scene, frame.scene, frame.moves ?? []));
      expect(all.some((found) => found.length > 0)).toBe(true);
      for (const found of all) {
        expect(found.length).toBeLessThan(20);
        expect(Math.max(0, ...found.map(({ at }) => at))).toBeLessThan(2000);
      }
    });
  }
});

describe('the synthesiser', () => {
  afterEach(() => vi.restoreAllMocks());

  it('knows every sound, each shorter than 400 milliseconds', () => {
    for (const parts of Object.values(SOUNDS)) {
      expect(parts.length).toBeGreaterThan(0);
      for (const part of parts) expect(part.at + part.long).toBeLessThanOrEqual(0.4);
    }
  });

  it('is not even made before somebody touches the page, and makes nothing when it is off', () => {
    const started = vi.fn();
    const param = { value: 0, setValueAtTime() {}, exponentialRampToValueAtTime() {} };
    const node = () => ({ gain: param, frequency: param, Q: param, type: '', buffer: null, connect() {}, start: started, stop() {} });
    const context = {
      state: 'running', currentTime: 0, sampleRate: 8000, destination: {}, resume: () => Promise.resolve(),
      createGain: node, createOscillator: node, createBufferSource: node, createBiquadFilter: node,
      createBuffer: (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) }),
    };
    const make = vi.fn(() => context as unknown as AudioContext);
    const synth = new Synth(make);
    const page = new EventTarget();
    synth.waitForHands(page);
    synth.play([{ sound: 'card', at: 0 }]);
    expect(make).not.toHaveBeenCalled();
    page.dispatchEvent(new Event('pointerup'));
    synth.play([{ sound: 'card', at: 0 }]);
    expect(make).toHaveBeenCalledOnce();
    expect(started).toHaveBeenCalledTimes(SOUNDS.card.length);
    synth.volume = 0;
    synth.play([{ sound: 'card', at: 0 }]);
    expect(started).toHaveBeenCalledTimes(SOUNDS.card.length);
  });
});
