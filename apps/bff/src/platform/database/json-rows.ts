import type { CustomTypesConfig, FieldDef } from 'pg';
import { types } from 'pg';

/** Rows that are JSON already, a whole array in UTF-8: Postgres' own texts, written straight into it. */
export type JsonRows = { bytes: Buffer; length: number };

/** Type parsers that leave a value as Postgres wrote it, for `JsonRows`. */
export const asWritten: CustomTypesConfig = { getTypeParser: () => (text: string) => text };

type Write = (text: string) => string;

/** The cells of one row in the order of the columns, as Postgres wrote them. */
export type Cells = (string | null)[];

/** A quote, a backslash, or anything below a space: what JSON escapes. */
const ESCAPED = /["\\]|[^ -\uffff]/;
const quoted: Write = (text) => (ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`);

/** `2026-11-20 23:26:28.12+00` as ISO 8601 with milliseconds, as JSON has a Date. */
const instant: Write = (text) => {
  if (!text.endsWith('+00') || text.length < 22) return JSON.stringify(new Date(text));
  const fraction = text.slice(20, -3).slice(0, 3).padEnd(3, '0');
  return `"${text.slice(0, 10)}T${text.slice(11, 19)}.${text[19] === '.' ? fraction : '000'}Z"`;
};

const number: Write = (text) => (Number.isFinite(Number(text)) ? text : 'null');
const same: Write = (text) => text;

const { builtins } = types;
const writers = new Map<number, Write>([
  [builtins.BOOL, (text) => (text === 't' ? 'true' : 'false')],
  [builtins.INT2, same],
  [builtins.INT4, same],
  [builtins.INT8, same],
  [builtins.FLOAT4, number],
  [builtins.FLOAT8, number],
  [builtins.NUMERIC, number],
  [builtins.JSON, same],
  [builtins.JSONB, same],
  [builtins.TIMESTAMPTZ, instant],
  [builtins.TEXT, quoted],
  [builtins.VARCHAR, quoted],
  [builtins.UUID, (text) => `"${text}"`],
]);

/** Any other type as pg reads it. */
const parsed =
  (type: number): Write =>
  (text) =>
    JSON.stringify(types.getTypeParser(type)(text));

/** Writes one row: the cells' members, `{…}`. */
export type WriteRow = (cells: Cells) => string;

/** A column that holds several fields: which, and how those that are wanted are written, `"name":value,…`. */
export type Composite = {
  fields: readonly string[];
  write: (text: string | null, wanted: readonly string[]) => string;
};

/**
 * Compiles what writes a statement's rows as JSON: every column, or the fields that are `wanted`. A column named in
 * `composites` holds several fields.
 */
export function rowWriter(
  fields: readonly Pick<FieldDef, 'name' | 'dataTypeID'>[],
  composites: Readonly<Record<string, Composite>> = {},
  wanted: readonly string[] | null = null,
): WriteRow {
  const isWanted = (name: string) => wanted?.includes(name) ?? true;
  const columns = fields
    .map(({ name, dataTypeID }, index) => {
      const composite = composites[name];
      return { name, dataTypeID, index, composite, parts: (composite?.fields ?? [name]).filter(isWanted) };
    })
    .filter(({ parts }) => parts.length > 0);
  const members = columns.map(({ name, dataTypeID, index, composite, parts }, place): WriteRow => {
    const before = place === 0 ? '{' : ',';
    if (composite) return (cells) => before + composite.write(cells[index] ?? null, parts);
    const key = `${before}${JSON.stringify(name)}:`;
    const nothing = `${key}null`;
    const write = writers.get(dataTypeID) ?? parsed(dataTypeID);
    return (cells) => {
      const cell = cells[index];
      return cell === null || cell === undefined ? nothing : key + write(cell);
    };
  });
  return (cells) => {
    let text = '';
    for (const member of members) text += member(cells);
    return `${text}}`;
  };
}

/** Gathers rows as they come, so that no cell of theirs has to be kept. */
export class JsonArray {
  private bytes: Buffer;
  private used = 0;
  private count = 0;

  /** `likely`: bytes that it will probably need; with fewer it is copied as it grows. */
  constructor(likely = 64 * 1024) {
    this.bytes = Buffer.allocUnsafe(likely);
  }

  add(row: string): void {
    const most = this.used + row.length * 3 + 2;
    if (most > this.bytes.length) this.grow(most);
    this.bytes[this.used++] = this.count === 0 ? OPEN : COMMA;
    this.used += this.bytes.write(row, this.used);
    this.count += 1;
  }

  /** All rows so far. */
  end(): JsonRows {
    if (this.count === 0) return { bytes: Buffer.from('[]'), length: 0 };
    this.bytes[this.used++] = CLOSE;
    return { bytes: this.bytes.subarray(0, this.used), length: this.count };
  }

  private grow(least: number): void {
    const larger = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, least));
    this.bytes.copy(larger, 0, 0, this.used);
    this.bytes = larger;
  }
}

const [OPEN = 0, COMMA = 0, CLOSE = 0] = Buffer.from('[,]');
