// @vitest-environment node
// Fair deals: the arithmetic is that of Python, and whatever is exchanged is found.
import { describe, expect, it } from 'vitest';
import { audit, dealSecret, place, retold, type Check, type Draws, type Shown, type Told } from '../src/net/audit';
import type { Memory } from '../src/net/dealing';
import { commitment, type Remembered } from '../src/net/fair';
import { mark, note, seen } from '../src/net/seen';
import type { Zone } from '../src/lib/scene';
import type { Replay } from '../src/replay/replay';
import MATCHES from './draws.json'; // of every game, broken off; made by tests/server/test_draws.py

// The values of docs/fairness.md.
const KITCHEN = 'fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8e7e6e5e4e3e2e1e0';
const FULL = 'f'.repeat(64);
const ZERO = '0'.repeat(64);
const VECTORS = [
  {
    table: 'kuchnia-7_Q', deal: 12, secret: KITCHEN, parts: [null],
    bound: '070eb404d089219313d795d7f8d0a80931e3e3f144aa6e08d1af6f7286221687',
    key: '587195e9da268bb9089340babb1dd254fe8c82fa4499272220561ac20f1f7cce', first: 3,
  },
  {
    table: 'a'.repeat(64), deal: 999999999, secret: ZERO, parts: [FULL, KITCHEN, ZERO, FULL, null, KITCHEN],
    bound: '0920ab12bd9b19e6a22b11789563f40a32dde3a939cda57997353ebfe850a91a',
    key: '9dd1c2038dac0e4881370d6c3961280bc050ac50fc7cfd80e9f1f7582804269e', first: 49,
  },
  {
    table: '0', deal: 1, secret: FULL, parts: [null, null],
    bound: '0e9f212f4f50134ead98df8ec751914668b57338b248fa53a49219398051c7e8',
    key: '08a295aa95740bb3ba4c0f4ae063a4b19e2581ea3ce187c783db0345c23c4d96', first: 45,
  },
];

function zone(face: string, id = 'hand0'): Zone {
  return { id, kind: 'hand', title: '', owner: 0, note: '', pieces: [{ face, name: face, look: '', second: '', owner: null, group: 0 }] };
}

function replayed(...faces: string[]): Replay {
  const zones = faces.map((face) => zone(face));
  return { zones, moments: faces.map((_, at) => ({ title: '', prompt: '', plates: [], zones: [at] })) } as unknown as Replay;
}

/** All there is to check, as it comes from an honest server. */
interface Case {
  shown: Shown;
  told: Told;
  mine: { deal: Remembered; seen: string[] };
}

async function honest(match: (typeof MATCHES)[number]): Promise<Case> {
  const { deal, commitment, secret, seals, parts } = match.proof;
  const seat = parts.findIndex(Boolean);
  return {
    shown: { deal, commitment, secret, seals, parts },
    told: { draws: match.draws as unknown as Draws, log: match.log, replays: { pl: replayed('3', '4', '5') } },
    mine: {
      deal: { deal, commitment, seals, seat, part: parts[seat] ?? '' },
      seen: [await mark('pl', [zone('3')]), await mark('pl', [zone('5')])],
    },
  };
}

const of = (checks: Check[], outcome: Check['outcome']) => checks.filter((check) => check.outcome === outcome).map((check) => check.name);
const flipped = (digits: string) => (digits[0] === '0' ? '1' : '0') + digits.slice(1);

describe('the bytes', () => {
  it.each(VECTORS)('are the same here as on the server: $table', async (v) => {
    expect(await commitment(v.table, v.deal, v.secret)).toBe(v.bound);
    const key = await dealSecret(v.table, v.deal, v.secret, v.parts);
    expect(key).toBe(v.key);
    expect(await place(key, 'deck', 0, 52)).toBe(v.first);
  });
});

describe.each(MATCHES)('a match of $game', (match) => {
  const { table } = match.proof;

  it('holds when nothing was changed', async () => {
    const { shown, told, mine } = await honest(match);
    const checks = await audit(table, shown, told, mine);
    expect(of(checks, 'holds')).toEqual(['commitment', 'seals', 'own', 'remembered', 'draws', 'log', 'seen']);
    expect(checks[4]?.count).toBe(match.draws.draws.length);
  });

  it('does not hold with any draw exchanged', async () => {
    const { shown, told, mine } = await honest(match);
    for (const [at, draw] of told.draws.draws.entries()) {
      const other = told.draws.kinds[draw.zone]?.find((kind) => kind !== draw.value) ?? '';
      const draws = told.draws.draws.with(at, { ...draw, value: other });
      const checks = await audit(table, shown, { ...told, draws: { ...told.draws, draws } }, mine);
      expect(of(checks, 'fails')).toEqual(['draws', 'log']);
      expect(checks[4]?.wrong).toEqual({ ...draw, value: other, right: draw.value });
    }
  });

  it('does not hold with the draws of another secret, even if that was committed to', async () => {
    const { shown, told, mine } = await honest(match);
    const secret = flipped(shown.secret);
    expect(of(await audit(table, { ...shown, secret }, told, mine), 'fails')).toEqual(['commitment', 'draws', 'log']);
    const bound = { ...shown, secret, commitment: await commitment(table, shown.deal, secret) };
    expect(of(await audit(table, bound, told, mine), 'fails')).toEqual(['remembered', 'draws', 'log']);
  });

  it('does not hold with another part, one left out, or one of nobody', async () => {
    const { shown, told, mine } = await honest(match);
    const { seat, part } = mine.deal;
    const other = { ...shown, parts: shown.parts.with(seat, flipped(part)) };
    expect(of(await audit(table, other, told, mine), 'fails')).toEqual(['seals', 'own', 'draws', 'log']);
    const less = { ...shown, parts: shown.parts.with(seat, null) };
    expect(of(await audit(table, less, told, mine), 'fails')).toEqual(['seals', 'own', 'draws', 'log']);
    const more = { ...shown, parts: [...shown.parts, FULL], seals: [...shown.seals, null] };
    expect(of(await audit(table, more, told, mine), 'fails')).toEqual(['seals', 'remembered', 'draws', 'log']);
  });

  it('does not hold with another log', async () => {
    const { shown, told, mine } = await honest(match);
    const log = told.log.replace(/chance: secret ./, (found) => found.slice(0, -1) + flipped(found.slice(-1)));
    expect(of(await audit(table, shown, { ...told, log }, mine), 'fails')).toEqual(['log']);
    const short = told.log.slice(0, told.log.lastIndexOf(' | '));
    expect(of(await audit(table, shown, { ...told, log: short }, mine), 'fails')).toEqual(['log']);
  });

  it('does not hold with an address that was used before, nor with counts that are none', async () => {
    const { shown, told, mine } = await honest(match);
    const [first] = told.draws.draws;
    if (!first) throw new Error('nothing was drawn');
    for (const draws of [[first, first], [{ ...first, among: [-1, 2.5] }], [{ ...first, among: [] }]]) {
      const checks = await audit(table, shown, { ...told, draws: { ...told.draws, draws } }, mine);
      expect(of(checks, 'fails')).toContain('draws');
    }
  });

  it('is not taken for checked where something is missing', async () => {
    const { shown, told, mine } = await honest(match);
    const nothing = { deal: null, seen: [] };
    expect(of(await audit(table, shown, told, nothing), 'unchecked')).toEqual(['own', 'remembered', 'seen']);
    expect(of(await audit(table, shown, null, mine), 'unchecked')).toEqual(['draws', 'log', 'seen']);
    const late = { ...told, draws: { ...told.draws, whole: false } };
    expect(of(await audit(table, shown, late, mine), 'unchecked')).toEqual(['draws', 'seen']);
    const alone = { ...shown, parts: shown.parts.map(() => null), seals: shown.parts.map(() => null) };
    expect(of(await audit(table, alone, told, nothing), 'unchecked')).toContain('seals');
  });
});

describe('what was seen', () => {
  it('must come in the replay, in its order', async () => {
    const marks = await Promise.all(['3', '5', '5'].map((face) => mark('pl', [zone(face)])));
    expect(await retold(marks, { pl: replayed('3', '4', '5') })).toBe(true);
    expect(await retold(marks, { pl: replayed('5', '4', '3') })).toBe(false);
    expect(await retold(marks, { pl: replayed('3', '4', '6') })).toBe(false);
    expect(await retold(marks, {})).toBe(false);
  });

  it('may have been seen in two languages', async () => {
    const marks = [await mark('pl', [zone('trójka')]), await mark('en', [zone('five')])];
    const replays = { pl: replayed('trójka', 'piątka'), en: replayed('three', 'five') };
    expect(await retold(marks, replays)).toBe(true);
    expect(await retold(marks.toReversed(), replays)).toBe(false);
  });

  it('is kept once for each sight, of the last tables only', async () => {
    const notes = new Map<string, string>();
    const memory: Memory = { get: (key) => notes.get(key) ?? null, set: (key, value) => void notes.set(key, value) };
    for (const face of ['3', '3', '4']) await note(memory, 't0', 'pl', [zone(face)]);
    expect(seen(memory, 't0')).toEqual([await mark('pl', [zone('3')]), await mark('pl', [zone('4')])]);
    for (let table = 1; table <= 30; table++) await note(memory, `t${table}`, 'pl', [zone('3')]);
    expect(seen(memory, 't0')).toEqual([]);
    expect(seen(memory, 't1')).toHaveLength(1);
  });

  it('is where pieces lie and how they look, not what somebody is called', async () => {
    const one = await mark('pl', [zone('3')]);
    expect(await mark('pl', [{ ...zone('3'), title: 'Ola' }])).toBe(one);
    expect(await mark('pl', [zone('3', 'hand1')])).not.toBe(one);
    const red = zone('3').pieces.map((piece) => ({ ...piece, look: 'red' }));
    expect(await mark('pl', [{ ...zone('3'), pieces: red }])).not.toBe(one);
  });
});
