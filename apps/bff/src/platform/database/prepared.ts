import { createHash } from 'node:crypto';
import { type FieldDef, type PoolClient, Query, type QueryArrayConfig, type QueryConfig } from 'pg';
import { asWritten, type Cells, JsonArray, type JsonRows, type WriteRow } from './json-rows';
import { dropRows, onQueryEnd } from './pg-internals';

/** Statements that each connection keeps planned at most; those beyond are planned at each call. */
const KEPT = 300;
const names = new Map<string, string>();

/** One statement of a read, its rows to come as arrays of Postgres' own texts. */
export type Statement = QueryArrayConfig;

/**
 * A statement by name, which Postgres plans once for each connection. Only for texts of a few shapes: what varies is a
 * parameter, and `worthIt` says whether this one is likely to come again.
 */
export function prepared(text: string, values: unknown[], worthIt = true): Statement {
  return { text, values, rowMode: 'array', types: asWritten, ...(worthIt && { name: nameOf(text) }) };
}

/** A statement by name as `prepared`, its rows to come as objects. */
export const repeated = (text: string, values: unknown[]): QueryConfig => ({
  text,
  values,
  name: nameOf(text),
});

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= KEPT) return known;
  const name = `t_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;
  names.set(text, name);
  return name;
}

/** A page written as its rows come: the first `keep`, whether there were more, and the last one written. */
export type WrittenPage = { rows: JsonRows; more: boolean; last: Cells | null; fields: readonly FieldDef[] };

/** Bytes to set aside for each named statement's page: what the last one took, and some more. */
const sizes = new Map<string, number>();

/** Sends a statement and writes its rows as JSON, each as it comes. */
export function writePage(
  client: Pick<PoolClient, 'query'>,
  statement: Statement,
  keep: number,
  writerOf: (fields: readonly FieldDef[]) => WriteRow,
): Promise<WrittenPage> {
  return new Promise((resolve, reject) => {
    const array = new JsonArray(sizes.get(statement.text));
    const page = { more: false, last: null as Cells | null, fields: [] as readonly FieldDef[] };
    let write: WriteRow | null = null;
    let left = keep;
    const query = new Query<never>(statement);
    query.on('row', (cells: Cells, result?: { fields: FieldDef[] }) => {
      dropRows(query);
      if (left === 0) {
        page.more = true;
        return;
      }
      left -= 1;
      if (!write) {
        page.fields = result?.fields ?? [];
        write = writerOf(page.fields);
      }
      page.last = cells;
      try {
        array.add(write(cells));
      } catch (error) {
        // Thrown here it would end in the connection's reader.
        reject(error as Error);
      }
    });
    onQueryEnd(query, (error) => {
      if (error) return reject(error);
      const rows = array.end();
      if (statement.name) sizes.set(statement.text, Math.ceil(rows.bytes.length * 1.2) + 8192);
      resolve({ ...page, rows });
    });
    client.query(query);
  });
}
