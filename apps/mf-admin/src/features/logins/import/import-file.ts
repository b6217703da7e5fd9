import type { LoginImportDto } from '@tessera/api';
import type { ImportLine } from './import-lines';

/** The fields that a column may hold, as the server names them. */
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
 * The names in a file's header, read from the file itself: the server doesn't repeat them where it knows none, since the
 * first row may hold data. What separates them the server says.
 */
export function columnNames(csv: string, separator: LoginImportDto['separator']): string[] {
  const names: string[] = [];
  let name = '';
  let isQuoted = false;
  for (const char of csv) {
    if (char === '"') {
      isQuoted = !isQuoted;
      // A second quote inside quotes is a quote; it opens them again.
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

/** The rows that an import left out, as CSV. A `'` keeps a spreadsheet from reading a cell as a formula. */
export function skippedCsv(header: readonly string[], lines: readonly ImportLine[]): string {
  const cell = (value: string) => `"${value.replace(/^(?=[=+\-@\t\r])/, "'").replaceAll('"', '""')}"`;
  const rows = lines.map(({ row, email, fields, reason }) => [
    String(row),
    email ?? '',
    fields.join(', '),
    reason ?? '',
  ]);
  return [header, ...rows].map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
}
