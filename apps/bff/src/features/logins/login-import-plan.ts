import type { Tx } from '../../platform/database/transactions';
import { lockFound } from '../../platform/database/select';
import { loginSecrets } from './login.entity';
import type { ImportRow, ImportFile } from './login-import-file';
import {
  type ImportOutcome,
  type RowError,
  type ImportRowResult,
  type LoginImportDto,
  MAX_SHOWN_ROWS,
} from './login-import.dto';
import type { LoginDto } from './logins.dto';
import { readLogin } from './logins.queries';

type Place = { site_id: number; realm_id: number };
type Known = Awaited<ReturnType<typeof readLogin>>;

/** A row with what it does; `login` is the one that it changes. */
export type PlannedRow = ImportRow & { login: Known | null; fields: string[] };

/** The site's logins by the e-mails of a file, in lower case. */
export async function loginsByEmail(
  tx: Tx,
  { site_id, realm_id }: Place,
  rows: readonly ImportRow[],
): Promise<ReadonlyMap<string, number[]>> {
  const found = await tx.query<{ email: string; ids: number[] }>(
    `SELECT lower(email) AS email, array_agg(id ORDER BY id) AS ids FROM logins
     WHERE site_id = $1 AND realm_id = $2 AND deleted_at IS NULL AND lower(email) = ANY ($3::text[]) GROUP BY 1`,
    [site_id, realm_id, rows.map(emailOf)],
  );
  return new Map(found.map(({ email, ids }) => [email, ids]));
}

/** Rows whose e-mail is taken: the same file twice must not double a realm's logins. */
export const takenEmails = (
  known: ReadonlyMap<string, readonly number[]>,
  rows: readonly ImportRow[],
  update: boolean,
): RowError[] =>
  rows.flatMap((line) => {
    const count = known.get(emailOf(line))?.length ?? 0;
    if (count === 0 || (update && count === 1)) return [];
    const words = update
      ? {
          message: `email is that of ${count} logins of this site`,
          code: 'TAKEN_BY_SEVERAL' as const,
          params: { count },
        }
      : { message: 'email is a login of this site already', code: 'TAKEN' as const };
    return [{ row: line.row, field: 'email', ...words }];
  });

/** What the rows without an error do; logins that they change are locked. */
export async function planRows(
  tx: Tx,
  known: ReadonlyMap<string, readonly number[]>,
  rows: readonly ImportRow[],
): Promise<PlannedRow[]> {
  const planned: PlannedRow[] = [];
  for (const line of rows) {
    const [id] = known.get(emailOf(line)) ?? [];
    const login = id === undefined ? null : await lockFound(tx, 'logins', id, readLogin);
    planned.push({
      ...line,
      login,
      fields: login ? changedFields(line, login.answer) : Object.keys(line.input),
    });
  }
  return planned;
}

/** What each row of the file does; at most `MAX_SHOWN_ROWS`, in order, those with an error before the others. */
export function resultsOf(
  { errors, emails }: Pick<ImportFile, 'errors' | 'emails'>,
  planned: readonly PlannedRow[],
): Pick<LoginImportDto, 'counts' | 'results'> {
  const faulty = [...new Set(errors.map(({ row }) => row))]
    .filter((row) => row > 1)
    .map((row): ImportRowResult => ({ row, email: emails.get(row) ?? null, outcome: 'faulty', fields: [] }));
  const fine = planned.map(({ row, input, login, fields }): ImportRowResult => ({
    row,
    email: input.email,
    outcome: login === null ? 'new' : fields.length > 0 ? 'changed' : 'unchanged',
    fields,
  }));
  const count = (kind: ImportOutcome) => fine.filter(({ outcome }) => outcome === kind).length;
  return {
    counts: {
      new: count('new'),
      changed: count('changed'),
      unchanged: count('unchanged'),
      faulty: faulty.length,
    },
    results: [...faulty, ...fine].slice(0, MAX_SHOWN_ROWS).sort((one, other) => one.row - other.row),
  };
}

const emailOf = ({ input }: ImportRow) => input.email.toLowerCase();

/** A secret counts as changed whatever it is: to say that it is the same would tell what is stored. */
const changedFields = ({ input }: ImportRow, login: LoginDto): string[] =>
  Object.entries(input)
    .filter(
      ([name, value]) =>
        (loginSecrets as readonly string[]).includes(name) || login[name as keyof LoginDto] !== value,
    )
    .map(([name]) => name);
