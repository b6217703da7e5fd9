import { FIRST_REHEARSAL_REALM } from '../src/platform/realm-scope/realm-status.repository';
import type { TestApp } from './app';
import { defined } from './defined';

/** All rows as text, by table, including the queue's; without the audit entries of rejected requests. */
export async function dump(app: TestApp): Promise<Map<string, string>> {
  const { rows: tables } = await app.db.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema', 'partitions') ORDER BY 1`,
  );
  const texts = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await app.db.query<{ text: string }>(
      `SELECT coalesce(string_agg(t::text, E'\\n' ORDER BY t::text), '') AS text FROM ${name} t ${name === 'public.audit' ? "WHERE action <> 'request.refused'" : ''}`,
    );
    texts.set(name, defined(rows[0]).text);
  }
  return texts;
}

/**
 * All rows but those of rehearsal realms, by table; without the counters behind ETags, which only say that something changed,
 * what sign-ins leave behind, and what the audit log says of rehearsals and of rejected requests.
 */
export async function dumpOutsideRehearsals(app: TestApp): Promise<Map<string, string>> {
  const { rows: tables } = await app.db.query<{ name: string; realm: string | null }>(
    `SELECT c.relname AS name, CASE WHEN c.relname = 'realms' THEN 'id' WHEN c.relname = 'events' THEN 'created_by_realm_id'
         WHEN EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'realm_id') THEN 'realm_id' END AS realm
     FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND c.relname NOT IN ('list_versions', 'guess_budgets', 'passkey_challenges')`,
  );
  const texts = new Map<string, string>();
  for (const { name, realm } of tables) {
    const where = [
      'true',
      realm ? `coalesce(${realm}, 0) < ${FIRST_REHEARSAL_REALM}` : null,
      name === 'audit'
        ? `action <> 'request.refused' AND NOT (realm_id IS NULL AND action LIKE 'rehearsal.%')`
        : null,
    ].filter((condition) => condition !== null);
    const { rows } = await app.db.query<{ text: string }>(
      `SELECT coalesce(string_agg(t::text, E'\\n' ORDER BY t::text), '') AS text FROM "${name}" t WHERE ${where.join(' AND ')}`,
    );
    texts.set(`public.${name}`, defined(rows[0]).text);
  }
  return texts;
}

/** Tables whose rows change without a request: sign-ins, the queue's maintenance, timed notifications. */
const moving =
  /^(pgboss\.|public\.(sessions|users|worker_tokens|workers|notifications|escalations|pending_notifications|push_deliveries)$)/;

/** The tables that differ between two dumps. */
export function changedTables(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...after]
    .filter(([name, text]) => !moving.test(name) && before.get(name) !== text)
    .map(([name]) => name);
}
