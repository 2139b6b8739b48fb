// Who looks at the page and how they like it: language, colours, sound and nickname are kept in the browser.

import { en, type Texts } from '../texts/en';
import { pl } from '../texts/pl';
import { Line } from '../net/line';
import { PROTOCOL } from '../net/wire';
import { Synth } from '../sound/synth';
import { Api, Failure, type Game, type User } from './api';
import { route } from './route.svelte';

export type Language = 'pl' | 'en';
export type Theme = 'system' | 'light' | 'dark';
export type Motion = 'system' | 'less';

const TEXTS: Record<Language, Texts> = { pl, en };

/** What the browser keeps. What it cannot keep (forbidden or full) is kept as long as the page lasts: whoever has sealed
    a part of a deal must be able to show it. */
const keeper = (where: () => Storage) => {
  const unkept = new Map<string, string>();
  return {
    get(key: string): string | null {
      try {
        return unkept.get(key) ?? where().getItem(`sprawdzam ${key}`);
      } catch {
        return null;
      }
    },
    set(key: string, value: string): void {
      unkept.delete(key);
      try {
        where().setItem(`sprawdzam ${key}`, value);
      } catch {
        unkept.set(key, value);
      }
    },
    drop(key: string): void {
      unkept.delete(key);
      try {
        where().removeItem(`sprawdzam ${key}`);
      } catch {
        // there was nothing
      }
    },
  };
};
export const kept = keeper(() => localStorage);
/** What it keeps as long as this page is open there. */
export const brief = keeper(() => sessionStorage);

function liked(): Language {
  const before = kept.get('language');
  if (before === 'pl' || before === 'en') return before;
  return navigator.languages.some((one) => one.toLowerCase().startsWith('pl')) ? 'pl' : 'en';
}

/** It names the table that is looked at: servers may bring those together who are there. */
function socketAddress(): string {
  const [page, table] = route.parts;
  const named = page === 't' && table ? `?table=${encodeURIComponent(table)}` : '';
  return `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/socket${named}`;
}

class Session {
  language = $state<Language>(liked());
  theme = $state((kept.get('theme') ?? 'system') as Theme);
  sound = $state(kept.get('sound') !== 'off');
  volume = $state(Number(kept.get('volume') ?? 60));
  motion = $state((kept.get('motion') ?? 'system') as Motion);
  /** What a pick completes is played without a second press. */
  swift = $state(kept.get('swift') === 'on');
  me = $state.raw<User | null>(null);
  games = $state.raw<Game[]>([]);
  /** Whether the games are still on their way. */
  awaited = $state(true);
  line = $state.raw<Line | null>(null);
  connection = $state('connecting');
  notice = $state('');
  /** The device says that it has no network. */
  offline = $state(!navigator.onLine);
  /** When the server is asked again, or wants to be back. */
  again = $state(0);
  /** The server speaks another protocol than this page. */
  outdated = $state(false);
  /** Whoever this was is not known to the server any more. */
  expired = $state(false);
  /** A table that its owner wants to start as soon as it is open. */
  hurry = '';

  readonly synth = new Synth();
  readonly t = $derived(TEXTS[this.language]);
  readonly api = $derived(new Api(this.language, TEXTS[this.language].oops));

  private system = matchMedia('(prefers-color-scheme: dark)');
  private arriving: Promise<void> | null = null;

  constructor() {
    this.system.addEventListener('change', () => this.paint());
    this.paint();
    this.tune();
    this.synth.waitForHands();
    addEventListener('offline', () => (this.offline = true));
    addEventListener('online', () => {
      this.offline = false;
      this.line?.hurry();
      if (!this.games.length) void this.loadGames().catch(() => {});
    });
    document.documentElement.dataset.motion = this.motion;
    document.documentElement.lang = this.language;
  }

  /** Finds out once who this is; who was never here is not asked for. */
  arrive(): Promise<void> {
    this.arriving ??= this.find();
    return this.arriving;
  }

  private async find(): Promise<void> {
    if (!kept.get('known')) return;
    try {
      this.me = await this.api.me();
    } catch (error) {
      if (error instanceof Failure && error.code) kept.drop('known');
    }
  }

  /** The server knows somebody of whom this browser has kept nothing but the session. */
  private async recognise(): Promise<void> {
    try {
      this.me = await this.api.me();
      kept.set('known', 'yes');
    } catch {
      // then they are asked for a name, as anybody
    }
  }

  async loadGames(): Promise<void> {
    try {
      this.games = await this.api.games();
    } finally {
      this.awaited = false;
    }
  }

  game(name: string): Game | undefined {
    return this.games.find((game) => game.name === name);
  }

  title(name: string): string {
    return this.game(name)?.title ?? name;
  }

  suggestion(): string {
    const before = kept.get('name');
    if (before) return before;
    const name = this.t.names[Math.floor(Math.random() * this.t.names.length)] ?? '';
    kept.set('name', name);
    return name;
  }

  /** Somebody who can play: a guest is made of whoever is nobody yet. */
  async somebody(name = ''): Promise<User> {
    await this.arrive();
    if (this.me) return this.me;
    const wanted = name.trim() || this.suggestion();
    try {
      this.entered(await this.api.post<User>('/api/guests', { name: wanted, language: this.language }));
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'already_signed_in') throw error;
      this.entered(await this.api.me());
    }
    kept.set('name', wanted);
    return this.me as unknown as User;
  }

  entered(user: User): void {
    this.me = user;
    this.expired = false;
    kept.set('known', 'yes');
    if (this.line) this.connect();
  }

  left(): void {
    this.forget();
    if (this.line) this.connect();
  }

  private forget(): void {
    this.me = null;
    kept.drop('known');
  }

  /** A line to the server, for whoever is at a table; a new one whenever the server has to learn anew who this is. */
  connect(): Line {
    this.line?.close();
    const line = new Line({ url: socketAddress, language: this.language });
    this.connection = 'connecting';
    line.onstate = (state) => {
      if (this.line !== line) return;
      this.connection = state;
      if (state === 'open') this.notice = '';
      else if (!this.notice) this.again = line.again;
    };
    line.onnotice = (notice) => {
      if (this.line !== line) return;
      this.notice = notice.notice;
      this.again = Date.now() + (notice.back_in ?? 0) * 1000;
    };
    line.onhello = async (hello) => {
      await this.arrive();
      if (this.line !== line) return;
      this.outdated = hello.protocol !== PROTOCOL;
      this.expired = !!this.me && hello.who !== this.me.id;
      if (this.expired && !hello.who) this.forget();
      if (hello.who && !this.me) void this.recognise();
    };
    this.line = line;
    line.open();
    return line;
  }

  speak(language: Language): void {
    this.language = language;
    kept.set('language', language);
    document.documentElement.lang = language;
    void this.loadGames();
    if (this.me && this.me.kind !== 'program') void this.api.call<User>('PATCH', '/api/me', { language }).catch(() => {});
    if (this.line) this.connect();
  }

  colour(theme: Theme): void {
    this.theme = theme;
    kept.set('theme', theme);
    this.paint();
  }

  /** Whether there are sounds, and how loud from 0 to 100. */
  hear(on: boolean, volume = this.volume): void {
    this.sound = on;
    this.volume = volume;
    kept.set('sound', on ? 'on' : 'off');
    kept.set('volume', String(volume));
    this.tune();
  }

  move(motion: Motion): void {
    this.motion = motion;
    kept.set('motion', motion);
    document.documentElement.dataset.motion = motion;
  }

  hasten(on: boolean): void {
    this.swift = on;
    kept.set('swift', on ? 'on' : 'off');
  }

  private tune(): void {
    this.synth.volume = this.sound ? this.volume / 100 : 0;
  }

  private paint(): void {
    const dark = this.theme === 'dark' || (this.theme === 'system' && this.system.matches);
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? '#221a2f' : '#cbdcd2');
  }
}

export const session = new Session();
