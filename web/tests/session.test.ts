// What a browser keeps for the page, and the address of the line: it names the table that is looked at, so that a server can bring those together who are there.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { User } from '../src/app/api';
import { dealt } from '../src/net/dealing';
import type { Seating } from '../src/net/seating';

class Deaf {
  static made: Deaf[] = [];
  onclose: (() => void) | null = null;

  constructor(readonly url: string) {
    Deaf.made.push(this);
  }

  close(): void {}
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }));
  vi.stubGlobal('WebSocket', Deaf);
  vi.stubGlobal('scrollTo', () => {});
  Deaf.made = [];
});
afterEach(async () => {
  const { session } = await import('../src/app/session.svelte');
  session.line?.close();
  session.line = null;
  session.me = null;
  history.replaceState(null, '', '/');
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const asked = () => Deaf.made.map(({ url }) => url.replace(`ws://${location.host}`, ''));

test('it names the table at which one is, whenever it connects', async () => {
  const { session } = await import('../src/app/session.svelte');
  const { go } = await import('../src/app/route.svelte');
  go('/t/6zWIRAN_j3DM2JcVMOGnYw');
  session.connect();
  go('/t/a%2Fb'); // a rematch over the same line, which then breaks
  Deaf.made[0]?.onclose?.();
  await vi.advanceTimersByTimeAsync(1000);
  go('/');
  Deaf.made[1]?.onclose?.();
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked()).toEqual(['/api/socket?table=6zWIRAN_j3DM2JcVMOGnYw', '/api/socket?table=a%2Fb', '/api/socket']);
});

test('who gets a name before there is a table has no line yet, and so the first one names the table', async () => {
  const { session } = await import('../src/app/session.svelte');
  const { go } = await import('../src/app/route.svelte');
  go('/');
  session.entered({ id: 'me' } as User);
  expect(asked()).toEqual([]);
  go('/t/T1');
  session.connect();
  session.entered({ id: 'somebody else' } as User);
  expect(asked()).toEqual(['/api/socket?table=T1', '/api/socket?table=T1']);
});

const refuse = () => {
  throw new DOMException('no', 'SecurityError');
};
test.each([['forbids', { getItem: refuse, setItem: refuse, removeItem: refuse }], ['has no room', { getItem: () => 'old', setItem: refuse, removeItem: () => {} }]])(
  'a browser that %s to keep anything keeps it as long as the page lasts, so one can play there',
  async (_, storage) => {
    const { kept } = await import('../src/app/session.svelte');
    vi.stubGlobal('localStorage', storage);
    const at = (phase: string, seal?: string) => ({ you: 0, about: { id: 'T' }, desk: { phase, deal: 1, commitment: 'c', places: [{ kind: 'person', seal }] } }) as unknown as Seating;
    kept.set('deal T', 'null');
    const sealed = await dealt(at('sealing'), kept);
    if (sealed?.do !== 'seal') throw new Error('nothing was sealed');
    expect(await dealt(at('showing', sealed.seal), kept)).toMatchObject({ do: 'show' });
    kept.drop('deal T');
    expect(kept.get('deal T') ?? '').not.toContain('commitment');
  },
);
