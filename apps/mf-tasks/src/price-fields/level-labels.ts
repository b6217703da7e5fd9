/** A price level in words: as the site calls it, else its key. */
export const levelLabel = (key: string, label: unknown): string =>
  typeof label === 'string' && label !== '' ? label : key;

/** Several price levels in words, by their keys. */
export const levelLabels = (levels: Readonly<Record<string, unknown>> | null): string[] =>
  Object.entries(levels ?? {}).map(([key, label]) => levelLabel(key, label));
