/** A price level in words: as the site calls it, else its key. */
export const levelWord = (key: string, label: unknown): string =>
  typeof label === 'string' && label !== '' ? label : key;

/** Several price levels in words, by their keys. */
export const levelWords = (levels: Readonly<Record<string, unknown>> | null): string[] =>
  Object.entries(levels ?? {}).map(([key, label]) => levelWord(key, label));
