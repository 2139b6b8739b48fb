// A player's part in the deal: sealed first, shown when all seals are there, remembered so that the deal can be checked.

import { newPart, seal, type Remembered } from './fair';
import type { Seating } from './seating';
import type { Request } from './wire';

export interface Memory {
  get(key: string): string | null;
  set(key: string, value: string): void;
}

/** What has to be sent now, if anything. The part is kept before its seal goes out: a reload must not lose it.

    There is one part for each commitment, and it is opened once: whoever knows it could choose a secret, or another part,
    to go with it. So a part that was opened is never sealed again, nor opened among other seals than those kept. */
export async function dealt(seating: Seating, memory: Memory, draw: () => string = newPart): Promise<Request | null> {
  const { desk, you, about } = seating;
  if (you === null || desk.places[you]?.kind === 'bot') return null;
  const mine = desk.places[you];
  if (!mine) return null;
  if (desk.phase === 'sealing' && !mine.seal) {
    const found = promised(memory, seating);
    const part = found && !found.seals.length ? found.part : draw();
    keep(memory, about.id, { deal: desk.deal, commitment: desk.commitment, seals: [], seat: you, part });
    return { do: 'seal', seal: await seal(about.id, desk.deal, you, part) };
  }
  if (desk.phase === 'showing' && !mine.part) {
    const found = promised(memory, seating);
    if (!found) return null; // sealed in another browser, which has to show it, or to go with another commitment
    const seals = desk.places.map((place) => place.seal ?? null);
    if (found.seals.length && found.seals.join() !== seals.join()) return null;
    keep(memory, about.id, { ...found, seals });
    return { do: 'show', part: found.part };
  }
  return null;
}

/** What this browser remembers of a deal. */
export function kept(memory: Memory, table: string, deal: number): Remembered | null {
  const text = memory.get(`deal ${table}`);
  const found = text ? (JSON.parse(text) as Remembered) : null;
  return found?.deal === deal ? found : null;
}

/** What it remembers of the deal that goes on, if the server is still bound to the same secret. */
function promised(memory: Memory, { about, desk }: Seating): Remembered | null {
  const found = kept(memory, about.id, desk.deal);
  return found?.commitment === desk.commitment ? found : null;
}

function keep(memory: Memory, table: string, remembered: Remembered): void {
  memory.set(`deal ${table}`, JSON.stringify(remembered));
}
