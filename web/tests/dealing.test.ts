// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { dealt, kept, type Memory } from '../src/net/dealing';
import { seal } from '../src/net/fair';
import type { Seating } from '../src/net/seating';
import type { Desk } from '../src/net/wire';

class Notes implements Memory {
  readonly notes = new Map<string, string>();
  get = (key: string) => this.notes.get(key) ?? null;
  set = (key: string, value: string) => void this.notes.set(key, value);
}

const PART = 'ab'.repeat(32);

function seating(desk: Partial<Desk>, you: number | null = 0): Seating {
  const places = [{ kind: 'person' }, { kind: 'bot' }];
  return { you, about: { id: 'T' }, desk: { deal: 1, commitment: 'c', places, ...desk } } as unknown as Seating;
}

describe('my part in the deal', () => {
  it('is sealed, then shown, and remembered with what others had sealed', async () => {
    const notes = new Notes();
    const sealed = await dealt(seating({ phase: 'sealing' }), notes, () => PART);
    const expected = await seal('T', 1, 0, PART);
    expect(sealed).toEqual({ do: 'seal', seal: expected });
    const places = [{ kind: 'person', seal: expected }, { kind: 'bot' }] as Desk['places'];
    expect(await dealt(seating({ phase: 'sealing', places }), notes)).toBeNull();
    expect(await dealt(seating({ phase: 'showing', places }), notes)).toEqual({ do: 'show', part: PART });
    expect(kept(notes, 'T', 1)).toMatchObject({ part: PART, seals: [expected, null], commitment: 'c' });
  });

  it('survives a reload between seal and show', async () => {
    const notes = new Notes();
    await dealt(seating({ phase: 'sealing' }), notes, () => PART);
    const again = await dealt(seating({ phase: 'sealing' }), notes, () => 'another');
    expect(again).toEqual({ do: 'seal', seal: await seal('T', 1, 0, PART) });
  });

  it('is new for every deal', async () => {
    const notes = new Notes();
    await dealt(seating({ phase: 'sealing' }), notes, () => PART);
    const next = await dealt(seating({ phase: 'sealing', deal: 2 }), notes, () => 'cd'.repeat(32));
    expect(next).toEqual({ do: 'seal', seal: await seal('T', 2, 0, 'cd'.repeat(32)) });
    expect(kept(notes, 'T', 1)).toBeNull();
  });

  it('is new for every commitment, even of the same deal', async () => {
    const notes = new Notes();
    await dealt(seating({ phase: 'sealing' }), notes, () => PART);
    const next = await dealt(seating({ phase: 'sealing', commitment: 'another' }), notes, () => 'cd'.repeat(32));
    expect(next).toEqual({ do: 'seal', seal: await seal('T', 1, 0, 'cd'.repeat(32)) });
    expect(kept(notes, 'T', 1)).toMatchObject({ part: 'cd'.repeat(32), commitment: 'another' });
  });

  it('is not sealed a second time once it was opened: who knows it could choose their own to go with it', async () => {
    const notes = new Notes();
    const places = [{ kind: 'person', seal: await seal('T', 1, 0, PART) }, { kind: 'bot' }] as Desk['places'];
    await dealt(seating({ phase: 'sealing' }), notes, () => PART);
    await dealt(seating({ phase: 'showing', places }), notes);
    const next = await dealt(seating({ phase: 'sealing' }), notes, () => 'cd'.repeat(32));
    expect(next).toEqual({ do: 'seal', seal: await seal('T', 1, 0, 'cd'.repeat(32)) });
  });

  it('is opened only for the commitment to which it was sealed, and what was kept of that stays', async () => {
    const notes = new Notes();
    const places = [{ kind: 'person', seal: await seal('T', 1, 0, PART) }, { kind: 'bot' }] as Desk['places'];
    await dealt(seating({ phase: 'sealing' }), notes, () => PART);
    expect(await dealt(seating({ phase: 'showing', places, commitment: 'another' }), notes)).toBeNull();
    expect(kept(notes, 'T', 1)).toMatchObject({ part: PART, commitment: 'c', seals: [] });
  });

  it('is opened again after a reload, but only among the same seals', async () => {
    const notes = new Notes();
    const own = await seal('T', 1, 0, PART);
    const places = (theirs: string) => [{ kind: 'person', seal: own }, { kind: 'person', seal: theirs }] as Desk['places'];
    await dealt(seating({ phase: 'sealing' }), notes, () => PART);
    for (let i = 0; i < 2; i++) expect(await dealt(seating({ phase: 'showing', places: places('s') }), notes)).toEqual({ do: 'show', part: PART });
    expect(await dealt(seating({ phase: 'showing', places: places('another') }), notes)).toBeNull();
    expect(kept(notes, 'T', 1)?.seals).toEqual([own, 's']);
  });

  it('is nothing for those who watch, and nothing can be shown that was never sealed here', async () => {
    expect(await dealt(seating({ phase: 'sealing' }, null), new Notes())).toBeNull();
    expect(await dealt(seating({ phase: 'showing' }), new Notes())).toBeNull();
  });
});
