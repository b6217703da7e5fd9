/** A price level's label from the site, else its key. */
export const levelLabel = (key: string, label: unknown): string =>
  typeof label === 'string' && label !== '' ? label : key;

/** The labels of several price levels. */
export const levelLabels = (levels: Readonly<Record<string, unknown>> | null): string[] =>
  Object.entries(levels ?? {}).map(([key, label]) => levelLabel(key, label));
