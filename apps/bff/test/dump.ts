import type { TestApp } from './app';
import { defined } from './defined';

/** All rows as text, by table, including the queue's; without the audit entries of refused requests. */
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

/** Tables whose rows change without a request: sign-ins, the queue's maintenance, timed notifications. */
const moving =
  /^(pgboss\.|public\.(sessions|users|worker_tokens|workers|notifications|escalations|pending_notifications|push_deliveries)$)/;

/** The tables that differ between two dumps. */
export function changedTables(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...after]
    .filter(([name, text]) => !moving.test(name) && before.get(name) !== text)
    .map(([name]) => name);
}
