// Before the match: what whoever looks at the table can do there is what the server allows them.

import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { User } from '../src/app/api';
import { Room } from '../src/app/room.svelte';
import { Refusal, type Line } from '../src/net/line';
import type { Seating } from '../src/net/seating';
import type { Refused, Request, Seated } from '../src/net/wire';

const ola = { kind: 'person', who: 'ola', name: 'Ola', here: true } as const;
const jan = { kind: 'person', who: 'jan', name: 'Jan', here: true } as const;
const free = { kind: 'free' } as const;

let asked: Request[] = [];
let refuse: (request: Request) => string = () => '';
beforeEach(() => {
  asked = [];
  refuse = () => '';
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
});
afterEach(async () => {
  cleanup();
  const { session } = await import('../src/app/session.svelte');
  session.me = null;
  vi.unstubAllGlobals();
});

/** The table of Ola, as somebody sees it who has a seat there, or watches. */
async function look(places: Seated[], me: string): Promise<void> {
  const { default: Gathering } = await import('../src/pages/Gathering.svelte');
  const { session } = await import('../src/app/session.svelte');
  session.me = { id: me, kind: 'guest', name: me } as User;
  const room = new Room('t', 'en', { get: () => null, set: () => {} });
  const ask = (_: string, request: Request): Promise<void> => {
    asked.push(request);
    const text = refuse(request);
    return text ? Promise.reject(new Refusal({ text } as Refused)) : Promise.resolve();
  };
  room.on({ follow: () => {}, ask: (table: string, request: Request) => ask(table, request).then(() => ({ is: 'done' })) } as unknown as Line);
  const you = places.findIndex((place) => place.who === me);
  const desk = { phase: 'gathering', owner: 'ola', places, deal: 1, commitment: '' };
  const seating = { you: you < 0 ? null : you, about: { id: 't', game: 'blef', seats: places.length }, desk } as unknown as Seating;
  render(Gathering, { room, seating, title: 'Blef' });
  await tick();
}

const press = async (name: string | RegExp): Promise<void> => {
  await fireEvent.click(screen.getByRole('button', { name }));
  await vi.waitFor(() => expect(document.querySelector('button:disabled')).toBeNull());
};
const offered = (name: RegExp): boolean => !!screen.queryAllByRole('button', { name }).length;

describe('seats', () => {
  it('can be chosen by whoever watches', async () => {
    await look([ola, free, free], 'ewa');
    await press('Sit here: Seat 3');
    expect(asked).toEqual([{ do: 'sit', seat: 2 }]);
  });

  it('can be exchanged by one press: who sits stands up first', async () => {
    await look([ola, jan, free], 'jan');
    await press('Move here: Seat 3');
    expect(asked).toEqual([{ do: 'stand' }, { do: 'sit', seat: 2 }]);
  });

  it('are not lost if somebody else is quicker, and it is told', async () => {
    await look([ola, jan, free, free], 'jan');
    refuse = (request) => (request.do === 'sit' && request.seat === 2 ? 'seat 2 is not free' : '');
    await press('Move here: Seat 3');
    expect(asked).toEqual([{ do: 'stand' }, { do: 'sit', seat: 2 }, { do: 'sit' }]);
    expect(screen.getByRole('alert').textContent).toBe('seat 2 is not free');
  });

  it('can be exchanged by the host as well, beside the bots', async () => {
    await look([ola, free], 'ola');
    expect(offered(/^Add a bot: Seat 2/)).toBe(true);
    await press('Move here: Seat 2');
    expect(asked).toEqual([{ do: 'stand' }, { do: 'sit', seat: 1 }]);
  });
});

describe('the match', () => {
  const away = { ...ola, here: false };
  const begins = (): boolean => offered(/^Start the match/);

  it('is begun by the host, and by nobody else while the host is here', async () => {
    await look([ola, jan], 'ola');
    expect(begins()).toBe(true);
    cleanup();
    await look([jan, ola], 'jan');
    expect(begins()).toBe(false);
    expect(screen.getByText('Ola starts the match when all seats are taken.')).toBeTruthy();
  });

  it.each([['is away', [away, jan]], ['has stood up', [{ ...jan, who: 'ewa', name: 'Ewa' }, jan]]])('is begun by whoever sits when the host %s', async (_, places) => {
    await look(places, 'jan');
    expect(screen.getByText(/^The host is not here/)).toBeTruthy();
    expect(offered(/^Free the seat/)).toBe(false);
    await press('Start the match');
    expect(asked).toEqual([{ do: 'start' }]);
  });

  it('gets its bots from them as well', async () => {
    await look([away, jan, free], 'jan');
    await press('Add a bot: Seat 3');
    await press('Fill with bots');
    expect(asked).toEqual(Array(2).fill({ do: 'hire', seat: 2, level: 'player' }));
  });

  it('is begun by nobody who only watches, and they learn who does', async () => {
    await look([away, jan], 'ewa');
    expect(begins()).toBe(false);
    expect(screen.getByText(/^The host is not here/)).toBeTruthy();
  });
});
