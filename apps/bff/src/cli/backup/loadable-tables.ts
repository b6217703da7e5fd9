import type { Client } from 'pg';
import type { Table } from './tables';

type ForeignKey = { table: string; name: string; definition: string };

/**
 * Runs `load` in one transaction in which the owner may write rows of every realm in any order: the tables are empty, row
 * security doesn't bind the owner, no trigger fires and no foreign key is checked. Afterwards all of it holds again, and the
 * foreign keys have checked every row.
 */
export async function withLoadableTables(
  client: Client,
  tables: readonly Table[],
  load: () => Promise<void>,
): Promise<void> {
  await client.query('BEGIN');
  try {
    const names = tables.map(({ sql }) => sql);
    const forced = await listForced(client, names);
    const keys = await listForeignKeys(client, names);
    for (const { table, name } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
    for (const table of forced) await client.query(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`);
    for (const table of names) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    await client.query(`TRUNCATE ${names.join(', ')}`);
    await load();
    for (const { table, name, definition } of keys)
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
    for (const table of names) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    for (const table of forced) await client.query(`ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

async function listForced(client: Client, names: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relforcerowsecurity AND c.oid = ANY ($1::regclass[])`,
    [names],
  );
  return rows.map(({ name }) => name);
}

async function listForeignKeys(client: Client, names: readonly string[]): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS table, quote_ident(k.conname) AS name,
      pg_get_constraintdef(k.oid) AS definition
     FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE k.contype = 'f' AND k.conparentid = 0 AND k.conrelid = ANY ($1::regclass[])
     ORDER BY k.oid`,
    [names],
  );
  return rows;
}
