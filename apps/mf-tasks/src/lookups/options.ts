import type { Option } from '@tessera/ui/forms';
import type { TasksTexts } from '../texts';

/**
 * Rows as options of a select. The current value is included while the rows are loading, and when it is no longer among
 * them.
 */
export function optionsOf<Row extends { id: number }>(
  t: TasksTexts,
  rows: readonly Row[] | undefined,
  current: number | null,
  label: (row: Row) => string,
): Option[] {
  const options = choicesOf(rows, label);
  if (current === null || options.some(({ value }) => value === String(current))) return options;
  return [
    { value: String(current), label: rows ? t('words.numbered', { id: current }) : t('words.loading') },
    ...options,
  ];
}

/** Rows as options of a filter; none until they are loaded. */
export const choicesOf = <Row extends { id: number }>(
  rows: readonly Row[] | undefined,
  label: (row: Row) => string,
): Option[] => (rows ?? []).map((row) => ({ value: String(row.id), label: label(row) }));

/** A site's display name. */
export const siteName = ({ name, display_name }: { name: string; display_name: string }): string =>
  display_name || name;

/** A row's name. */
export const nameOf = ({ name }: { name: string }): string => name;

/** What the logins of a site are called in a select: by name, and those that share a name by e-mail as well. */
export function loginLabels(
  logins: readonly { id: number; name: string; email: string }[],
): ReadonlyMap<number, string> {
  const byName = Map.groupBy(logins, nameOf);
  return new Map(
    logins.map(({ id, name, email }) => [
      id,
      (byName.get(name)?.length ?? 0) > 1 ? `${name} (${email})` : name,
    ]),
  );
}
