import type { Client, QueryResultRow } from 'pg';
import type { Config } from '../../platform/config/config';

/** What the checks of an installation may use. */
export type Examination = {
  config: Config;
  /** A connection as the server's role; each check leaves it outside a transaction. */
  client: Client;
  /** The address that people use; undefined: it isn't checked. */
  url?: string;
};

/** Reads rows of every realm, as the server does: in a read-only transaction as `tessera_all`. */
export async function readAsAll<R extends QueryResultRow>(
  client: Client,
  sql: string,
  wrap: (sql: string) => string = (text) => text,
): Promise<R[]> {
  await client.query('BEGIN READ ONLY; SET LOCAL ROLE tessera_all');
  try {
    return (await client.query<R>(wrap(sql))).rows;
  } finally {
    await client.query('ROLLBACK');
  }
}
