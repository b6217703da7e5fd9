import { loginSecrets } from './login.entity';
import {
  type ImportOutcome,
  type ImportRowResult,
  type LoginImportDto,
  MAX_SHOWN_ROWS,
  type RowError,
} from './login-import.dto';
import type { ImportFile, ImportRow } from './login-import-file';
import type { LoginDto } from './logins.dto';
import type { FoundLogin } from './logins.repository';

/** A row of the file with the login that it changes, or null for a new one, and the fields that it sets. */
export type PlannedRow = ImportRow & { login: FoundLogin | null; fields: string[] };

/** Errors of rows whose e-mail already has a login, so that importing a file twice doesn't duplicate logins. */
export const takenEmails = (
  known: ReadonlyMap<string, readonly number[]>,
  rows: readonly ImportRow[],
  update: boolean,
): RowError[] =>
  rows.flatMap((row) => {
    const count = known.get(row.input.email)?.length ?? 0;
    if (count === 0 || (update && count === 1)) return [];
    const problem = update
      ? {
          message: `email belongs to ${count} logins of this site`,
          code: 'TAKEN_BY_SEVERAL' as const,
          params: { count },
        }
      : { message: 'email already has a login at this site', code: 'TAKEN' as const };
    return [{ row: row.row, field: 'email', ...problem }];
  });

/** Plans what a row does: inserts a login, or changes the fields that differ. */
export const planRow = (row: ImportRow, login: FoundLogin | null): PlannedRow => ({
  ...row,
  login,
  fields: login ? changedFields(row, login.row) : Object.keys(row.input),
});

/** The outcome of each row: at most `MAX_SHOWN_ROWS`, in order; rows with an error take precedence. */
export function resultsOf(
  { errors, emails }: Pick<ImportFile, 'errors' | 'emails'>,
  planned: readonly PlannedRow[],
): Pick<LoginImportDto, 'counts' | 'results'> {
  const faulty = [...new Set(errors.map(({ row }) => row))]
    .filter((row) => row > 1)
    .map((row): ImportRowResult => ({ row, email: emails.get(row) ?? null, outcome: 'faulty', fields: [] }));
  const valid = planned.map(({ row, input, login, fields }): ImportRowResult => ({
    row,
    email: input.email,
    outcome: login === null ? 'new' : fields.length > 0 ? 'changed' : 'unchanged',
    fields,
  }));
  const count = (kind: ImportOutcome) => valid.filter(({ outcome }) => outcome === kind).length;
  return {
    counts: {
      new: count('new'),
      changed: count('changed'),
      unchanged: count('unchanged'),
      faulty: faulty.length,
    },
    results: [...faulty, ...valid].slice(0, MAX_SHOWN_ROWS).sort((one, other) => one.row - other.row),
  };
}

/** A secret always counts as changed: that it is the same would disclose what is stored. */
const changedFields = ({ input }: ImportRow, login: LoginDto): string[] =>
  Object.entries(input)
    .filter(
      ([name, value]) =>
        (loginSecrets as readonly string[]).includes(name) || login[name as keyof LoginDto] !== value,
    )
    .map(([name]) => name);
