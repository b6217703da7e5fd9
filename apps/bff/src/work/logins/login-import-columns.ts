import { cutText } from '@tessera/domain';
import { invalid } from '../../platform/errors/api-error';
import type { FieldErrorRule } from '../../platform/errors/field-error-codes';
import { fieldsOf } from '../../platform/http/field-registry';
import { isRecord, wireName } from '../../platform/http/parse-input';
import type { ImportColumn, RowError } from './login-import.dto';
import { LoginImportRow } from './logins.dto';

/** Which field of a login each column of a file holds. */
export type ImportColumns = { columns: ImportColumn[]; errors: RowError[] };

/** Most columns of a file. */
const MAX_COLUMNS = 100;
const MAX_NAME_LENGTH = 100;

/** The caller's assignment of columns, by their names in the header, to fields; null ignores a column. */
export type Mapping = ReadonlyMap<string, string | null>;

/** Parses `columns` of the query. @throws 400 when it isn't a JSON object or names a field that can't be imported */
export function readMapping(text: string | undefined): Mapping {
  if (text === undefined) return new Map();
  const fail = (message: string) =>
    invalid([{ field: 'columns', message: `columns ${message}`, code: 'INVALID' }]);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw fail('must be a JSON object');
  }
  if (!isRecord(value)) throw fail('must be a JSON object');
  return new Map(
    Object.entries(value).map(([name, field]) => {
      if (field === null) return [name, null];
      const known = typeof field === 'string' ? wireName(LoginImportRow, field) : undefined;
      if (!known) throw fail(`must give each column one of ${importableFields().join(', ')}, or null`);
      return [name, known];
    }),
  );
}

/** Titles of columns in this console and in people's own files, beside the names of the fields; in English and German. */
// cspell:disable
const titles: Readonly<Record<string, readonly string[]>> = {
  email: ['E-mail address', 'E-Mail-Adresse', 'Mail'],
  user: ['User name', 'Nutzername', 'Benutzername'],
  supporter_id: ['Supporter number', 'Fannummer'],
  status_msg: ['Status message', 'Meldung'],
  age: ['Alter'],
  members: ['Mitglieder'],
  seats_to_set: ['Einzustellende Plätze'],
  amount_to_buy: ['To buy', 'Zu kaufende Anzahl', 'Zu kaufen'],
  credits: ['Guthaben'],
  basket: ['Warenkorb'],
  password: ['Passwort'],
  card: ['Payment token', 'Zahlungstoken'],
  address: ['Adresse'],
  home_phone: ['Telefon privat'],
  mobile_phone: ['Mobile', 'Mobiltelefon'],
};
// cspell:enable

const plain = (title: string): string =>
  title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
const fieldByTitle = new Map(
  Object.entries(titles).flatMap(([field, known]) => known.map((title) => [plain(title), field] as const)),
);

/** The field that a column's title names, in whatever spelling: `supporter_id`, `Supporter ID`, `E-Mail`. */
export function fieldOfTitle(title: string): string | undefined {
  const key = plain(title);
  if (key === '') return undefined;
  return fieldByTitle.get(key) ?? importableFields().find((field) => plain(field) === key);
}

/** The fields of a login that a file may set; the required one is first. */
export const importableFields = (): string[] => [...new Set(['email', ...fieldsOf(LoginImportRow).keys()])];

/**
 * Assigns the columns of a header to fields: by the caller's mapping, else by name. Column names are returned only if at
 * least one is a field's name, because the first row of a file without a header may contain secrets.
 */
export function assignColumns(header: readonly string[], mapping: Mapping): ImportColumns {
  const errors: RowError[] = [];
  const fail = (field: string, message: string, words: FieldErrorRule) =>
    errors.push({ row: 1, field, message, ...words });
  if (header.length > MAX_COLUMNS) {
    fail('file', `The file has ${header.length} columns and may have ${MAX_COLUMNS}`, {
      code: 'TOO_MANY_COLUMNS',
      params: { max: MAX_COLUMNS },
    });
    return { columns: [], errors };
  }
  const names = header.map((name) => name.trim());
  for (const name of mapping.keys())
    if (!names.includes(name))
      fail('columns', `The file has no column ${JSON.stringify(shown(name))}`, {
        code: 'NO_SUCH_COLUMN',
        params: { name: shown(name) },
      });
  const fields = names.map((name) => (mapping.has(name) ? (mapping.get(name) ?? null) : fieldOfTitle(name)));
  const isHeader = fields.some((field) => field !== undefined);
  const columns = names.map((name, index): ImportColumn => ({
    position: index + 1,
    name: isHeader ? shown(name) : null,
    field: fields[index] ?? null,
    ignored: fields[index] === null,
  }));
  for (const { position, name, field, ignored } of columns) {
    if (field !== null || ignored) continue;
    const title = name === null ? '' : ` ${JSON.stringify(name)}`;
    fail(
      `column ${position}`,
      `Column ${position}${title} is not a field that can be imported: assign it one, or ignore it`,
      { code: 'UNASSIGNED_COLUMN', params: { column: name || position } },
    );
  }
  if (!fields.includes('email')) fail('email', 'The header has no email column', { code: 'NO_EMAIL_COLUMN' });
  const repeated = fields.filter((field, index) => field && fields.indexOf(field) < index);
  for (const field of new Set(repeated))
    fail('file', `The header names ${field} twice`, { code: 'FIELD_TWICE', params: { name: field ?? '' } });
  return { columns, errors };
}

const shown = (name: string): string => cutText(name, MAX_NAME_LENGTH);
