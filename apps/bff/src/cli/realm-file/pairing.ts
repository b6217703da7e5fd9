/** A text as names are compared: composed, trimmed, in lower case. */
export const fold = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

/** A text by which an entry of the file and a row are recognized as the same; null: not by this one. */
export type Keys<Entry, Row> = readonly [(entry: Entry) => string | null, (row: Row) => string | null];

/**
 * Finds the row of each entry: by the first keys, then by the next ones among what is left. Of several with one key the
 * first entry gets the first row.
 */
export function pair<Entry, Row>(
  entries: readonly Entry[],
  rows: readonly Row[],
  passes: readonly Keys<Entry, Row>[],
): Map<Entry, Row> {
  const pairs = new Map<Entry, Row>();
  const free = new Set(rows);
  for (const [keyOfEntry, keyOfRow] of passes) {
    const byKey = new Map<string, Row[]>();
    for (const row of free) {
      const key = keyOfRow(row);
      if (key !== null) byKey.set(key, [...(byKey.get(key) ?? []), row]);
    }
    for (const entry of entries) {
      const key = pairs.has(entry) ? null : keyOfEntry(entry);
      const row = key === null ? undefined : byKey.get(key)?.shift();
      if (!row) continue;
      pairs.set(entry, row);
      free.delete(row);
    }
  }
  return pairs;
}

/** A field that a plan changes. */
export type FieldChange = { field: string; from: unknown; to: unknown };

/** JSON with sorted keys, so that equal values have equal texts. */
export const stable = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

/** The fields of `to` that have another value in `from`; what `to` leaves out is no change. */
export function differences(from: object, to: object): FieldChange[] {
  const before = from as Record<string, unknown>;
  return Object.entries(to)
    .filter(([field, value]) => value !== undefined && stable(before[field]) !== stable(value))
    .map(([field, value]) => ({ field, from: before[field], to: value as unknown }));
}
