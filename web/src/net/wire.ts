// What goes over the socket: the shapes of `server/wire.py`. Fields that have their default are left out by the server.

import type { Move, Place, Scene } from '../lib/scene';

export const PROTOCOL = 1;

export interface Seated {
  kind: 'free' | 'person' | 'program' | 'bot';
  who?: string;
  name?: string;
  level?: string;
  here?: boolean;
  replaced?: boolean;
  resigned?: boolean;
  agrees?: string[];
  seal?: string;
  part?: string;
}

export type Phase = 'gathering' | 'sealing' | 'showing' | 'running' | 'over' | 'aborted';

export interface Desk {
  phase: Phase;
  owner: string;
  places: Seated[];
  deal: number;
  commitment: string;
  ranks?: number[];
  points?: number[];
  secret?: string;
  after?: string;
}

export interface Clock {
  kind: 'none' | 'move' | 'match';
  seconds?: number;
  gain?: number;
}

export interface About {
  id: string;
  game: string;
  seats: number;
  options: Record<string, boolean | number | string>;
  public: boolean;
  clock: Clock;
  rated: boolean;
  hints: boolean;
  away: number;
  created: number;
  rules: number;
  before: string;
}

export interface Timer {
  left?: number;
  until?: number;
}

export interface Word {
  seat: number;
  name: string;
  text: string;
  at: number;
  who: string;
}

export interface Hello {
  is: 'hello';
  protocol: number;
  version: string;
  who: string;
  now: number;
}

export interface Notice {
  is: 'notice';
  notice: string;
  text: string;
  back_in?: number;
}

export interface Done {
  is: 'done';
  id: string;
  seq?: number;
  result?: unknown;
}

/** Why something is not possible: a sentence, and the rule behind it in the words of the rulebook. */
export interface Because {
  text: string;
  rule: string;
  words: string;
  pieces: Place[];
}

export interface Refused {
  is: 'refused';
  id: string;
  error: string;
  text: string;
  retry_after?: number;
}

export interface Frame {
  is: 'frame';
  table: string;
  seq: number;
  at: number;
  desk?: Desk;
  timers?: Timer[];
  scene?: Scene;
  moves?: Move[];
  told?: string[];
  asked?: number;
  muted?: string[];
  said?: Word;
}

export interface Whole {
  is: 'whole';
  table: string;
  seq: number;
  at: number;
  you: number | null;
  about: About;
  desk: Desk;
  timers?: Timer[];
  scene?: Scene;
  asked?: number;
  muted?: string[];
  chat?: Word[];
}

export interface Watchers {
  is: 'watchers';
  table: string;
  count: number;
}

export type Reply = Hello | Notice | Done | Refused | Frame | Whole | Watchers;

/** What a client asks for, without the id and the table that every request has. */
export type Request =
  | { do: 'join'; since?: number; seat?: number; style?: 'scene'; language?: string }
  | { do: 'leave' }
  | { do: 'sit'; seat?: number }
  | { do: 'stand'; seat?: number }
  | { do: 'hire'; seat: number; level: string }
  | { do: 'start' }
  | { do: 'seal'; seal: string }
  | { do: 'show'; part: string }
  | { do: 'play'; actions: (number | string)[]; asked?: number }
  | { do: 'say'; text: string }
  | { do: 'mute'; seat: number; on: boolean }
  | { do: 'resign' }
  | { do: 'offer'; what: 'abort'; on: boolean }
  | { do: 'again' }
  | { do: 'hint'; language?: string }
  | { do: 'why'; language?: string };
