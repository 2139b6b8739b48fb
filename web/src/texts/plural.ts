// Numbers with their nouns, by the plural rules of a language: # stands for the number.
// The first `Intl.NumberFormat` of a browser takes a twentieth of a second on a phone, so none is made before it is needed.

export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

export function counted(language: string): (count: number, forms: Forms) => string {
  let rules: Intl.PluralRules | undefined;
  return (count, forms) => (forms[(rules ??= new Intl.PluralRules(language)).select(count)] ?? forms.other).replace('#', figure(count, language));
}

/** Below a thousand all our languages write numbers alike. */
function figure(count: number, language: string): string {
  return count < 1000 ? String(count) : count.toLocaleString(language);
}

/** A share of one, as all our languages write it. */
export function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}
