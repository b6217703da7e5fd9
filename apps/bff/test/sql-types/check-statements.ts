import { Client } from 'pg';
import { differences, type PostgresTypes } from './compare';
import { describeStatement } from './describe-internals';
import type { Sources } from './sources';
import { findSqlCalls } from './statements';

/** What the check has found. */
export type Checked = {
  /** What is wrong: the place, and what PostgreSQL says or what differs. */
  faults: string[];
  /** Functions with a call that can't be evaluated. */
  unknown: string[];
  statements: number;
  /** How many of the statements have rows whose type is known. */
  compared: number;
};

/** Describes every statement of the sources against a migrated database, and compares its columns with the type of its rows. */
export async function checkStatements(sources: Sources, databaseUrl: string): Promise<Checked> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const types = await readTypes(client);
    const checked = { faults: new Set<string>(), unknown: new Set<string>(), statements: 0, compared: 0 };
    for (const { place, name, statements, unknown } of findSqlCalls(sources)) {
      if (unknown.length > 0) checked.unknown.add(name);
      checked.statements += statements.length;
      for (const statement of statements) {
        const described = await describeStatement(client, statement.text);
        const at = statement.via ? `${place} (called by ${statement.via})` : place;
        if (statement.row) checked.compared += 1;
        const faults =
          'error' in described
            ? [`${described.error.message}: ${statement.text}`]
            : differences(sources, types, described.columns, statement);
        for (const fault of faults) checked.faults.add(`${at}: ${fault}`);
      }
    }
    return { ...checked, faults: [...checked.faults], unknown: [...checked.unknown].sort() };
  } finally {
    await client.end();
  }
}

async function readTypes(client: Client): Promise<PostgresTypes> {
  const { rows } = await client.query<{ id: number; name: string; element: string | null }>(
    `SELECT t.oid::int AS id, t.typname AS name, CASE WHEN t.typcategory = 'A' THEN e.typname END AS element
     FROM pg_type t LEFT JOIN pg_type e ON e.oid = t.typelem`,
  );
  return new Map(rows.map(({ id, ...type }) => [id, type]));
}
