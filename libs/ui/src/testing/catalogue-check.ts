/** Texts by name, as deep as a catalogue groups them. */
interface Texts {
  [name: string]: string | Texts;
}

const flattenTexts = (texts: Texts, before = ''): [string, string][] =>
  Object.entries(texts).flatMap(([name, text]): [string, string][] =>
    typeof text === 'string' ? [[before + name, text]] : flattenTexts(text, `${before}${name}.`),
  );

const placeholder = /{{([^}]+)}}/g;
/** Leaves out a placeholder's format (`{{count, number}}`), which may differ between languages. */
const listPlaceholders = (text: string): string =>
  [...text.matchAll(placeholder)]
    .map(([, named = '']) => named.split(',')[0])
    .sort()
    .join();

/** Lists each text of a catalogue with its placeholders, `cart.removeSeat {seat}`; a complete translation has the same list. */
export const listTextPlaceholders = (texts: Texts): string[] =>
  flattenTexts(texts)
    .map(([name, text]) => `${name} {${listPlaceholders(text)}}`)
    .sort();

const collectTexts = (root: ParentNode): string[] => {
  const found: string[] = [];
  for (const element of root.querySelectorAll('*')) {
    const textNodes = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
    found.push(...textNodes.map(({ textContent }) => textContent ?? ''));
    // A text with elements in its placeholders is complete only in the element around them.
    if (textNodes.length > 0) found.push(element.textContent);
    for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
      found.push(element.getAttribute(name) ?? '');
  }
  return found.map((text) => text.trim()).filter(Boolean);
};

/** A text of placeholders alone needs no translation. */
const hasWords = (text: string): boolean => /\p{L}/u.test(text.replaceAll(placeholder, ''));

const asPattern = (text: string): RegExp =>
  new RegExp(
    `^${text
      .split(placeholder)
      .map((part, i) => (i % 2 === 1 ? '.+' : part.replaceAll(/[.*+?^$(){}|[\]\\]/g, '\\$&')))
      .join('')}$`,
  );

/**
 * Finds the texts of a page that are in the English catalogue and not in the translation.
 *
 * @param elsewhere texts to ignore: those of shared components and of the test itself
 */
export function findUntranslatedTexts(
  root: ParentNode,
  english: Texts,
  translation: Texts,
  elsewhere: readonly string[] = [],
): string[] {
  const translated = new Set(flattenTexts(translation).map(([, text]) => text));
  const patterns = flattenTexts(english)
    .map(([, text]) => text)
    .filter((text) => hasWords(text) && !translated.has(text) && !elsewhere.includes(text))
    .map(asPattern);
  const shown = [...new Set(collectTexts(root))].filter((text) => !elsewhere.includes(text));
  return shown.filter((text) => patterns.some((pattern) => pattern.test(text)));
}
