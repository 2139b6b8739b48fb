// A replay that is being watched: which moment is shown, through whose eyes, and whether it goes on by itself.

import { flight, skip } from '../lib/motion';
import { Sight } from '../lib/sight.svelte';
import { sceneAt, type Moment, type Replay } from './replay';

const LOOK = 1.1; // seconds for a step that says nothing of a pause

export class Player {
  replay = $state.raw() as Replay;
  sight = $state.raw() as Sight;
  at = $state(0);
  playing = $state(false);
  readonly last = $derived.by(() => this.replay.moments.length - 1);
  readonly moment = $derived.by((): Moment => this.replay.moments[this.at] as Moment);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(replay: Replay, readonly language: string, at = 0) {
    this.load(replay, at);
  }

  /** Another pair of eyes for the same match: the moment stays. */
  load(replay: Replay, at = this.at): void {
    this.replay = replay;
    this.at = Math.max(0, Math.min(replay.moments.length - 1, at));
    this.sight = new Sight(replay.game, this.language, sceneAt(replay, this.moment));
    this.sight.names = replay.names;
    this.sight.bots = new Set(replay.bots);
    this.sight.tell = () => {}; // the log lies beside the table, whole
  }

  /** Shows a moment; one step on is shown as it was played, with everything that moves. */
  go(to: number): void {
    const wanted = Math.max(0, Math.min(this.last, to));
    if (wanted === this.at) return;
    const next = wanted === this.at + 1;
    this.at = wanted;
    const scene = sceneAt(this.replay, this.moment);
    if (next) void flight(this.sight, scene, this.moment.moves ?? [], this.moment.told ?? []);
    else {
      skip();
      this.sight.show(scene);
    }
    if (this.playing) this.wait();
  }

  play(): void {
    if (this.at === this.last) this.go(0);
    this.playing = true;
    this.wait();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  private wait(): void {
    clearTimeout(this.timer);
    if (this.at === this.last) this.playing = false;
    else this.timer = setTimeout(() => this.go(this.at + 1), Math.max(this.moment.pause ?? 0, LOOK) * 1000);
  }

  /** What a key does: arrows step, Home and End leap, space plays. False if it is none of ours. */
  key(key: string): boolean {
    const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.last }[key];
    if (to !== undefined) {
      this.pause();
      this.go(to);
    } else if (key === ' ') {
      if (this.playing) this.pause();
      else this.play();
    } else return false;
    return true;
  }
}
