// The way from nothing clicked to one choice: `Picker` of `engine/scene.py`, click by click the same.

import type { Choice, Click } from './scene';

/** Choices whose equal clicks are one object, so that they can be compared by identity. */
export function shared(choices: readonly Choice[], preset: readonly Click[]): { choices: Choice[]; preset: Click[] } {
  const known = new Map<string, Click>();
  const one = (click: Click): Click => {
    const key = JSON.stringify([click.where, click.what, click.label, click.piece]);
    const old = known.get(key);
    if (old) return old;
    known.set(key, click);
    return click;
  };
  return {
    choices: choices.map((choice) => ({ ...choice, path: choice.path.map((group) => group.map(one)) })),
    preset: preset.map(one),
  };
}

export function clicksOf(choice: Choice): Click[] {
  return choice.path.flat();
}

export class Picker {
  readonly choices: readonly Choice[];
  readonly preset: readonly Click[];
  clicked: Click[];

  /** The choices have to be `shared`. */
  constructor(choices: readonly Choice[], preset: readonly Click[] = []) {
    this.choices = choices;
    this.preset = preset;
    this.clicked = [...preset];
  }

  /** All clicks there are, in the order of the choices. */
  get every(): Click[] {
    return [...new Set(this.choices.flatMap(clicksOf))];
  }

  /** All answers to a question, whatever is clicked: the newest click counts. */
  answers(where: string): Click[] {
    return this.every.filter((click) => click.where === where);
  }

  /** The choices that the clicks so far can still lead to. */
  get possible(): Choice[] {
    return this.choices.filter((choice) => leadsTo(choice, this.clicked));
  }

  /** The clicks that go on from here, in the order of the choices, without those that are settled. */
  get open(): Click[] {
    const settled = new Set(this.settled.map((click) => click.where));
    const found = new Set<Click>();
    for (const choice of this.possible) {
      for (const click of nextGroup(choice, this.clicked)) if (!settled.has(click.where)) found.add(click);
    }
    return [...found];
  }

  /** What was clicked, every answer to which there is no other any more, and those of the usual choice. */
  get settled(): Click[] {
    const possible = this.possible;
    if (possible.length < (this.clicked.length ? 1 : 2)) return [...this.clicked];
    const usual = this.usual;
    const first = usual ?? possible[0];
    if (!first) return [...this.clicked];
    const rest = usual ? [] : possible.slice(1).map((choice) => new Set(clicksOf(choice)));
    const standing = clicksOf(first).filter((click) => rest.every((clicks) => clicks.has(click)));
    return [...this.clicked, ...standing.filter((click) => !this.clicked.includes(click))];
  }

  /** The most usual one of the choices that are left, once its first step is clicked. */
  get usual(): Choice | null {
    let best: Choice | null = null;
    for (const choice of this.possible) {
      const begun = choice.usual && (choice.path[0] ?? []).every((click) => this.clicked.includes(click));
      if (begun && (!best || choice.usual > best.usual)) best = choice;
    }
    return best;
  }

  /** The one choice that is left, when all its questions are answered; else the usual one. */
  get ready(): Choice | null {
    const possible = this.possible;
    if (this.clicked.length && possible.length === 1) return possible[0] ?? null;
    return this.usual;
  }

  /** Adds an answer; another answer to the same question replaces it. False if it leads nowhere. */
  click(click: Click): boolean {
    const before = this.clicked;
    const kept = before.filter((old) => old.where !== click.where);
    this.clicked = [...kept, click];
    while (!this.possible.length && kept.length) {
      kept.shift(); // an earlier answer stands in the way: the newest one counts
      this.clicked = [...kept, click];
    }
    if (this.possible.length) return true;
    this.clicked = before;
    return false;
  }

  /** Takes the last answer back, down to what stood at the start; false if there was none. */
  back(): boolean {
    if (sameList(this.clicked, this.preset)) return false;
    const last = this.clicked[this.clicked.length - 1];
    this.clicked = [...this.clicked.slice(0, -1), ...this.preset.filter((click) => click.where === last?.where)];
    return true;
  }
}

export function sameList<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((item, i) => item === b[i]);
}

function leadsTo(choice: Choice, clicked: readonly Click[]): boolean {
  let rest = clicked;
  for (const group of choice.path) {
    const here = rest.filter((click) => group.includes(click));
    rest = rest.filter((click) => !group.includes(click));
    if (!rest.length) return true;
    // A group of one click is a step that need not be clicked when a later one was.
    if (here.length < group.length && group.length !== 1) return false;
  }
  return !rest.length;
}

function nextGroup(choice: Choice, clicked: readonly Click[]): Click[] {
  for (const group of choice.path) {
    const missing = group.filter((click) => !clicked.includes(click));
    if (missing.length) return missing;
  }
  return [];
}
