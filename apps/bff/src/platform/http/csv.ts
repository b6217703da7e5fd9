import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { SecretMask } from '../sealing/secret-mask';
import { fieldsOf } from './field-registry';

/** Where spreadsheets may begin a cell: at the start, and after what separates cells in some country or setting. */
const CELL = String.raw`^|[;|\t\r\n]`;
/** What they take for a formula there: signs, also full-width, behind spaces, quotes and invisible characters. */
const FORMULA = String.raw`'*(?:[^\S\t\r\n]|["\p{Cf}])*[=+\-@＝＋－＠]`;
const UNGUARDED = new RegExp(String.raw`(${CELL})(?=${FORMULA})`, 'gu');
const GUARD = new RegExp(String.raw`(${CELL})'(?=${FORMULA})`, 'gu');

/** The columns that a DTO's rows have in CSV: its fields but for masked secrets, which hold nothing to export. */
export const csvColumns = (dto: { prototype: object }): string[] =>
  [...fieldsOf(dto)].filter(([, { items }]) => items !== SecretMask).map(([name]) => name);

/** Rows as CSV (RFC 4180), a header first. A `'` is put where a spreadsheet would begin a formula. */
export function toCsv(columns: readonly string[], rows: readonly object[]): string {
  const records = rows.map((row) => {
    const values = row as Record<string, unknown>;
    return columns.map((column) => cell(values[column]));
  });
  return stringify([columns.map(cell), ...records], { record_delimiter: '\r\n', quoted_match: /[;|\t\r\n]/ });
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return textOf(value).replace(UNGUARDED, "$1'");
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  const plain = (entry: unknown) => typeof entry === 'string' || typeof entry === 'number';
  return Array.isArray(value) && value.every(plain) ? value.join(',') : JSON.stringify(value);
}

/** A cell's text as it was before `toCsv` made it safe. */
export const withoutGuard = (text: string): string => text.replace(GUARD, '$1');

/** Between cells: a comma, or what spreadsheets write in countries whose decimals have one, or when rows are copied. */
export const separators = [',', ';', '\t'] as const;
export type Separator = (typeof separators)[number];

/** The separator that a text's first line has most of; a comma where there is none. */
export function detectSeparator(text: string): Separator {
  const [head = ''] = text.split(/[\r\n]/, 1);
  const count = (separator: string) => head.split(separator).length;
  return ([';', '\t'] as const).reduce<Separator>(
    (most, separator) => (count(separator) > count(most) ? separator : most),
    ',',
  );
}

/** Returns the records of a CSV text (RFC 4180, or lines that end in a line feed), or null when it is malformed. */
export function parseCsv(text: string, separator: Separator = ','): string[][] | null {
  const records: string[][] = [];
  return readCsv(text, separator, (record) => records.push(record)) ? records : null;
}

/** Calls `onRecord` with each record of a CSV text; it may throw to stop early. Returns whether the text is well-formed. */
export function readCsv(text: string, separator: Separator, onRecord: (record: string[]) => void): boolean {
  try {
    parse(text, {
      delimiter: separator,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      on_record: (record: string[]) => {
        onRecord(record);
        return null;
      },
    });
    return true;
  } catch (error) {
    if (error instanceof CsvError) return false;
    throw error;
  }
}
