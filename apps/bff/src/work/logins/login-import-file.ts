import { ApiError, invalid } from '../../platform/errors/api-error';
import type { FieldError, FieldErrorRule } from '../../platform/errors/field-error-codes';
import { detectSeparator, readCsv, type Separator, separators, withoutGuard } from '../../platform/http/csv';
import { coerceQuery } from '../../platform/http/parse-input';
import { checkBody } from '../../platform/http/validation.pipe';
import { loginSecrets } from './login.entity';
import { MAX_IMPORT_ROWS, type RowError } from './login-import.dto';
import { assignColumns, fieldOfTitle, type ImportColumns, type Mapping } from './login-import-columns';
import { LoginImportRow } from './logins.dto';

/** A valid row; `row` is its number in a spreadsheet. */
export type ImportRow = { row: number; input: LoginImportRow };

export type ImportFile = {
  separator: Separator;
  columns: ImportColumns['columns'];
  rows: ImportRow[];
  /** An error of row 1 concerns the whole file, which then can't be imported. */
  errors: RowError[];
  count: number;
  /** E-mails by row, including invalid rows whose e-mail is valid. */
  emails: Map<number, string>;
};

type Line = { cells: string[]; row: number };

/** Parses and validates a file. Messages never contain a row's cells. @throws 400 when the file isn't CSV */
export function readImport(csv: unknown, mapping: Mapping): ImportFile {
  if (typeof csv !== 'string') throw fileError('The body must be CSV, sent as text/csv', { code: 'NOT_CSV' });
  const separator = separatorOf(csv, mapping);
  const { header, lines } = linesOf(csv, separator);
  const { columns, errors } = assignColumns(header, mapping);
  if (lines.length === 0 && errors.length === 0) throw fileError('The file has no rows', { code: 'NO_ROWS' });
  const file: ImportFile = {
    separator,
    columns,
    rows: [],
    errors: [...errors],
    count: lines.length,
    emails: new Map(),
  };
  const fields = columns.map(({ field }) => field);
  if (!fields.includes('email')) return file;
  for (const { cells, row } of lines) {
    if (cells.length > columns.length) {
      file.errors.push({
        row,
        field: 'row',
        message: 'The row has more cells than the header',
        code: 'TOO_MANY_CELLS',
      });
      continue;
    }
    const { input, email, errors: wrong } = readRow(fields, cells);
    if (email !== undefined) file.emails.set(row, email);
    if (input) file.rows.push({ row, input });
    file.errors.push(...wrong.map((error) => ({ row, ...error })));
  }
  file.errors.push(...repeatedEmails(file.rows));
  return file;
}

const fileError = (message: string, words: FieldErrorRule) => invalid([{ field: 'file', message, ...words }]);

/** The separator by which the header has most titles that are known; where it has none, the one that it has most of. */
function separatorOf(csv: string, mapping: Mapping): Separator {
  const known = (separator: Separator) =>
    headerOf(csv, separator).filter((name) => mapping.has(name.trim()) || fieldOfTitle(name)).length;
  const counts = separators.map((separator) => ({ separator, count: known(separator) }));
  const most = Math.max(...counts.map(({ count }) => count));
  const best = counts.filter(({ count }) => count === most);
  return best.length === 1 && best[0] ? best[0].separator : detectSeparator(csv);
}

/** The first record; empty when the text can't be read by this separator. */
function headerOf(csv: string, separator: Separator): string[] {
  const end = new Error('The first record is read');
  let header: string[] = [];
  try {
    readCsv(csv, separator, (cells) => {
      header = cells;
      throw end;
    });
  } catch (error) {
    if (error !== end) throw error;
  }
  return header;
}

/** The header and the rows that aren't empty. @throws 400 for too many rows */
function linesOf(csv: string, separator: Separator): { header: string[]; lines: Line[] } {
  const found: { header: string[]; lines: Line[] } = { header: [], lines: [] };
  let row = 0;
  const isCsv = readCsv(csv, separator, (cells) => {
    row += 1;
    if (row === 1) found.header = cells;
    else if (cells.some((cell) => cell.trim() !== '')) found.lines.push({ cells, row });
    if (found.lines.length > MAX_IMPORT_ROWS)
      throw fileError(`The file may have ${MAX_IMPORT_ROWS} rows`, {
        code: 'TOO_MANY_ROWS',
        params: { max: MAX_IMPORT_ROWS },
      });
  });
  if (!isCsv)
    throw fileError('The file is not CSV: a quote is unclosed or inside a cell', { code: 'NOT_CSV' });
  return found;
}

/** Parses a row's cells as a login; an empty cell leaves its field out. */
function readRow(
  fields: readonly (string | null)[],
  cells: readonly string[],
): { input?: LoginImportRow; email?: string; errors: FieldError[] } {
  const secret = (field: string) => (loginSecrets as readonly string[]).includes(field);
  const filled = fields.flatMap((field, index) => {
    const cell = cells[index] ?? '';
    return field === null || cell.trim() === '' ? [] : [[field, secret(field) ? cell : withoutGuard(cell)]];
  });
  try {
    const body = coerceQuery(LoginImportRow, Object.fromEntries(filled));
    const input = checkBody(LoginImportRow, body);
    return { input, email: input.email, errors: [] };
  } catch (error) {
    const errors = detailsOf(error);
    const email = cells[fields.indexOf('email')]?.trim();
    return { errors, ...(email && errors.every(({ field }) => field !== 'email') && { email }) };
  }
}

/** The field errors of a validation error; rethrows any other error. */
export function detailsOf(error: unknown): FieldError[] {
  if (error instanceof ApiError && error.details) return error.details;
  throw error;
}

function repeatedEmails(rows: readonly ImportRow[]): RowError[] {
  const first = new Map<string, number>();
  return rows.flatMap(({ row, input }) => {
    const before = first.get(input.email);
    if (before === undefined) first.set(input.email, row);
    return before === undefined
      ? []
      : [
          {
            row,
            field: 'email',
            message: `email is a duplicate of row ${before}`,
            code: 'REPEATED_IN_FILE',
            params: { row: before },
          },
        ];
  });
}
