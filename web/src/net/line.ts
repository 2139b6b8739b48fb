// The line to the server: one socket that mends itself. What was asked and not answered is asked again with its id, so
// a move happens once however often the connection breaks; tables that are followed go on where they were.

import type { Done, Frame, Hello, Notice, Refused, Reply, Request, Whole } from './wire';

export type State = 'connecting' | 'open' | 'lost';

export class Refusal extends Error {
  constructor(readonly reply: Refused) {
    super(reply.text);
  }
}

/** Somebody who follows a table. */
export interface Follower {
  table: string;
  /** Where to go on after the connection was lost. */
  since(): { since: number; seat?: number } | null;
  whole(whole: Whole): void;
  frame(frame: Frame): void;
  /** The table is not shown, and why. */
  barred(reply: Refused): void;
  /** So many people watch. */
  watched(count: number): void;
}

interface Waiting {
  body: string;
  resolve(done: Done): void;
  reject(error: Error): void;
}

export interface Options {
  /** Asked for whenever it connects: the address names the table that is looked at, which may be another by then. */
  url: () => string;
  language: string;
  make?: (url: string) => WebSocket;
  random?: () => number;
  now?: () => number;
}

const FIRST = 250; // milliseconds until the first new attempt
const LONGEST = 8000;

export class Line {
  state: State = 'connecting';
  who = '';
  /** Milliseconds by which the server's clock is ahead of ours. */
  skew = 0;
  onstate: (state: State) => void = () => {};
  onnotice: (notice: Notice) => void = () => {};
  onhello: (hello: Hello) => void = () => {};
  /** When the next attempt is made, while there is no connection. */
  again = 0;

  private socket: WebSocket | null = null;
  private waiting = new Map<string, Waiting>();
  private followers = new Map<string, Follower>();
  private joins = new Map<string, string>();
  private attempt = 0;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private count = 0;
  private closed = false;
  private readonly name: string;
  private readonly random: () => number;
  private readonly now: () => number;

  constructor(private readonly options: Options) {
    this.random = options.random ?? Math.random;
    this.now = options.now ?? Date.now;
    this.name = Math.floor(this.random() * 2 ** 48).toString(36);
  }

  /** In which everything is told. */
  get language(): string {
    return this.options.language;
  }

  /** Connects, now and whenever the connection is lost, until it is closed. */
  open(): void {
    this.closed = false;
    this.connect();
  }

  /** Tries now what would be tried later. */
  hurry(): void {
    if (this.closed || !this.timer) return;
    clearTimeout(this.timer);
    this.connect();
  }

  close(): void {
    this.closed = true;
    this.state = 'lost'; // nothing is sent any more
    if (this.timer) clearTimeout(this.timer);
    this.socket?.close();
    this.socket = null;
  }

  /** Asks for something; answered when the server has stored what it changes. */
  ask(table: string, request: Request): Promise<Done> {
    const id = `${this.name}.${++this.count}`;
    const body = JSON.stringify({ id, table, ...request });
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { body, resolve, reject });
      if (this.state === 'open') this.socket?.send(body);
    });
  }

  follow(follower: Follower): void {
    this.followers.set(follower.table, follower);
    if (this.state === 'open') this.join(follower);
  }

  unfollow(table: string): void {
    if (this.followers.delete(table) && this.state === 'open') this.send(table, { do: 'leave' });
  }

  private connect(): void {
    this.timer = null;
    const make = this.options.make ?? ((url: string) => new WebSocket(url));
    const socket = make(this.options.url());
    this.socket = socket;
    socket.onmessage = (event: MessageEvent<string>) => {
      if (this.socket === socket) this.heard(JSON.parse(event.data) as Reply);
    };
    socket.onclose = () => {
      if (this.socket === socket) this.lost();
    };
  }

  private heard(reply: Reply): void {
    switch (reply.is) {
      case 'hello':
        return this.greeted(reply);
      case 'notice':
        this.attempt = 0;
        return this.onnotice(reply);
      case 'done':
        return this.answered(reply.id, (one) => one.resolve(reply));
      case 'refused':
        if (reply.retry_after) return this.later(reply);
        if (this.joins.has(reply.id)) return this.followers.get(this.joins.get(reply.id) ?? '')?.barred(reply);
        return this.answered(reply.id, (one) => one.reject(new Refusal(reply)));
      case 'whole':
        return this.followers.get(reply.table)?.whole(reply);
      case 'frame':
        return this.followers.get(reply.table)?.frame(reply);
      case 'watchers':
        return this.followers.get(reply.table)?.watched(reply.count);
    }
  }

  private greeted(hello: Hello): void {
    this.who = hello.who;
    this.skew = hello.now - this.now();
    this.attempt = 0;
    this.joins.clear();
    this.onhello(hello);
    this.change('open');
    for (const follower of this.followers.values()) this.join(follower);
    for (const one of this.waiting.values()) this.socket?.send(one.body);
  }

  private answered(id: string, tell: (one: Waiting) => void): void {
    const one = this.waiting.get(id);
    this.waiting.delete(id);
    if (one) tell(one);
  }

  /** The server is busy for a moment: the same request again, with its id. */
  private later(reply: Refused): void {
    const one = this.waiting.get(reply.id);
    const follower = this.followers.get(this.joins.get(reply.id) ?? '');
    const socket = this.socket;
    if (!one && !follower) return;
    setTimeout(() => {
      if (this.socket !== socket || this.state !== 'open') return; // over a new one all of it was asked for again
      if (follower && this.followers.get(follower.table) === follower) this.join(follower);
      if (one && this.waiting.has(reply.id)) socket?.send(one.body);
    }, (reply.retry_after ?? 1) * 1000);
  }

  private join(follower: Follower): void {
    const before = follower.since();
    this.joins.set(`${this.name}.${this.count + 1}`, follower.table);
    this.send(follower.table, { do: 'join', style: 'scene', language: this.options.language, ...(before ?? {}) });
  }

  /** Sends what is made anew after a loss instead of being repeated. */
  private send(table: string, request: Request): void {
    this.socket?.send(JSON.stringify({ id: `${this.name}.${++this.count}`, table, ...request }));
  }

  private lost(): void {
    this.socket = null;
    if (this.closed) return;
    const wait = Math.min(LONGEST, FIRST * 2 ** this.attempt++) * (0.5 + this.random() / 2);
    this.again = this.now() + wait;
    this.change('lost');
    this.timer = setTimeout(() => this.connect(), wait);
  }

  private change(state: State): void {
    this.state = state;
    this.onstate(state);
  }
}
