// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { commitment, dealSecret, place, seal, verify, type Shown } from '../src/net/fair';

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

describe('fair deals', () => {
  it.each(VECTORS)('are the same bytes here as on the server: $table', async (v) => {
    expect(await commitment(v.table, v.deal, v.secret)).toBe(v.bound);
    const key = await dealSecret(v.table, v.deal, v.secret, v.parts);
    expect(key).toBe(v.key);
    expect(await place(key, 'deck', 0, 52)).toBe(v.first);
  });

  async function dealt(): Promise<Shown> {
    const parts = [FULL, null];
    return {
      deal: 2, secret: KITCHEN, commitment: await commitment('T', 2, KITCHEN), parts,
      seals: [await seal('T', 2, 0, FULL), null],
    };
  }

  it('hold when nothing was changed', async () => {
    const shown = await dealt();
    const mine = { deal: 2, commitment: shown.commitment, seals: shown.seals, seat: 0, part: FULL };
    expect((await verify('T', shown, mine)).map((check) => check.holds)).toEqual([true, true, true, true]);
  });

  it.each([
    ['another secret', 'commitment', (s: Shown) => ({ ...s, secret: ZERO })],
    ['another part', 'seals', (s: Shown) => ({ ...s, parts: [ZERO, null] })],
    ['a part left out', 'seals', (s: Shown) => ({ ...s, parts: [null, null] })],
    ['a part of nobody', 'seals', (s: Shown) => ({ ...s, parts: [FULL, ZERO] })],
  ])('fail with %s', async (_, name, change) => {
    const checks = await verify('T', change(await dealt()), null);
    expect(checks.filter((check) => !check.holds).map((check) => check.name)).toEqual([name]);
  });

  it('fail when all was exchanged but for what I remember', async () => {
    const shown = await dealt();
    const mine = { deal: 2, commitment: 'x', seals: shown.seals, seat: 0, part: ZERO };
    const failing = (await verify('T', shown, mine)).filter((check) => !check.holds);
    expect(failing.map((check) => check.name)).toEqual(['own', 'remembered']);
  });
});
