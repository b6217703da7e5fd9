import { type FieldError, invalid, Problem } from '../../platform/errors/problem';
import { parseCsv, separatorOf, withoutGuard } from '../../platform/http/csv';
import { fieldsOf } from '../../platform/http/field-registry';
import { readQuery, wireName } from '../../platform/http/read-fields';
import { checkBody } from '../../platform/http/validation.pipe';
import { loginSecrets } from './login.entity';
import { type ImportRowError, MAX_IMPORT_ROWS } from './login-import.dto';
import { LoginImportRow } from './logins.dto';

/** A row that can be read; `row` as a spreadsheet counts. */
export type ImportRow = { row: number; input: LoginImportRow };

export type ImportFile = {
  rows: ImportRow[];
  errors: ImportRowError[];
  count: number;
  /** E-mails by row, those of faulty rows too where the e-mail itself is none of the faults. */
  emails: Map<number, string>;
};

/** Reads and checks a file. What is wrong with it as a whole is 400; messages never repeat what a cell holds. */
export async function readImport(csv: unknown): Promise<ImportFile> {
  if (typeof csv !== 'string') throw whole('The body must be CSV, sent as text/csv');
  const records = parseCsv(csv, separatorOf(csv));
  if (!records) throw whole('The file is not CSV: a quote is left open or stands inside a cell');
  const [header = [], ...rest] = records;
  const columns = columnsOf(header);
  const lines = rest
    .map((cells, index) => ({ cells, row: index + 2 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (lines.length === 0) throw whole('The file has no rows');
  if (lines.length > MAX_IMPORT_ROWS) throw whole(`The file may have ${MAX_IMPORT_ROWS} rows`);
  const file: ImportFile = { rows: [], errors: [], count: lines.length, emails: new Map() };
  for (const { cells, row } of lines) {
    if (cells.length > columns.length) {
      file.errors.push({ row, field: 'row', message: 'The row has more cells than the header' });
      continue;
    }
    const { input, email, errors } = await readRow(columns, cells);
    if (email !== undefined) file.emails.set(row, email);
    if (input) file.rows.push({ row, input });
    file.errors.push(...errors.map(({ field, message }) => ({ row, field, message })));
  }
  file.errors.push(...repeatedEmails(file.rows));
  return file;
}

const whole = (message: string) => invalid([{ field: 'file', message }]);

/** The columns by their wire names. Their place alone is named: a file without a header may hold secrets here. */
function columnsOf(header: readonly string[]): string[] {
  const known = fieldsOf(LoginImportRow);
  const columns = header.map((name) => wireName(LoginImportRow, name.trim()) ?? '');
  const unknown = columns.flatMap((name, index) => (known.has(name) ? [] : [index + 1]));
  const details: FieldError[] = [
    ...unknown.map((place) => ({
      field: `column ${place}`,
      message: `Column ${place} of the header is not a field that can be imported: ${[...known.keys()].join(', ')}`,
    })),
    ...(columns.includes('email') ? [] : [{ field: 'email', message: 'The header has no email column' }]),
    ...(new Set(columns).size === columns.length
      ? []
      : [{ field: 'file', message: 'The header names a column twice' }]),
  ];
  if (details.length > 0) throw invalid(details);
  return columns;
}

/** One row's cells as a login; an empty cell is a field left out. */
async function readRow(
  columns: readonly string[],
  cells: readonly string[],
): Promise<{ input?: LoginImportRow; email?: string; errors: FieldError[] }> {
  const secret = (column: string) => (loginSecrets as readonly string[]).includes(column);
  const given = columns.flatMap((column, index) => {
    const cell = cells[index] ?? '';
    return cell.trim() === '' ? [] : [[column, secret(column) ? cell : withoutGuard(cell)]];
  });
  try {
    const body = readQuery(LoginImportRow, Object.fromEntries(given));
    const input = await checkBody(LoginImportRow, body);
    return { input, email: input.email, errors: [] };
  } catch (error) {
    const errors = detailsOf(error);
    const email = cells[columns.indexOf('email')]?.trim();
    return { errors, ...(email && errors.every(({ field }) => field !== 'email') && { email }) };
  }
}

/** What a refusal says of the fields; any other error goes on its way. */
export function detailsOf(error: unknown): FieldError[] {
  if (error instanceof Problem && error.details) return error.details;
  throw error;
}

function repeatedEmails(rows: readonly ImportRow[]): ImportRowError[] {
  const first = new Map<string, number>();
  return rows.flatMap(({ row, input }) => {
    const email = input.email.toLowerCase();
    const before = first.get(email);
    if (before === undefined) first.set(email, row);
    return before === undefined
      ? []
      : [{ row, field: 'email', message: `email stands in row ${before} already` }];
  });
}
