// Opening a table: the same call for one click in the lobby and for the page with all options.

import type { Game, Level, NewTable } from './api';
import { go } from './route.svelte';
import { session } from './session.svelte';

/** Three at a table is most fun against bots, where the game is not for two. */
export function usualSeats(game: Game): number {
  return game.seats.includes(3) ? 3 : (game.seats[0] ?? 2);
}

export async function open(table: NewTable): Promise<void> {
  await session.somebody();
  const { id } = await session.api.open(table);
  if (table.bots.length === table.seats - 1) session.hurry = id;
  go(`/t/${id}`);
}

export function againstBots(game: Game, level: Level = 'player'): Promise<void> {
  const seats = usualSeats(game);
  return open({
    game: game.name, seats, options: {}, public: false, clock: { kind: 'none' }, rated: false, hints: true,
    bots: new Array<Level>(seats - 1).fill(level),
  });
}
