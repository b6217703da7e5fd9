import { currentLocale } from './catalogue';

const collators = new Map<string, Intl.Collator>();

/** Sorts texts as readers of the current language expect it: `Ä` beside `A`, whichever case, and numbers by their value. */
export function compareTexts(a: string, b: string): number {
  const locale = currentLocale();
  const collator = collators.get(locale) ?? new Intl.Collator(locale, { numeric: true });
  collators.set(locale, collator);
  return collator.compare(a, b);
}
