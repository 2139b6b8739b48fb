// The page's own words; everything about a game comes with its scene.

const POLISH: Record<string, string> = {
  'Home': 'Strona główna', 'Rules': 'Zasady', 'Sound': 'Dźwięk', 'Log': 'Dziennik', 'More': 'Więcej', 'Notebook': 'Notatnik',
  'turn': 'ruch', 'Your turn.': 'Twój ruch.', 'Your call?': 'Sprawdzasz?', 'Back': 'Cofnij', 'Close': 'Zamknij',
  'Less': 'Mniej', 'Greater': 'Więcej', 'Final places': 'Wyniki', 'Again': 'Rewanż', 'Course': 'Przebieg',
  'picked': 'wybrane', 'can be picked': 'można wybrać', 'would be hit': 'zagrożone', 'just moved': 'dopiero położone',
  'Rivals': 'Rywale', 'Table': 'Stół', 'Your place': 'Twoje miejsce', 'out': 'poza grą', 'and': 'i', 'of': 'z',
  'seconds': 'sekund', 'Actions': 'Działania', 'History': 'Odpowiedzi', 'cross out': 'skreśl', 'crossed out': 'skreślone',
  'Play': 'Graj', 'Why?': 'Dlaczego?', 'Hint': 'Podpowiedz', 'Against bots, as a guest': 'Z botami, jako gość', 'The table is being laid.': 'Stół jest nakrywany.',
  'The connection is lost. The table stays.': 'Brak połączenia. Stół czeka.', 'Guest': 'Gość',
  'Currency': 'Waluta', 'Fiasco tokens': 'Żetony fiaska',
  'You watch.': 'Oglądasz.', 'Show all': 'Pokaż wszystkie', 'Only mine': 'Tylko moje', 'Nothing yet': 'Jeszcze nic', 'next': 'następna', 'Go on': 'Dalej',
};

export type Words = (english: string) => string;

export function words(language: string): Words {
  return language === 'pl' ? (text) => POLISH[text] ?? text : (text) => text;
}
