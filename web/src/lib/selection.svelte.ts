// What a person has picked so far, by keys, touch or mouse, on the way to one choice.

import { clicksOf, Picker, sameList, shared } from './picker';
import { columns, placeKey, type Choice, type Click, type Place, type Scene, type Zone } from './scene';

/** Answers that belong together: those to one question, or the pieces that can be clicked for it. */
export interface Group {
  id: string;
  kind: 'buttons' | 'range' | 'pieces';
  text: string;
  answers: Click[];
  places: Place[];
  span: number;
}

const BY_FACE = ['notes', 'tokens']; // kinds of zones whose pieces are picked by the number on them

export class Selection {
  readonly scene: Scene;
  readonly loud: Choice | null;
  /** There is one choice, so nothing to ask. */
  readonly only: boolean;
  /** The piece under the pointer or with the focus: what would be hit if it were picked is shown. */
  at = $state.raw<Place | null>(null);
  /** The choice of a button under the pointer. */
  over = $state.raw<Choice | null>(null);
  readonly #picker: Picker;
  readonly #zones: Map<string, Zone>;
  readonly #onPieces = new Map<string, Click[]>();
  /** The zones of pieces that can be clicked. */
  readonly #asked = new Set<string>();
  readonly #meant = new Map<string, Place>();
  readonly #firsts: Set<string>;
  #version = $state(0);
  #typed = '';

  constructor(scene: Scene) {
    this.scene = scene;
    const { choices, preset } = shared(scene.choices, scene.preset);
    this.loud = choices.find((choice) => choice.loud) ?? null;
    this.#picker = new Picker(choices.filter((choice) => !choice.loud), preset);
    const single = this.#picker.choices.length === 1 ? this.#picker.choices[0] : undefined;
    this.only = !!single && !preset.length;
    if (this.only && single) for (const click of clicksOf(single)) this.#picker.click(click);
    this.#zones = new Map(scene.zones.map((zone) => [zone.id, zone]));
    this.#firsts = new Set(this.#picker.choices.flatMap((choice) => choice.path[0] ?? []).map((click) => click.where));
    for (const click of this.#picker.every) {
      if (click.piece) {
        const key = placeKey(click.piece);
        this.#asked.add(click.piece[0]);
        this.#onPieces.set(key, [...(this.#onPieces.get(key) ?? []), click]);
      }
    }
  }

  /** The same picks in a new scene that offers the same choices, else a new start. */
  follow(scene: Scene): Selection {
    const next = new Selection(scene);
    const old = this.#inPaths();
    const now = next.#inPaths();
    if (!sameList(old.map(shape), now.map(shape))) return next;
    const twin = new Map(old.map((click, i) => [click, now[i]]));
    next.#picker.clicked = this.#picker.clicked.flatMap((click) => twin.get(click) ?? []);
    return next;
  }

  // --- what can be answered ---

  readonly clicked = $derived.by(() => (this.#version, this.#picker.clicked));
  readonly settled = $derived.by(() => (this.#version, this.#picker.settled));
  readonly open = $derived.by(() => (this.#version, this.#picker.open));
  readonly ready = $derived.by(() => (this.#version, this.#picker.ready));
  /** The choice that is ready and that no other answer could change any more. */
  readonly complete = $derived.by(() => (this.#version, this.#picker.possible.length === 1 ? this.#picker.ready : null));
  readonly groups = $derived.by(() => (this.#version, this.#findGroups()));

  get choices(): readonly Choice[] {
    return this.#picker.choices;
  }

  get changed(): boolean {
    return !this.only && !sameList(this.clicked, this.#picker.preset);
  }

  /** The choice at hand: the one that is picked, or would be by what the pointer is on. */
  readonly aim = $derived.by((): Choice | null => this.over ?? this.ready ?? this.#preview());

  /** The pieces that the choice at hand would hit; before one is picked, what all choices touch. */
  readonly touched = $derived.by((): Set<string> => {
    let touches = this.aim?.touches;
    if (!touches) {
      const [first, ...rest] = (this.#version, this.#picker.possible);
      const others = rest.map((choice) => new Set(choice.touches.map(placeKey)));
      touches = (first?.touches ?? []).filter((place) => others.every((keys) => keys.has(placeKey(place))));
    }
    return new Set(touches.map(([id, i]) => placeKey([id, i < 0 ? i + (this.#zones.get(id)?.pieces.length ?? 0) : i])));
  });

  /** Whose pieces these are. */
  readonly hit = $derived.by((): Set<number> => {
    const ids = new Set([...this.touched].map((key) => key.slice(0, key.lastIndexOf(':'))));
    return new Set(this.scene.zones.flatMap((zone) => (ids.has(zone.id) && zone.owner !== null ? [zone.owner] : [])));
  });

  picked(where: string): Click | null {
    return this.settled.find((click) => click.where === where) ?? null;
  }

  /** The answers to a question that leave the other answers standing. */
  fitting(where: string): Set<Click> {
    const others = new Picker(this.#picker.choices);
    others.clicked = this.clicked.filter((click) => click.where !== where);
    return new Set(others.possible.flatMap(clicksOf).filter((click) => click.where === where));
  }

  /** The choice that an answer completes on its own, where there is nothing else to ask. */
  completes(click: Click): Choice | null {
    const found = this.#picker.choices.filter((choice) => clicksOf(choice).includes(click));
    const one = found.length === 1 ? found[0] : undefined;
    return one && clicksOf(one).length === 1 ? one : null;
  }

  clicksOn(place: Place): Click[] {
    return this.#onPieces.get(placeKey(this.meant(place))) ?? [];
  }

  /** The piece that a click on a piece means: of equal ones, and of those in one group, only one may be named. */
  meant(place: Place): Place {
    if (!this.#asked.has(place[0])) return place;
    const key = placeKey(place);
    const found = this.#meant.get(key) ?? this.#findMeant(place);
    this.#meant.set(key, found);
    return found;
  }

  #findMeant(place: Place): Place {
    if (this.#onPieces.has(placeKey(place))) return place;
    const zone = this.#zones.get(place[0]);
    const piece = zone?.pieces[place[1]];
    if (!zone || !piece) return place;
    for (let i = 0; i < zone.pieces.length; i++) {
      const other = zone.pieces[i];
      if (!other || !this.#onPieces.has(placeKey([zone.id, i]))) continue;
      const equal = other.face === piece.face && other.look === piece.look && other.second === piece.second;
      if ((piece.group ? other.group === piece.group : equal && other.owner === piece.owner && !other.group)) {
        return [zone.id, i];
      }
    }
    return place;
  }

  pickedOn(place: Place): Click | null {
    const meant = placeKey(this.meant(place));
    return this.settled.find((click) => click.piece && placeKey(click.piece) === meant && this.clicked.includes(click)) ?? null;
  }

  /** Whether a piece can be clicked with some sense now. */
  can(place: Place): boolean {
    const clicks = this.clicksOn(place);
    return clicks.some((click) => this.#firsts.has(click.where) || this.open.includes(click));
  }

  /** Whether the pieces of a zone are asked for. */
  asksFor(zone: string): boolean {
    return this.#asked.has(zone);
  }

  /** Whether the piece has several answers, one of which always stands: a card that is turned. */
  turns(place: Place): boolean {
    return this.#picker.preset.some((click) => click.piece && placeKey(click.piece) === placeKey(place));
  }

  /** The next question without an answer; none once a choice is ready, whatever else could be answered. */
  get missing(): Group | null {
    if (this.ready) return null;
    for (const group of this.groups) {
      const open = group.kind === 'pieces' ? group.answers.some((click) => this.open.includes(click)) : !this.picked(group.id);
      if (open) return group;
    }
    return null;
  }

  // --- what a person does ---

  pick(click: Click): boolean {
    return this.#changed(this.#picker.click(click));
  }

  /** Takes an answer back. */
  drop(click: Click): boolean {
    if (!this.#picker.clicked.includes(click)) return false;
    this.#picker.clicked = this.#picker.clicked.filter((other) => other !== click);
    return this.#changed(true);
  }

  /** Turns a card, picks a piece, or takes a picked one back. */
  pickPiece(asked: Place): boolean {
    const place = this.meant(asked);
    const clicks = this.clicksOn(place);
    if (!clicks.length) return false;
    const now = this.clicked.find((click) => click.piece && placeKey(click.piece) === placeKey(place));
    if (!now) {
      const goingOn = clicks.find((click) => this.open.includes(click)) ?? clicks[0];
      return !!goingOn && this.pick(goingOn);
    }
    const same = clicks.filter((click) => click.where === now.where);
    const other = same[(same.indexOf(now) + 1) % same.length];
    return same.length > 1 && other ? this.pick(other) : this.drop(now);
  }

  /** A number key: the answer of that number, the piece at that place, or the next figure of a number. */
  digit(digit: string): boolean {
    const group = this.missing ?? this.groups.find((g) => g.kind !== 'pieces') ?? this.groups[0];
    if (!group) return false;
    if (group.kind === 'pieces') {
      const place = this.#atKey(group, digit);
      return !!place && this.pickPiece(place);
    }
    const answers = numbered(group);
    const typed = [this.#typed + digit, digit].find((t) => [...answers.keys()].some((key) => key.startsWith(t))) ?? '';
    const answer = answers.get(typed);
    if (typed && !answer) {
      this.#typed = typed; // the first figure of a larger number
      return true;
    }
    if (!answer || !this.pick(answer)) return false;
    this.#typed = typed;
    return true;
  }

  /** One step back. */
  back(): boolean {
    if (this.only || !this.#picker.clicked.length) return false;
    return this.#changed(this.#picker.back());
  }

  #changed(done: boolean): boolean {
    this.#typed = '';
    if (done) this.#version++;
    return done;
  }

  #preview(): Choice | null {
    if (!this.at || this.turns(this.at)) return null;
    const clicks = this.clicksOn(this.at);
    const click = clicks.find((c) => this.open.includes(c)) ?? clicks[0];
    if (!click) return null;
    const trial = new Picker(this.#picker.choices, this.#picker.preset);
    trial.clicked = [...this.#picker.clicked];
    return trial.click(click) ? trial.ready : null;
  }

  #atKey(group: Group, digit: string): Place | null {
    let number = 0;
    for (const id of new Set(group.places.map(([zone]) => zone))) {
      const zone = this.#zones.get(id);
      for (const column of zone ? columns(zone) : []) {
        number++;
        const first = column[0] ?? 0;
        const key = zone && BY_FACE.includes(zone.kind) ? zone.pieces[first]?.face : String(number);
        if (key !== digit) continue;
        const meant = this.meant([id, first]);
        return group.places.some((place) => placeKey(place) === placeKey(meant)) ? meant : null;
      }
    }
    return null;
  }

  #findGroups(): Group[] {
    const shown = new Set([...this.#firsts, ...[...this.open, ...this.settled].map((click) => click.where)]);
    const groups: Group[] = [];
    for (const ask of this.scene.asks) {
      let answers = inOrder(this.#picker.answers(ask.where));
      if (!answers.length || !shown.has(ask.where)) continue;
      if (!this.#firsts.has(ask.where)) {
        const fitting = this.fitting(ask.where); // what other pieces would be asked is of no use now
        const left = answers.filter((answer) => fitting.has(answer));
        if (left.length) answers = left;
      }
      if (ask.kind !== 'pieces') {
        groups.push({ id: ask.where, kind: ask.kind, text: ask.text, answers, places: [], span: ask.span });
        continue;
      }
      const places = this.#onScreen(answers.flatMap((click) => (click.piece ? [click.piece] : [])));
      const zones = new Set(places.map(([zone]) => zone));
      const old = groups.find((group) => group.places.some(([zone]) => zones.has(zone)));
      if (!old) {
        const text = places.length > 1 ? ask.text : '';
        groups.push({ id: `pieces ${ask.where}`, kind: 'pieces', text, answers, places, span: 0 });
      } else {
        old.text = ''; // a question for each piece: no one text fits
        old.answers = [...old.answers, ...answers];
        old.places = this.#onScreen([...old.places, ...places]);
      }
    }
    return groups;
  }

  /** Places in the order in which they lie, each once. */
  #onScreen(places: Place[]): Place[] {
    const order = new Map(this.scene.zones.map((zone, i) => [zone.id, i]));
    const once = [...new Map(places.map((place) => [placeKey(place), place])).values()];
    return once.sort((a, b) => (order.get(a[0]) ?? -1) - (order.get(b[0]) ?? -1) || a[1] - b[1]);
  }

  #inPaths(): Click[] {
    return this.#picker.choices.flatMap(clicksOf);
  }
}

/** The number keys of a group's answers: their own numbers where they are numbers, else their order. */
export function numbered(group: Group): Map<string, Click> {
  const own = group.answers.every((click) => /^\d+$/.test(click.what));
  return new Map(group.answers.map((click, i) => [own ? click.what : String(i + 1), click]));
}

/** Numbers go up, whatever the order in which the choices name them. */
function inOrder(answers: Click[]): Click[] {
  if (!answers.every((click) => /^\d+$/.test(click.what))) return answers;
  return [...answers].sort((a, b) => Number(a.what) - Number(b.what));
}

function shape(click: Click): string {
  return `${click.where} ${click.what} ${click.piece?.[0] ?? ''}`;
}
