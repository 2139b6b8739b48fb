// From one build of the installed page to the next: whoever has the old one open finds its parts, and nothing older stays.

import { expect, test, vi } from 'vitest';
import source from '../src/worker.js?raw';

type Heard = { request?: Request; waitUntil(work: Promise<unknown>): void; respondWith(answer: Promise<Response>): void };

/** What a browser keeps for a site, and what its server has: the same for one worker after another. */
function browser() {
  const shells = new Map<string, Map<string, string>>();
  const served = new Map<string, string>();
  let reached = true;
  const path = (request: Request | string) => new URL(typeof request === 'string' ? request : request.url, 'https://here').pathname;
  const fetch = vi.fn(async (request: Request) => {
    if (!reached) throw new TypeError('no connection');
    return new Response(served.get(path(request)) ?? 'the page');
  });
  const answer = (shell: Map<string, string> | undefined, request: Request | string) => {
    const text = shell?.get(path(request));
    return text === undefined ? undefined : new Response(text);
  };
  const caches = {
    open: async (name: string) => {
      const shell = shells.get(name) ?? new Map<string, string>();
      shells.set(name, shell);
      return {
        addAll: async (all: Request[]) => void all.forEach((one) => shell.set(path(one), served.get(path(one)) ?? 'the page')),
        match: async (request: Request | string) => answer(shell, request),
      };
    },
    keys: async () => [...shells.keys()],
    delete: async (name: string) => shells.delete(name),
    match: async (request: Request) => [...shells.values()].map((shell) => answer(shell, request)).find(Boolean),
  };

  /** A build arrives: its worker is installed and takes over. What it then answers. */
  async function build(version: string): Promise<(address: string, mode?: string) => Promise<string | null>> {
    const file = `/assets/part-${version}.js`;
    served.clear(); // the server has the files of one build
    served.set(file, `part ${version}`).set('/', `page ${version}`);
    const code = source.replace('/* FILES */ []', JSON.stringify(['/', file])).replace("/* VERSION */ ''", `'${version}'`);
    const hears = new Map<string, (event: Heard) => void>();
    const self = { addEventListener: (name: string, hear: (event: Heard) => void) => hears.set(name, hear), location: new URL('https://here/worker.js'), skipWaiting: vi.fn(), clients: { claim: vi.fn() } };
    class Asked extends Request { constructor(input: string, init?: RequestInit) { super(new URL(input, 'https://here'), init); } }
    new Function('self', 'caches', 'fetch', 'Request', code)(self, caches, fetch, Asked);
    for (const name of ['install', 'activate']) {
      let work: Promise<unknown> = Promise.resolve();
      hears.get(name)?.({ waitUntil: (one) => (work = one), respondWith: () => {} });
      await work;
    }
    expect(self.skipWaiting).toHaveBeenCalled();
    expect(self.clients.claim).toHaveBeenCalled();
    return async (address, mode = 'cors') => {
      let found: Promise<Response> | null = null;
      const request = { url: `https://here${address}`, method: 'GET', mode } as Request;
      hears.get('fetch')?.({ request, waitUntil: () => {}, respondWith: (one) => (found = one) });
      return found && (await (found as Promise<Response>)).text();
    };
  }
  return { build, shells, offline: (on: boolean) => (reached = !on), fetch };
}

test('the page of before finds its parts, and the one before that is gone', async () => {
  const { build, shells } = browser();
  await build('a');
  const second = await build('b');
  expect(await second('/assets/part-a.js')).toBe('part a'); // the server has it no more
  expect(await second('/assets/part-b.js')).toBe('part b');
  await build('c');
  expect([...shells.keys()]).toEqual(['shell b', 'shell c']);
});

test('the newest page comes from the server, and from the newest build when there is no connection', async () => {
  const { build, offline } = browser();
  await build('a');
  const ask = await build('b');
  expect(await ask('/t/somewhere', 'navigate')).toBe('the page');
  offline(true);
  expect(await ask('/t/somewhere', 'navigate')).toBe('page b');
  expect(await ask('/assets/part-b.js')).toBe('part b');
});

test('nothing below /api passes through', async () => {
  const { build, fetch } = browser();
  const ask = await build('a');
  expect(await ask('/api/tables')).toBeNull();
  expect(fetch).not.toHaveBeenCalled();
});
