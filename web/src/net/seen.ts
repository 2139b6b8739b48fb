// What this browser was shown of a match while it was played: only that can show later that another match is told.

import type { Zone } from '../lib/scene';
import type { Memory } from './dealing';
import { sha256 } from './fair';

const TABLES = 30; // of which it is kept
const DIGITS = 32; // of a hash: who chooses both of what should look alike needs 2^64 attempts

/** The mark of a scene: its pieces, how they look and where they lie. Some faces are words, so it has a language. */
export async function mark(language: string, zones: readonly Zone[]): Promise<string> {
  const lies = zones.map(({ id, pieces }) => [id, pieces.map(({ face, second, look, owner }) => [face, second, look, owner])]);
  return `${language} ${(await sha256(JSON.stringify(lies))).slice(0, DIGITS)}`;
}

/** The marks of all scenes of a match that were shown here, in their order. */
export function seen(memory: Memory, table: string): string[] {
  return JSON.parse(memory.get(`seen ${table}`) || '[]') as string[];
}

export async function note(memory: Memory, table: string, language: string, zones: readonly Zone[]): Promise<void> {
  const one = await mark(language, zones);
  const before = seen(memory, table);
  if (before.at(-1) === one) return;
  if (!before.length) {
    const tables = [...(JSON.parse(memory.get('seen') || '[]') as string[]), table];
    for (const old of tables.splice(0, tables.length - TABLES)) memory.set(`seen ${old}`, '');
    memory.set('seen', JSON.stringify(tables));
  }
  memory.set(`seen ${table}`, JSON.stringify([...before, one]));
}
