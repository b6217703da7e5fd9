import type { LoginImportDto } from '@tessera/api';
import type { ImportLine } from './import-lines';

/** The fields that a column can contain, as the API names them. */
export const importFields = [
  'email',
  'name',
  'user',
  'supporter_id',
  'status',
  'status_msg',
  'age',
  'members',
  'seats_to_set',
  'amount_to_buy',
  'credits',
  'basket',
  'user_agent',
  'password',
  'card',
  'proxy',
  'address',
  'home_phone',
  'mobile_phone',
] as const;

/**
 * Reads the column names from the first row. The server doesn't repeat names that it doesn't know, because the first row
 * may contain data. It detects the separator.
 */
export function readColumnNames(csv: string, separator: LoginImportDto['separator']): string[] {
  const names: string[] = [];
  let name = '';
  let isQuoted = false;
  for (const char of csv) {
    if (char === '"') {
      isQuoted = !isQuoted;
      // A doubled quote inside quotes is a literal quote.
      if (isQuoted && name !== '') name += char;
    } else if (isQuoted || !(char === separator || char === '\n' || char === '\r')) name += char;
    else {
      names.push(name.trim());
      name = '';
      if (char !== separator) return names;
    }
  }
  return [...names, name.trim()];
}

/** Formats the skipped rows as CSV. A leading `'` prevents spreadsheets from evaluating a cell as a formula. */
export function formatSkippedRows(header: readonly string[], lines: readonly ImportLine[]): string {
  const cell = (value: string) => `"${value.replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`;
  const rows = lines.map(({ row, email, fields, reason }) => [
    String(row),
    email ?? '',
    fields.join(', '),
    reason ?? '',
  ]);
  return [header, ...rows].map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
}
