// A match that is over, with everybody's cards: what was hidden to the last is open, and where the end has taken the
// cards from the players, they hold those that they held last.

import { held, type Scene } from '../lib/scene';
import { sceneAt, type Moment, type Replay } from './replay';

export function openScene(replay: Replay): Scene | null {
  const moments = [...replay.moments].reverse();
  const [last] = moments;
  if (!last) return null;
  const holds = (moment: Moment) => {
    const { zones, plates } = sceneAt(replay, moment);
    return plates.some(({ seat }) => held(zones, seat).length > 0);
  };
  return { ...sceneAt(replay, last), zones: sceneAt(replay, moments.find(holds) ?? last).zones };
}
