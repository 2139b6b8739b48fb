// The page's own words; everything about a game comes with its scene.

import { counted } from '../texts/plural';

const POLISH: Record<string, string> = {
  'Home': 'Strona główna', 'Rules': 'Zasady', 'Sound': 'Dźwięk', 'Log': 'Dziennik', 'More': 'Więcej', 'Notebook': 'Notatnik',
  'turn': 'ruch', 'Your turn.': 'Twój ruch.', 'Your call?': 'Sprawdzasz?', 'Time left': 'Pozostały czas',
  'Back': 'Cofnij', 'Close': 'Zamknij', 'Less': 'Mniej', 'Greater': 'Więcej', 'Why?': 'Dlaczego?', 'Hint': 'Podpowiedz',
  'picked': 'wybrane', 'would be hit': 'zagrożone', 'just moved': 'dopiero położone', 'crossed out': 'skreślone',
  'Rivals': 'Rywale', 'Table': 'Stół', 'Your place': 'Twoje miejsce', 'Final places': 'Wyniki',
  'out': 'poza grą', 'bot': 'bot', 'away': 'poza stołem', 'a bot plays': 'gra bot', 'resigned': 'gra poddana', 'and': 'i', 'of': 'z',
  'Show all': 'Pokaż wszystkie', 'Only mine': 'Tylko moje', 'Nothing yet': 'Jeszcze nic',
};

const english = counted('en');
const polish = counted('pl');

/** A span of time in whole seconds. */
export function seconds(language: string, left: number): string {
  const whole = Math.ceil(left);
  if (language === 'pl') return polish(whole, { one: '# sekunda', few: '# sekundy', many: '# sekund', other: '# sekundy' });
  return english(whole, { one: '# second', other: '# seconds' });
}

/** How long somebody may call, by the name of the call. */
export function callIn(language: string, left: number, call: string): string {
  const name = call.replace(/!$/, '');
  return `${seconds(language, left)}${name && ` ${language === 'pl' ? 'na' : 'for'} ${name}`}.`;
}

export type Words = (english: string) => string;

export function words(language: string): Words {
  return language === 'pl' ? (text) => POLISH[text] ?? text : (text) => text;
}
