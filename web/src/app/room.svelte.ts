// A table that is followed: its seating, what is drawn of it, and what is asked of the server.

import { flight, skip } from '../lib/motion';
import type { Choice, Move, Scene } from '../lib/scene';
import { Sight, type Clock, type Entry } from '../lib/sight.svelte';
import { cues, type Cue } from '../sound/cues';
import { dealt, type Memory } from '../net/dealing';
import { Refusal, type Follower, type Line } from '../net/line';
import { recalled, remember } from '../net/notes';
import { absent, advanced, begun, type Seating } from '../net/seating';
import { note } from '../net/seen';
import type { Done, Frame, Refused, Request, Whole } from '../net/wire';

interface Step {
  scene: Scene;
  moves: readonly Move[];
  told: readonly string[];
  asked: number;
}

const LAST = 5; // seconds that are counted aloud
const HURRY = 4; // steps that wait: more than these are shown at once
const LINES = 400; // of the log that are kept
const NOTEBOOKS = 20; // of matches that go on
const NOTHING: Memory = { get: () => null, set: () => {} };

export class Room implements Follower {
  seating = $state.raw<Seating | null>(null);
  sight = $state.raw<Sight | null>(null);
  /** Why there is no table here. */
  missing = $state('');
  /** What was refused last, besides moves. */
  refused = $state('');
  unread = $state(0);
  /** Whether the last deal came to nothing. */
  redealt = $state(false);
  /** Makes sounds; silent unless somebody listens. */
  hear: (heard: readonly Cue[]) => void = () => {};

  /** Whether something is still to be shown that has happened already. */
  behind = $state(false);
  /** How many people watch. */
  watchers = $state(0);

  private line: Line | null = null;
  private steps: Step[] = [];
  private showing: Promise<void> | null = null;
  private asked = 0;
  private handed = '';
  private noted = Promise.resolve();
  private spans = new Map<number, { until: number; of: number }>();

  /** `tab` keeps what is of use only as long as this page is open. */
  constructor(readonly table: string, readonly language: string, private readonly memory: Memory, private readonly tab = NOTHING) {}

  on(line: Line): void {
    if (this.line !== line) {
      this.line = line;
      line.follow(this);
    }
  }

  leave(): void {
    this.line?.unfollow(this.table);
    this.line = null;
  }

  // --- what comes in ---

  since(): { since: number; seat?: number } | null {
    if (!this.seating) return null;
    const { seq, you } = this.seating;
    return you === null ? { since: seq } : { since: seq, seat: you };
  }

  whole(whole: Whole): void {
    this.missing = '';
    this.seating = begun(whole, this.seating);
    this.steps = [];
    if (whole.scene) {
      this.note(whole.scene);
      const before = this.sight;
      const sight = this.look(whole.scene, whole.about.game);
      sight.entries = before?.entries ?? recalled<Entry>(this.tab, 'log', this.place);
      for (const key of before?.crossed ?? recalled<string>(this.memory, 'crossed', this.place)) sight.crossed.add(key);
      this.sight = sight;
      this.asked = this.seating.asked;
    } else this.sight = null;
    this.changed();
  }

  frame(frame: Frame): void {
    if (!this.seating || frame.seq <= this.seating.seq) return;
    const deal = this.seating.desk.deal;
    this.seating = advanced(this.seating, frame);
    if (this.seating.desk.deal > deal && this.seating.desk.phase === 'gathering') this.redealt = true;
    if (this.seating.desk.phase === 'running') this.redealt = false;
    if (frame.said && frame.said.seat !== this.seating.you) this.unread++;
    if (frame.scene) {
      this.note(frame.scene);
      this.steps.push({ scene: frame.scene, moves: frame.moves ?? [], told: frame.told ?? [], asked: this.seating.asked });
      // What somebody does is not kept waiting by what still flies; a reveal takes its time.
      if (!this.sight?.turning) skip();
      this.behind = true;
      this.showing ??= this.show().finally(() => {
        this.showing = null;
        this.behind = false;
      });
    } else if (frame.told?.length && this.sight) {
      this.sight.tell(frame.told);
    }
    this.changed();
  }

  barred(reply: Refused): void {
    this.missing = reply.text;
  }

  watched(count: number): void {
    this.watchers = count;
  }

  private async show(): Promise<void> {
    for (let step = this.steps.shift(); step; step = this.steps.shift()) {
      if (!this.sight) {
        if (!this.seating) return;
        this.sight = this.look(step.scene, this.seating.about.game);
        this.sight.tell(step.told);
        this.changed();
        this.asked = step.asked;
        continue;
      }
      this.asked = step.asked;
      if (this.steps.length < HURRY) this.hear(cues(this.sight.scene, step.scene, step.moves));
      if (this.steps.length >= HURRY || document.hidden) this.sight.show(step.scene, step.moves, step.told);
      else await flight(this.sight, step.scene, step.moves, step.told);
    }
  }

  private look(scene: Scene, game: string): Sight {
    const sight = new Sight(game, this.language, scene);
    sight.play = (choice) => void this.play(choice);
    sight.written = () => {
      remember(this.tab, 'log', this.place, sight.entries.slice(-LINES), 1);
      remember(this.memory, 'crossed', this.place, this.ended ? [] : [...sight.crossed], NOTEBOOKS);
    };
    return sight;
  }

  private get place(): string {
    return `${this.table} ${this.seating?.you ?? ''}`;
  }

  private get ended(): boolean {
    return ['over', 'aborted'].includes(this.seating?.desk.phase ?? '');
  }

  /** What my seat was shown is kept, one after the other, so that it can be held against what is told afterwards. */
  private note(scene: Scene): void {
    if (this.seating?.you === null) return;
    const language = this.line?.language ?? this.language;
    this.noted = this.noted.then(() => note(this.memory, this.table, language, scene.zones)).catch(() => {});
  }

  private changed(): void {
    const { seating, sight } = this;
    if (!seating) return;
    if (sight) {
      sight.names = seating.desk.places.map((place, seat) => place.name || sight.nameOf(seat));
      sight.bots = new Set(seating.desk.places.flatMap((place, seat) => (place.kind === 'bot' ? [seat] : [])));
      sight.absent = absent(seating.desk);
    }
    if (this.ended) remember(this.memory, 'crossed', this.place, [], NOTEBOOKS);
    void this.deal(seating);
  }

  /** My part in the deal, without being asked. */
  private async deal(seating: Seating): Promise<void> {
    const { deal, commitment, phase } = seating.desk;
    const step = `${seating.you} ${deal} ${commitment} ${phase}`;
    if (this.handed === step || !['sealing', 'showing'].includes(phase)) return;
    this.handed = step;
    const request = await dealt(seating, this.memory);
    if (request) await this.ask(request);
  }

  // --- what goes out ---

  /** Asks for something; whoever refuses says why. */
  async ask(request: Request): Promise<Done | null> {
    this.refused = '';
    try {
      return (await this.line?.ask(this.table, request)) ?? null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.refused = error.reply.text;
      return null;
    }
  }

  private async play(choice: Choice): Promise<void> {
    const { sight, line } = this;
    if (!sight || !line || sight.sent) return;
    sight.sent = true;
    sight.refused = '';
    try {
      await line.ask(this.table, { do: 'play', actions: [...choice.actions], asked: this.asked });
      await this.showing;
    } catch (error) {
      sight.refused = error instanceof Error ? error.message : String(error);
      this.hear([{ sound: 'wrong', at: 0 }]);
    }
    sight.sent = false;
  }

  /** The rings: my own time in the prompt, that of others at their places; a window shows nobody who has answered. */
  tick(now: number): void {
    const { seating, sight } = this;
    if (!seating || !sight) return;
    const clocks = new Map<number, Clock>();
    seating.timers.forEach(({ until }, seat) => {
      if (!until) return;
      const left = (until - now - (this.line?.skew ?? 0)) / 1000;
      if (left > 600) return; // days are no countdown
      const known = this.spans.get(seat);
      const of = known?.until === until ? known.of : Math.max(left, 1);
      this.spans.set(seat, { until, of });
      clocks.set(seat, { left: Math.max(0, left), of });
    });
    const mine = seating.you === null ? undefined : clocks.get(seating.you);
    if (seating.you !== null) clocks.delete(seating.you);
    const before = sight.clock?.left ?? 0;
    const seconds = Math.ceil(mine?.left ?? 0);
    if (seconds > 0 && seconds <= LAST && seconds < Math.ceil(before)) this.hear([{ sound: 'last', at: 0 }]);
    if (mine || sight.clock) sight.clock = mine ?? null;
    if (clocks.size || sight.clocks.size) sight.clocks = sight.scene.window ? new Map() : clocks;
  }
}
