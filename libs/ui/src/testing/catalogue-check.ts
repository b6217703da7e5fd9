/** Texts by name, as deep as a catalogue groups them. */
interface Texts {
  [name: string]: string | Texts;
}

const flat = (texts: Texts, before = ''): [string, string][] =>
  Object.entries(texts).flatMap(([name, text]): [string, string][] =>
    typeof text === 'string' ? [[before + name, text]] : flat(text, `${before}${name}.`),
  );

const place = /{{([^}]+)}}/g;
/** How a place is written (`{{count, number}}`) is each language's own. */
const placesOf = (text: string): string =>
  [...text.matchAll(place)]
    .map(([, named = '']) => named.split(',')[0])
    .sort()
    .join();

/** Each text of a catalogue with its places, `cart.removeSeat {seat}`: a whole translation has the same. */
export const listTextPlaceholders = (texts: Texts): string[] =>
  flat(texts)
    .map(([name, text]) => `${name} {${placesOf(text)}}`)
    .sort();

const saidIn = (root: ParentNode): string[] => {
  const said: string[] = [];
  for (const element of root.querySelectorAll('*')) {
    const texts = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
    said.push(...texts.map(({ textContent }) => textContent ?? ''));
    // A text with elements in its places is whole in its element alone.
    if (texts.length > 0) said.push(element.textContent ?? '');
    for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
      said.push(element.getAttribute(name) ?? '');
  }
  return said.map((text) => text.trim()).filter(Boolean);
};

/** Places alone say nothing of their own. */
const hasWords = (text: string): boolean => /\p{L}/u.test(text.replaceAll(place, ''));

const asPattern = (text: string): RegExp =>
  new RegExp(
    `^${text
      .split(place)
      .map((part, i) => (i % 2 === 1 ? '.+' : part.replaceAll(/[.*+?^$(){}|[\]\\]/g, '\\$&')))
      .join('')}$`,
  );

/**
 * What a page says that stands in the English catalogue and not in the translation, once each: nothing when the page
 * is translated. `elsewhere` is what shared parts say of their own accord, and texts that they say too.
 */
export function findUntranslatedTexts(
  root: ParentNode,
  english: Texts,
  translation: Texts,
  elsewhere: readonly string[] = [],
): string[] {
  // prettier-ignore
  const translated = new Set(flat(translation).map(([, text]) => text));
  const patterns = flat(english)
    .map(([, text]) => text)
    .filter((text) => hasWords(text) && !translated.has(text) && !elsewhere.includes(text))
    .map(asPattern);
  const said = [...new Set(saidIn(root))].filter((text) => !elsewhere.includes(text));
  return said.filter((text) => patterns.some((pattern) => pattern.test(text)));
}
