import { currentLocale } from './catalogue';

/** Returns a comparison by the collation of the current language. */
function createComparison(options: Intl.CollatorOptions): (a: string, b: string) => number {
  const collators = new Map<string, Intl.Collator>();
  return (a, b) => {
    const locale = currentLocale();
    const collator = collators.get(locale) ?? new Intl.Collator(locale, options);
    collators.set(locale, collator);
    return collator.compare(a, b);
  };
}

/**
 * Sorts names as readers of the current language expect it: `Ä` beside `A`, whichever case. Digits are compared one by one, as
 * in the server's lists, so that a list has one order whether the page or the server sorts it.
 */
export const compareTexts = createComparison({});

/** Sorts the labels of areas, rows and seats: numbers inside a label by their value, as in the server's seat map. */
export const compareLabels = createComparison({ numeric: true });
