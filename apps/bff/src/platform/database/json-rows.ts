import type { CustomTypesConfig, FieldDef } from 'pg';
import { types } from 'pg';

/** A JSON array of rows, encoded as UTF-8. */
export type JsonRows = { bytes: Buffer; length: number };

/** Type parsers that keep each value as the text that PostgreSQL sent. */
export const textValues: CustomTypesConfig = { getTypeParser: () => (text: string) => text };

/** A row's values as PostgreSQL's texts, in the order of the columns. */
export type TextRow = (string | null)[];

type WriteValue = (text: string) => string;

/** A quote, a backslash or a control character, which JSON escapes. */
const ESCAPED = /["\\]|[^ -\uffff]/;
const writeString: WriteValue = (text) => (ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`);

/** Writes `2026-11-20 23:26:28.12+00` as ISO 8601 with milliseconds, as JSON.stringify writes a Date. */
const writeInstant: WriteValue = (text) => {
  if (!text.endsWith('+00') || text.length < 22) return JSON.stringify(new Date(text));
  const fraction = text.slice(20, -3).slice(0, 3).padEnd(3, '0');
  return `"${text.slice(0, 10)}T${text.slice(11, 19)}.${text[19] === '.' ? fraction : '000'}Z"`;
};

/** JSON has no NaN and no infinity. */
const writeNumber: WriteValue = (text) => (Number.isFinite(Number(text)) ? text : 'null');
const writeUnchanged: WriteValue = (text) => text;

const { builtins } = types;
const writers = new Map<number, WriteValue>([
  [builtins.BOOL, (text) => (text === 't' ? 'true' : 'false')],
  [builtins.INT2, writeUnchanged],
  [builtins.INT4, writeUnchanged],
  [builtins.INT8, writeUnchanged],
  [builtins.FLOAT4, writeNumber],
  [builtins.FLOAT8, writeNumber],
  [builtins.NUMERIC, writeNumber],
  [builtins.JSON, writeUnchanged],
  [builtins.JSONB, writeUnchanged],
  [builtins.TIMESTAMPTZ, writeInstant],
  [builtins.TEXT, writeString],
  [builtins.VARCHAR, writeString],
  [builtins.UUID, (text) => `"${text}"`],
]);

/** pg's parser of a type. */
const parserOf: (type: number) => (text: string) => unknown = types.getTypeParser;

/** Writes any other type through pg's parser. */
const writeParsed =
  (type: number): WriteValue =>
  (text) =>
    JSON.stringify(parserOf(type)(text));

/** Writes one row as a JSON object. */
export type WriteRow = (row: TextRow) => string;

/** A column that holds several fields; `write` returns the requested ones as `"name":value,…`. */
export type Composite = {
  fields: readonly string[];
  write: (text: string | null, requested: readonly string[]) => string;
};

/**
 * Compiles a function that writes a statement's rows as JSON objects with every column, or only with the
 * `requested` fields. A column named in `composites` holds several fields.
 */
export function compileRowWriter(
  columns: readonly Pick<FieldDef, 'name' | 'dataTypeID'>[],
  composites: Readonly<Record<string, Composite>> = {},
  requested: readonly string[] | null = null,
): WriteRow {
  const isRequested = (name: string) => requested?.includes(name) ?? true;
  const written = columns
    .map(({ name, dataTypeID }, index) => {
      const composite = composites[name];
      const fields = (composite?.fields ?? [name]).filter(isRequested);
      return { name, dataTypeID, index, composite, fields };
    })
    .filter(({ fields }) => fields.length > 0);
  const members = written.map(({ name, dataTypeID, index, composite, fields }, position): WriteRow => {
    const before = position === 0 ? '{' : ',';
    if (composite) return (row) => before + composite.write(row[index] ?? null, fields);
    const key = `${before}${JSON.stringify(name)}:`;
    const nullMember = `${key}null`;
    const write = writers.get(dataTypeID) ?? writeParsed(dataTypeID);
    return (row) => {
      const text = row[index];
      return text === null || text === undefined ? nullMember : key + write(text);
    };
  });
  return (row) => {
    let text = '';
    for (const member of members) text += member(row);
    return `${text}}`;
  };
}

/** Writes rows as one JSON array. Appending is faster than joining, which copies each row's text once more. */
export function writeRows(rows: readonly TextRow[], write: WriteRow): JsonRows {
  let text = '';
  for (const row of rows) text += text === '' ? write(row) : `,${write(row)}`;
  return { bytes: Buffer.from(`[${text}]`), length: rows.length };
}
