// Everything that the table is drawn from: the scene of one moment, what is picked in it, and what has just moved.

import { SvelteSet } from 'svelte/reactivity';
import { placeKey, rivals, type Choice, type Move, type Place, type Plate, type Scene, type Zone } from './scene';
import { clicksOf } from './picker';
import { Selection } from './selection.svelte';
import { words, type Words } from './words';

const DEALT = 6; // pieces that come from nowhere at once: more are no news of any of them

export interface Entry {
  text: string;
  heading?: boolean;
}

export interface Clock {
  /** Seconds that are left, and of how many. */
  left: number;
  of: number;
}

/** Why somebody who has a seat does not play there. */
export type Absence = 'away' | 'a bot plays' | 'resigned';

export class Sight {
  readonly game: string;
  readonly language: string;
  readonly say: Words;
  scene = $state.raw() as Scene;
  selection = $state.raw() as Selection;
  /** Places of pieces that the last action moved. */
  moved = $state.raw<ReadonlySet<string>>(new Set());
  entries = $state.raw<readonly Entry[]>([]);
  /** Everything that the last step told. */
  news = $state('');
  names = $state.raw<readonly string[]>([]);
  /** Seats of bots. */
  bots = $state.raw<ReadonlySet<number>>(new Set());
  /** Seats whose players are not there, or do not play any more. */
  absent = $state.raw<ReadonlyMap<number, Absence>>(new Map());
  clock = $state.raw<Clock | null>(null);
  /** A move was sent and is not yet answered. */
  sent = $state(false);
  /** Why something was refused. */
  refused = $state('');
  /** Hidden pieces are being turned over: what they come to is not told yet. */
  turning = $state(false);
  /** A piece is being dragged. */
  dragging = $state(false);
  /** What the last thing was told as that a player did: it stands while they are turned. */
  stamp = $state('');
  /** Numbers of the notebook that this person has crossed out; nobody else learns of them. */
  readonly crossed = new SvelteSet<string>();
  /** Clocks of the others, by their seats. */
  clocks = $state.raw<ReadonlyMap<number, Clock>>(new Map());
  /** Places of pieces that are still to be turned over in a reveal: no sum tells of them yet. */
  readonly covered = new SvelteSet<string>();
  /** Says why something is not possible, where somebody can be asked. */
  explain = $state.raw<(() => void) | null>(null);
  /** What a pick completes is played at once. */
  swift = false;
  /** Asks a Master for advice, where hints are allowed; the wider bar has a sign for it. */
  advise = $state.raw<(() => void) | null>(null);
  /** Plays a choice. */
  play: (choice: Choice) => void = () => {};
  /** Something new stands in the log or in the notebook. */
  written: () => void = () => {};

  constructor(game: string, language: string, scene: Scene) {
    this.game = game;
    this.language = language;
    this.say = words(language);
    this.scene = scene;
    this.selection = new Selection(scene);
  }

  /** Lines for the log, under the heading of the round in which it happened: what ends a round belongs to it. */
  tell(told: readonly string[], title = this.scene.title): void {
    if (!told.length) return;
    const heading = title !== this.entries.findLast((entry) => entry.heading)?.text;
    const lines = told.map((text) => ({ text }));
    this.news = told.join(' ');
    this.entries = [...this.entries, ...(heading ? [{ text: title, heading }] : []), ...lines];
    this.written();
  }

  /** Crosses a number of the notebook out, or no longer. */
  cross(place: Place): void {
    const key = placeKey(place);
    if (!this.crossed.delete(key)) this.crossed.add(key);
    this.written();
  }

  /** The next moment: what has come from another place is marked until the next one, unless it was a deal. */
  show(scene: Scene, moves: readonly Move[] = [], told: readonly string[] = []): void {
    if (told[0] && this.scene.plates.some((plate) => plate.acts)) this.stamp = told[0];
    this.tell(told, this.scene.title);
    this.selection = this.selection.follow(scene);
    this.scene = scene;
    const dealt = moves.filter((move) => move.kind === 'appeared').length > DEALT;
    this.moved = new Set(moves.flatMap((move) => (move.target && this.#came(move, dealt) ? [placeKey(move.target)] : [])));
    this.refused = '';
    this.sent = false;
  }

  #came(move: Move, dealt: boolean): boolean {
    return move.kind === 'appeared' ? !dealt : move.kind === 'moved' && move.source?.[0] !== move.target?.[0];
  }

  readonly me = $derived.by((): Plate | null => this.scene.plates.find((p) => p.seat === this.scene.seat) ?? null);
  readonly mine = $derived.by((): boolean => !!this.me?.acts);
  readonly over = $derived.by((): boolean => this.scene.ranking.length > 0);
  readonly rivals = $derived.by((): Plate[] => rivals(this.scene));
  readonly own = $derived.by((): Zone[] => (this.me ? this.zonesOf(this.me.seat) : []));
  readonly notes = $derived.by((): Zone[] => this.own.filter((zone) => zone.kind === 'notes'));

  zonesOf(seat: number | null): Zone[] {
    return this.scene.zones.filter((zone) => zone.owner === seat);
  }

  /** Whether it is this player's turn; in a window nobody sees who has answered. */
  acts(plate: Plate): boolean {
    return plate.acts && !this.scene.window;
  }

  /** What is said of a seat at which no person plays just now; nothing of any other. */
  mark(seat: number): string {
    const mark = this.bots.has(seat) ? 'bot' : this.absent.get(seat);
    return mark ? this.say(mark) : '';
  }

  /** The letter on somebody's disc, with a figure where there are several of one name. */
  letter(seat: number): string {
    const plate = this.scene.plates.find((p) => p.seat === seat);
    const name = this.names[seat] || plate?.name || '?';
    return (name[0]?.toUpperCase() ?? '?') + (/\s(\d)$/.exec(name)?.[1] ?? '');
  }

  nameOf(seat: number): string {
    return this.scene.plates.find((p) => p.seat === seat)?.name ?? '';
  }

  press(place: Place): void {
    this.refused = '';
    const { selection } = this;
    if (selection.pickPiece(place) && selection.pickedOn(place) && !selection.turns(place)) this.settle();
  }

  /** Whether a piece can be dragged: one's own, that is picked and not only turned. */
  drags(zone: Zone, place: Place): boolean {
    return zone.owner === this.scene.seat && !this.selection.turns(place) && zone.kind !== 'notes';
  }

  /** A piece was let go over the table, or over another piece: both are picked, and what that completes is played. */
  drop(place: Place, onto: Place | null): boolean {
    this.refused = '';
    const { selection } = this;
    if (!selection.pickedOn(place) && !selection.pickPiece(place)) return false;
    if (onto && selection.can(onto) && !selection.pickedOn(onto)) selection.pickPiece(onto);
    const { ready } = selection;
    const key = placeKey(selection.meant(place));
    if (!ready || !this.mine || !clicksOf(ready).some((click) => click.piece && placeKey(click.piece) === key)) return false;
    this.play(ready);
    return true;
  }

  /** After a pick: plays what it has completed, if nobody wants to be asked again and nothing is left to answer. */
  settle(): void {
    const { complete, changed } = this.selection;
    if (this.swift && this.mine && changed && complete) this.play(complete);
  }
}
