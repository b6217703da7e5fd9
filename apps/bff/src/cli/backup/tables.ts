import { hash } from 'node:crypto';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { QUEUE_SCHEMA } from '../../platform/queue/install';

const MODULUS = 2 ** 48;
const NEWLINE = 10;

/**
 * Counts and checks rows in COPY's text format, a line each. The checksum doesn't depend on their order, which may be another one in a
 * restored table: it is the sum of parts of the rows' hashes. The driver learns the number of rows after the last of them, too
 * late for who reads them.
 */
export class RowChecksum {
  /** Rows so far. */
  rows = 0;
  private sum = 0;
  private rest: Buffer = Buffer.alloc(0);

  /** Adds a part of the text, which may begin and end within a row. */
  update(part: Buffer): void {
    const text = this.rest.length > 0 ? Buffer.concat([this.rest, part]) : part;
    let start = 0;
    for (let end = text.indexOf(NEWLINE); end >= 0; end = text.indexOf(NEWLINE, start)) {
      const row = hash('sha256', text.subarray(start, end), 'buffer');
      this.rows += 1;
      this.sum = (this.sum + row.readUIntBE(0, 6)) % MODULUS;
      start = end + 1;
    }
    this.rest = text.subarray(start);
  }

  /** The checksum of all rows so far. */
  get value(): string {
    return this.sum.toString(16);
  }
}

/** A table of the installation with the columns that hold data. */
export type Table = {
  schema: string;
  name: string;
  /** Its name in SQL, quoted where necessary. */
  sql: string;
  columns: string[];
};

/** A sequence in SQL, and what `setval` restores. */
export type Sequence = { sql: string; lastValue: string; isCalled: boolean };

const SCHEMAS = ['public', QUEUE_SCHEMA];

/** All tables whose rows are data, in the order of their names. A partitioned table counts as one. */
export async function listTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT n.nspname AS schema, c.relname AS name, format('%I.%I', n.nspname, c.relname) AS sql,
      (SELECT array_agg(quote_ident(a.attname) ORDER BY a.attnum) FROM pg_attribute a
       WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = ANY ($1) AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    ORDER BY n.nspname, c.relname`,
    [SCHEMAS],
  );
  return rows;
}

/** The state of all sequences. */
export async function listSequences(client: Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ sql: string }>(
    `SELECT format('%I.%I', schemaname, sequencename) AS sql FROM pg_sequences WHERE schemaname = ANY ($1) ORDER BY 1`,
    [SCHEMAS],
  );
  const sequences: Sequence[] = [];
  for (const { sql } of rows) {
    const { rows: states } = await client.query<{ lastValue: string; isCalled: boolean }>(
      `SELECT last_value::text AS "lastValue", is_called AS "isCalled" FROM ${sql}`,
    );
    const [state] = states;
    if (state) sequences.push({ sql, ...state });
  }
  return sequences;
}

/** The names of the migrations that have run, in their order; none where there are no tables yet. */
export async function listMigrations(client: Client): Promise<string[]> {
  const { rows: found } = await client.query<{ exists: boolean }>(
    "SELECT to_regclass('public.migrations') IS NOT NULL AS exists",
  );
  if (!found[0]?.exists) return [];
  const { rows } = await client.query<{ name: string }>('SELECT name FROM public.migrations ORDER BY id');
  return rows.map(({ name }) => name);
}

/** The version of the queue engine's tables; null without them. */
export async function readQueueVersion(client: Client): Promise<number | null> {
  const { rows: found } = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('${QUEUE_SCHEMA}.version') IS NOT NULL AS exists`,
  );
  if (!found[0]?.exists) return null;
  const { rows } = await client.query<{ version: number }>(`SELECT version FROM ${QUEUE_SCHEMA}.version`);
  return rows[0]?.version ?? null;
}

/** Under these settings the text of a value is the same on every server, and nothing ends a long statement. */
export const TEXT_FORMAT = `
  SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET DateStyle = ISO; SET IntervalStyle = postgres;
  SET TimeZone = UTC; SET extra_float_digits = 3; SET bytea_output = hex;`;

/** The rows of a table in COPY's text format. */
export const copyRows = ({ sql, columns }: Table) =>
  copyTo(`COPY (SELECT ${columns.join(', ')} FROM ${sql}) TO STDOUT`);

export async function readTable(client: Client, table: Table): Promise<{ rows: number; checksum: string }> {
  const stream = client.query(copyRows(table));
  const checksum = new RowChecksum();
  for await (const chunk of stream) checksum.update(chunk as Buffer);
  return { rows: checksum.rows, checksum: checksum.value };
}
