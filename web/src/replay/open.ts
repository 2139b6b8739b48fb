// A match that is over, with everybody's cards: what was hidden to the last is open, and where the end has taken the
// cards from the players, they hold those that they held last.

import type { Scene } from '../lib/scene';
import { sceneAt, type Moment, type Replay } from './replay';

const HELD = ['hand', 'rack', 'layers'];

export function openScene(replay: Replay): Scene | null {
  const moments = [...replay.moments].reverse();
  const [last] = moments;
  if (!last) return null;
  const holds = (moment: Moment) => moment.zones.some((at) => isHeld(replay, at));
  return { ...sceneAt(replay, last), zones: sceneAt(replay, moments.find(holds) ?? last).zones };
}

function isHeld(replay: Replay, at: number): boolean {
  const zone = replay.zones[at];
  return !!zone && zone.owner !== null && HELD.includes(zone.kind) && zone.pieces.length > 0;
}
