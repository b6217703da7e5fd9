import { FIRST_REHEARSAL_REALM, isPausedSql } from '../../platform/realm-scope/realm-status.repository';
import { failure, type Finding, ok, warning } from '../finding';
import { type Examination, readAsAll } from './examination';

const LOST_SECONDS = 40;

/** Whether somebody works at what is due. */
export async function checkWorkers({ client }: Examination): Promise<Finding[]> {
  const [found] = await readAsAll<{ alive: number; lost: number; names: string; waiting: number }>(
    client,
    `SELECT count(*) FILTER (WHERE seen)::int AS alive, count(*) FILTER (WHERE NOT seen)::int AS lost,
      coalesce(string_agg(name, ', ') FILTER (WHERE NOT seen), '') AS names,
      (SELECT count(*)::int FROM (SELECT FROM tasks WHERE status = 'queued' AND deleted_at IS NULL
        AND realm_id < ${FIRST_REHEARSAL_REALM} AND NOT ${isPausedSql('realm_id')} LIMIT 10000) q) AS waiting
     FROM (SELECT w.name, w.last_seen_at > now() - interval '${LOST_SECONDS} seconds' AS seen FROM workers w
       JOIN worker_tokens t ON t.id = w.token_id
       WHERE t.revoked_at IS NULL AND w.last_seen_at > now() - interval '1 day') recent`,
  );
  if (!found) return [];
  const { alive, lost, names, waiting } = found;
  if (alive === 0 && waiting > 0)
    return [
      failure(
        `${waiting} tasks wait and no worker is there`,
        'Start workers with a token that is not revoked, and look at their log (docs/workers.md).',
      ),
    ];
  if (lost > 0)
    return [
      warning(
        `${lost} workers were lost within a day: ${names}`,
        'Their tasks went to others. Look at their log, and at the network between them and the server.',
      ),
    ];
  return [ok(alive === 1 ? '1 worker is there' : `${alive} workers are there`)];
}
