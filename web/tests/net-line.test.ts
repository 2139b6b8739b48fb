import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Line, Refusal, type Follower } from '../src/net/line';
import { advanced, begun, type Seating } from '../src/net/seating';
import type { Frame, Refused, Reply, Whole } from '../src/net/wire';

class FakeSocket {
  static made: FakeSocket[] = [];
  sent: Record<string, unknown>[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor() {
    FakeSocket.made.push(this);
  }

  send(body: string): void {
    this.sent.push(JSON.parse(body) as Record<string, unknown>);
  }

  close(): void {
    this.onclose?.();
  }

  hear(reply: Reply): void {
    this.onmessage?.({ data: JSON.stringify(reply) });
  }

  greet(): void {
    this.hear({ is: 'hello', protocol: 1, version: '1', who: 'me', now: 5000 });
  }

  asked(): string[] {
    return this.sent.map((request) => String(request['do']));
  }
}

const WHOLE = {
  is: 'whole', table: 'T', seq: 4, at: 1, you: 1, about: { id: 'T' }, desk: { phase: 'running' }, asked: 4,
} as unknown as Whole;

function frame(seq: number, more: Partial<Frame> = {}): Frame {
  return { is: 'frame', table: 'T', seq, at: seq, ...more };
}

class Watcher implements Follower {
  table = 'T';
  seating: Seating | null = null;

  since() {
    const { seating } = this;
    if (!seating) return null;
    return seating.you === null ? { since: seating.seq } : { since: seating.seq, seat: seating.you };
  }

  whole(whole: Whole) {
    this.seating = begun(whole, this.seating);
  }

  frame(one: Frame) {
    if (this.seating) this.seating = advanced(this.seating, one);
  }

  why = '';
  barred(reply: Refused) {
    this.why = reply.text;
  }

  count = 0;
  watched(count: number) {
    this.count = count;
  }
}

let line: Line;

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.made = [];
  line = new Line({
    url: () => 'ws://here', language: 'pl', random: () => 0.5, now: () => 1000,
    make: () => new FakeSocket() as unknown as WebSocket,
  });
  line.open();
});

afterEach(() => {
  vi.useRealTimers();
});

const last = () => FakeSocket.made.at(-1)!;

describe('the line', () => {
  it('asks when it is open and tells what came of it', async () => {
    const answer = line.ask('T', { do: 'start' });
    expect(last().sent).toEqual([]);
    last().greet();
    const { id } = last().sent[0]!;
    last().hear({ is: 'done', id: String(id), seq: 7 });
    expect((await answer).seq).toBe(7);
    expect(line.skew).toBe(4000);
  });

  it('asks again with the same id after the connection was lost', async () => {
    last().greet();
    const answer = line.ask('T', { do: 'play', actions: [3], asked: 4 });
    const first = last().sent[0];
    last().close();
    expect(line.state).toBe('lost');
    await vi.advanceTimersByTimeAsync(1000);
    expect(FakeSocket.made.length).toBe(2);
    last().greet();
    expect(last().sent).toEqual([first]);
    last().hear({ is: 'done', id: String(first!['id']) });
    await answer;
    last().close();
    await vi.advanceTimersByTimeAsync(1000);
    last().greet();
    expect(last().sent).toEqual([]);
  });

  it('says why it was refused, and tries again when the server only was busy', async () => {
    last().greet();
    const wrong = line.ask('T', { do: 'play', actions: [99] });
    last().hear({ is: 'refused', id: String(last().sent[0]!['id']), error: 'illegal_action', text: 'no' });
    await expect(wrong).rejects.toBeInstanceOf(Refusal);
    const busy = line.ask('T', { do: 'play', actions: [1] });
    const id = String(last().sent[1]!['id']);
    last().hear({ is: 'refused', id, error: 'store_down', text: 'later', retry_after: 2 });
    await vi.advanceTimersByTimeAsync(2000);
    expect(last().sent[2]).toEqual(last().sent[1]);
    last().hear({ is: 'done', id });
    await busy;
  });

  it('asks nothing twice if the line was lost while it waited to try again', async () => {
    line.follow(new Watcher());
    last().greet();
    void line.ask('T', { do: 'play', actions: [1] });
    for (const { id } of [...last().sent]) {
      last().hear({ is: 'refused', id: String(id), error: 'too_many', text: 'later', retry_after: 5 });
    }
    last().close();
    await vi.advanceTimersByTimeAsync(1000);
    last().greet();
    const asked = last().sent.length;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(last().sent.map((one) => one['do'])).toEqual(['join', 'play']);
    expect(last().sent.length).toBe(asked);
  });

  it('does not come back to a table that was left while it waited', async () => {
    line.follow(new Watcher());
    last().greet();
    const id = String(last().sent[0]!['id']);
    last().hear({ is: 'refused', id, error: 'too_many', text: 'later', retry_after: 5 });
    line.unfollow('T');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(last().sent.map((one) => one['do'])).toEqual(['join', 'leave']);
  });

  it('goes on with a table where it was', async () => {
    const watcher = new Watcher();
    line.follow(watcher);
    last().greet();
    expect(last().sent[0]).toMatchObject({ do: 'join', table: 'T', style: 'scene', language: 'pl' });
    expect(last().sent[0]).not.toHaveProperty('since');
    last().hear(WHOLE);
    last().hear(frame(5, { told: ['a'] }));
    last().close();
    await vi.advanceTimersByTimeAsync(1000);
    last().greet();
    expect(last().sent[0]).toMatchObject({ do: 'join', since: 5, seat: 1 });
    last().hear(frame(5, { told: ['again'] }));
    last().hear(frame(6, { told: ['b'], asked: 6 }));
    expect(watcher.seating).toMatchObject({ seq: 6, asked: 6, story: ['a', 'b'] });
    line.unfollow('T');
    expect(last().asked()).toEqual(['join', 'leave']);
  });

  it('tells why a table is not shown, and how many watch it', () => {
    const watcher = new Watcher();
    line.follow(watcher);
    last().greet();
    last().hear({ is: 'watchers', table: 'T', count: 3 });
    last().hear({ is: 'watchers', table: 'another', count: 9 });
    expect(watcher.count).toBe(3);
    last().hear({ is: 'refused', id: (last().sent[0] as { id: string }).id, error: 'no_table', text: 'there is none' });
    expect(watcher.why).toBe('there is none');
  });

  it('says when it tries again, and does so at once for whoever cannot wait', async () => {
    last().greet();
    for (let i = 0; i < 6; i++) {
      last().close();
      if (i < 5) await vi.advanceTimersByTimeAsync(9000);
    }
    expect(line.again).toBeGreaterThan(1000 + 2000); // by the clock that it was given
    const made = FakeSocket.made.length;
    line.hurry();
    expect(FakeSocket.made.length).toBe(made + 1);
    await vi.advanceTimersByTimeAsync(9000);
    expect(FakeSocket.made.length).toBe(made + 1); // and not a second time
  });

  it('waits longer before each attempt, and never for ever', async () => {
    const waits: number[] = [];
    const started = Date.now();
    for (let i = 0; i < 8; i++) {
      const made = FakeSocket.made.length;
      last().close();
      while (FakeSocket.made.length === made) await vi.advanceTimersByTimeAsync(50);
      waits.push(Date.now() - started);
    }
    const gaps = waits.map((at, i) => at - (waits[i - 1] ?? 0));
    expect(gaps[0]).toBeLessThan(300);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(8000);
    expect(gaps[5]).toBeGreaterThan(gaps[0]! * 8);
  });

  it('sends nothing any more once it is closed, not even that a table is left', () => {
    last().greet();
    line.follow(new Watcher());
    const { sent } = last();
    expect(last().asked()).toEqual(['join']);
    line.close();
    line.unfollow('T');
    void line.ask('T', { do: 'start' });
    last().greet();
    expect(sent).toHaveLength(1);
  });

  it('is silent once it is closed', async () => {
    line.close();
    await vi.advanceTimersByTimeAsync(60000);
    expect(FakeSocket.made.length).toBe(1);
  });
});
