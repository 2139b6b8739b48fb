// Pictures on answers, by the question that they answer and what they say.

import type { Click } from '../lib/scene';

export interface Picture {
  art?: string;
  pips?: string;
  cls: string;
}

const SUITS: Record<string, string> = { Y: 'yellow', G: 'green', B: 'blue', R: 'red', P: 'purple', S: 'grey' };

export function pictureOf(click: Click): Picture {
  if (click.where === 'colour' && SUITS[click.what]) return { art: SUITS[click.what], cls: `s-${SUITS[click.what]} suited` };
  if (click.where === 'jokers' && click.what !== '0') return { art: 'joker', cls: '' };
  if (click.where === 'value' && /^[1-6]$/.test(click.what)) return { pips: click.what, cls: `v${click.what}` };
  if (click.where === 'side') return { art: click.what === 'down' ? 'pulse' : 'i-up', cls: `lay ${click.what}` };
  if (click.where === 'direction') return { art: 'i-clock', cls: click.what };
  return { cls: '' };
}
