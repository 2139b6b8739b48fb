// Whether a deal that is over was the one that was promised, and the match the one that was shown. Loaded when somebody
// asks; docs/fairness.md tells what it proves. It knows no rules: those replay a log in `sprawdzam verify`.

import type { Api } from '../app/api';
import type { Replay } from '../replay/replay';
import { commitment, head, hmac, seal, type Remembered } from './fair';
import { mark } from './seen';

/** What the server shows of a deal when it is over. */
export interface Shown {
  deal: number;
  commitment: string;
  secret: string;
  seals: (string | null)[];
  parts: (string | null)[];
}

/** One draw: what came at its address, and how many there were of each of the zone's kinds. */
export interface Drawn {
  step: number;
  zone: string;
  number: number;
  among: number[];
  value: string;
}

/** The shape of `server/draws.py`. */
export interface Draws {
  whole: boolean;
  kinds: Record<string, string[]>;
  draws: Drawn[];
}

/** What the server tells of a match when it is over: all draws, the log, and the match as my seat saw it, in each of the
    languages in which I did. */
export interface Told {
  draws: Draws;
  log: string;
  replays: Record<string, Replay>;
}

/** What this browser has kept since the match. */
export interface Mine {
  deal: Remembered | null;
  seen: string[];
}

export interface Wrong extends Drawn {
  /** What it ought to be; empty if nothing can come there. */
  right: string;
}

export interface Check {
  name: 'commitment' | 'seals' | 'own' | 'remembered' | 'draws' | 'log' | 'seen';
  outcome: 'holds' | 'fails' | 'unchecked';
  count?: number;
  wrong?: Wrong;
}

export function dealSecret(table: string, deal: number, secret: string, parts: (string | null)[]): Promise<string> {
  return hmac(secret, head('deal', table, deal) + parts.map((part, seat) => `${seat} ${part ?? '-'}\n`).join(''));
}

/** Where a draw falls among n pieces. */
export async function place(key: string, zone: string, number: number, n: number): Promise<number> {
  return Number((BigInt(`0x${await hmac(key, `${zone} ${number}`)}`) * BigInt(n)) >> 256n);
}

export async function gather(api: Api, table: string, seat: number | null, seen: string[]): Promise<Told> {
  const path = `/api/tables/${table}`;
  const [draws, { log }] = await Promise.all([api.get<Draws>(`${path}/draws`), api.log(table)]);
  const replays: Told['replays'] = {};
  for (const language of seat === null ? [] : new Set(seen.map((one) => one.split(' ')[0] ?? ''))) {
    replays[language] = await api.in(language).get<Replay>(`${path}/replay?seat=${seat}`);
  }
  return { draws, log, replays };
}

/** All checks, each on its own, so that one that fails hides no other. Without what was told or kept, some are not made. */
export async function audit(table: string, shown: Shown, told: Told | null, mine: Mine): Promise<Check[]> {
  const { deal, secret, seals, parts } = shown;
  const kept = mine.deal?.deal === deal ? mine.deal : null;
  const key = await dealSecret(table, deal, secret, parts);
  const wrong = told && (await wrongDraw(key, told.draws));
  const whole = told?.draws.whole;
  return [
    { name: 'commitment', outcome: is((await commitment(table, deal, secret)) === shown.commitment) },
    { name: 'seals', outcome: (await sealed(table, shown)) ? (parts.some(Boolean) ? 'holds' : 'unchecked') : 'fails' },
    { name: 'own', outcome: kept ? is(parts[kept.seat] === kept.part) : 'unchecked' },
    { name: 'remembered', outcome: kept ? is(kept.commitment === shown.commitment && same(kept.seals, seals)) : 'unchecked' },
    { name: 'draws', outcome: wrong ? 'fails' : whole ? 'holds' : 'unchecked', ...(told && { count: told.draws.draws.length }), ...(wrong && { wrong }) },
    { name: 'log', outcome: told ? is(same(logged(told.log), [key, ...told.draws.draws.map(line)])) : 'unchecked' },
    { name: 'seen', outcome: told && whole && mine.seen.length ? is(await retold(mine.seen, told.replays)) : 'unchecked', count: mine.seen.length },
  ];
}

async function sealed(table: string, { deal, seals, parts }: Shown): Promise<boolean> {
  const right = await Promise.all(parts.map((part, seat) => (part === null ? null : seal(table, deal, seat, part))));
  return same(right, seals);
}

/** The first draw that is not what the deal secret gives at its address, or whose address was used before. */
export async function wrongDraw(key: string, { kinds, draws }: Draws): Promise<Wrong | null> {
  const right = await Promise.all(draws.map(async (one) => kinds[one.zone]?.[await kindOf(key, one)] ?? ''));
  const used = new Set<string>();
  for (const [at, one] of draws.entries()) {
    const address = `${one.zone} ${one.number}`;
    if (right[at] !== one.value || used.has(address)) return { ...one, right: right[at] ?? '' };
    used.add(address);
  }
  return null;
}

/** The kind that a draw falls on when all pieces are laid out in order; -1 if there are no such pieces. */
async function kindOf(key: string, { zone, number, among }: Drawn): Promise<number> {
  if (!among.every((count) => Number.isSafeInteger(count) && count >= 0)) return -1;
  let left = await place(key, zone, number, among.reduce((sum, count) => sum + count, 0));
  return among.findIndex((count) => (left -= count) < 0);
}

/** What a log tells of chance: the deal secret and each draw, with its step. */
export function logged(log: string): string[] {
  const lines = log.split('\n');
  const begin = lines.findIndex((one) => /^(deal|position:)/.test(one));
  const key = lines.find((one) => one.startsWith('chance: secret '))?.slice(15) ?? '';
  const drawn = lines.slice(begin).flatMap((one, step) => (one.split(' | ')[1]?.split(', ') ?? []).map((draw) => `${step} ${draw}`));
  return [key, ...drawn];
}

function line(one: Drawn): string {
  return `${one.step} ${one.zone} ${one.value}`;
}

/** Whether everything that was seen comes in its order in the match as it is told now. */
export async function retold(seen: string[], replays: Record<string, Replay>): Promise<boolean> {
  const told = await Promise.all(
    Object.entries(replays).flatMap(([language, replay]) =>
      replay.moments.map(async (moment, at) => ({ at, is: await mark(language, moment.zones.flatMap((one) => replay.zones[one] ?? [])) })),
    ),
  );
  let last = 0;
  for (const one of seen) {
    last = Math.min(...told.filter((moment) => moment.at >= last && moment.is === one).map((moment) => moment.at));
    if (last === Infinity) return false;
  }
  return true;
}

function is(so: boolean): Check['outcome'] {
  return so ? 'holds' : 'fails';
}

function same(a: readonly (string | null)[], b: readonly (string | null)[]): boolean {
  return a.length === b.length && a.every((one, at) => one === b[at]);
}
