/** Facts in one line that breaks between them only; one alone may break where it must. */
export function joined(facts: readonly string[]): string {
  if (facts.length === 1) return facts[0] ?? '';
  return facts.map((fact) => fact.replaceAll(' ', '\u00a0').replaceAll('–', '–\u2060')).join(' · ');
}
