import type { Option } from '@tessera/ui';

/**
 * Rows as options of a select. The present value stands among them even while they are being read, or when it is none
 * of them any more.
 */
export function optionsOf<Row extends { id: number }>(
  rows: readonly Row[] | undefined,
  current: number | null,
  label: (row: Row) => string,
): Option[] {
  const known = (rows ?? []).map((row) => ({ value: String(row.id), label: label(row) }));
  if (current === null || known.some(({ value }) => value === String(current))) return known;
  return [{ value: String(current), label: rows ? `No. ${current}` : 'Loading' }, ...known];
}

/** A site as people know it. */
export const siteName = ({ name, display_name }: { name: string; display_name: string }): string =>
  display_name || name;
