// The REST calls that the page makes; docs/protocol.md tells of all there are.

import type { Move, Scene } from '../lib/scene';
import type { Clock, Phase, Seated } from '../net/wire';
import type { Replay } from '../replay/replay';

export type Value = boolean | number | string;
export type Level = 'novice' | 'player' | 'master';

export interface User {
  id: string;
  kind: 'guest' | 'account' | 'program';
  name: string;
  login: string | null;
  language: string;
}

export interface Option {
  name: string;
  kind: 'flag' | 'number' | 'pick' | 'seat';
  title: string;
  text: string;
  default: Value;
  values: Value[];
  /** For each of the values what it is called and means; empty where it speaks for itself. */
  meanings: { title: string; text: string }[];
  low: number | null;
  high: number | null;
}

export interface Game {
  name: string;
  title: string;
  pitch: string;
  seats: number[];
  options: Record<string, Option[]>;
  /** How many the tutorial has. */
  lessons: number;
}

/** What is said to a choice of the learner, and what follows. */
export interface Reply {
  says: string;
  right: boolean;
  sights: { scene: Scene; moves: Move[]; told: string[] }[];
}

export interface Lesson {
  number: number;
  of: number;
  says: string;
  task: string;
  scene: Scene;
  replies: Reply[];
  /** For each choice of the scene its reply. */
  by_choice: number[];
}

export interface Listed {
  id: string;
  game: string;
  clock: Clock;
  rated: boolean;
  phase: Phase;
  places: Seated[];
  created: number;
}

export interface NewTable {
  game: string;
  seats: number;
  options: Record<string, Value>;
  public: boolean;
  clock: Clock;
  rated: boolean;
  hints: boolean;
  bots: Level[];
}

export interface Rating {
  game: string;
  mu: number;
  sigma: number;
  ordinal: number;
  matches: number;
}

/** What everybody may know of somebody. */
export interface Person {
  id: string;
  kind: User['kind'];
  name: string;
  created: number;
  ratings: Rating[];
}

/** The rating after a match of that day. */
export interface Point {
  day: number;
  mu: number;
}

/** A seat of a finished match; bots are `bot:level`, and who was forgotten has neither id nor name. */
export interface Rival {
  seat: number;
  user: string;
  name: string;
  place: number;
}

export interface Finished {
  table: string;
  game: string;
  seats: number;
  seat: number;
  ended: number;
  place: number;
  aborted: boolean;
  rivals: Rival[];
}

/** A part of somebody's matches; `next` leads to the one after it. */
export interface Part {
  matches: Finished[];
  next: string | null;
}

export interface Rung extends Rating {
  place: number;
  user: string;
  kind: string;
  name: string;
}

export interface PassKey {
  id: string;
  name: string;
}

/** A token of a program, without its secret. */
export interface Token {
  id: string;
  name: string;
  created: number;
  used: number | null;
}

/** A call that was refused, with a sentence for people; without a code, nobody answered. */
export class Failure extends Error {
  constructor(readonly code: string, text: string) {
    super(text);
  }
}

export class Api {
  constructor(readonly language: string, private readonly silence: string) {}

  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const headers: Record<string, string> = { 'Accept-Language': this.language };
    if (method !== 'GET') headers['Content-Type'] = 'application/json';
    let answer: Response;
    try {
      answer = await fetch(path, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
    } catch {
      throw new Failure('', this.silence);
    }
    const text = await answer.text();
    if (answer.ok) return (text ? JSON.parse(text) : undefined) as T;
    try {
      const problem = JSON.parse(text) as { error: string; text: string };
      throw new Failure(problem.error, problem.text);
    } catch (error) {
      throw error instanceof Failure ? error : new Failure('', this.silence);
    }
  }

  /** The same calls in another language. */
  in(language: string): Api {
    return new Api(language, this.silence);
  }

  get<T>(path: string): Promise<T> {
    return this.call('GET', path);
  }
  post<T>(path: string, body: unknown = {}): Promise<T> {
    return this.call('POST', path, body);
  }

  games = () => this.get<Game[]>('/api/games');
  tables = () => this.get<Listed[]>('/api/tables');
  rules = (game: string) => this.get<{ text: string }>(`/api/games/${game}/rules`);
  lesson = (game: string, number: number) => this.get<Lesson>(`/api/games/${game}/lessons/${number}`);
  open = (table: NewTable) => this.post<{ id: string }>('/api/tables', table);
  /** All of a match that is over, as everybody may see it now. */
  replay = (table: string) => this.get<Replay>(`/api/tables/${table}/replay`);
  log = (table: string) => this.get<{ log: string }>(`/api/tables/${table}/log`);
  me = () => this.get<User>('/api/me');
  page = (id: string) => this.get<Person>(`/api/users/${encodeURIComponent(id)}`);
  course = (id: string, game: string) => this.get<{ points: Point[] }>(`/api/users/${encodeURIComponent(id)}/ratings/${game}`);
  matches = (before: string | null) => this.get<Part>(`/api/me/matches${after(before)}`);
  matchesOf = (id: string, before: string | null) => this.get<Part>(`/api/users/${encodeURIComponent(id)}/matches${after(before)}`);
  ladder = (game: string, start: number, count: number) => this.get<{ rungs: Rung[] }>(`/api/ladders/${game}?start=${start}&count=${count}`);
  keys = () => this.get<PassKey[]>('/api/me/passkeys');
  programs = () => this.get<User[]>('/api/programs');
  tokens = (program: string) => this.get<Token[]>(`/api/programs/${program}/tokens`);
  makeProgram = (name: string) => this.post<User>('/api/programs', { name });
  /** The secret is told this once. */
  makeToken = (program: string, name: string) => this.post<{ secret: string; token: Token }>(`/api/programs/${program}/tokens`, { name });
}

function after(before: string | null): string {
  return before ? `?before=${encodeURIComponent(before)}` : '';
}

/** Gives a text to the person as a file. */
export function download(name: string, text: string, kind = 'text/plain'): void {
  const address = URL.createObjectURL(new Blob([text], { type: kind }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
