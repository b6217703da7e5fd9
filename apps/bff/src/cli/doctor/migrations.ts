import { migrations } from '../../migrations';
import { readDone, TOO_OLD } from '../../platform/database/adopt-migrations';
import { failure, type Finding, ok, warning } from '../finding';
import type { Examination } from './examination';

/** Whether the tables are those of this version, and whole. */
export async function checkMigrations({ client }: Examination): Promise<Finding[]> {
  const { rows: found } = await client.query<{ exists: boolean }>(
    "SELECT to_regclass('public.migrations') IS NOT NULL AS exists",
  );
  if (!found[0]?.exists)
    return [failure('The database has no tables', 'Run tessera migrate as their owner.')];
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations');
  const known = migrations.map((Migration): string => new Migration().name);
  const { done, isTooOld } = readDone(rows.map(({ name }) => name));
  if (isTooOld) return [failure(TOO_OLD, 'Servers are not ready until then (docs/operate/upgrade.md).')];
  const run = new Set(done);
  const pending = known.filter((name) => !run.has(name));
  const unknown = [...run].filter((name) => !known.includes(name));
  const findings: Finding[] = [];
  if (pending.length > 0)
    findings.push(
      failure(
        `${pending.length} migrations have not run: ${pending.slice(0, 3).join(', ')}`,
        'Run tessera migrate of this version; servers are not ready until then (docs/operate/upgrade.md).',
      ),
    );
  if (unknown.length > 0)
    findings.push(
      warning(
        `The tables are of a newer version: ${unknown.slice(0, 3).join(', ')}`,
        'Start that version. The one directly before works with its tables, so after a return from an update this is expected; an older one needs a backup (docs/operate/upgrade.md).',
      ),
    );
  const { rows: invalid } = await client.query<{ name: string }>(
    "SELECT indexrelid::regclass::text AS name FROM pg_index JOIN pg_class c ON c.oid = indexrelid WHERE NOT indisvalid AND c.relkind = 'i' AND c.relnamespace = 'public'::regnamespace",
  );
  for (const { name } of invalid)
    findings.push(
      failure(
        `The index ${name} is not complete: its build was interrupted`,
        `As the owner: REINDEX INDEX CONCURRENTLY ${name};`,
      ),
    );
  return findings.length > 0 ? findings : [ok(`All ${known.length} migrations have run`)];
}
