import { type Finding, ok, warning } from '../finding';
import { type Examination, readAsAll } from './examination';

/** Whether something is paused, which looks like missing workers. */
export async function checkPauses({ client }: Examination): Promise<Finding[]> {
  const pauses = await readAsAll<{ what: string; since: string; paused_who: string; reason: string }>(
    client,
    `SELECT coalesce(r.name, 'Everything') AS what, to_char(z.paused_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI "UTC"') AS since,
       z.paused_who, z.reason
     FROM pauses z LEFT JOIN realms r ON r.id = z.realm_id
     WHERE z.ended_at IS NULL AND r.deleted_at IS NULL ORDER BY z.realm_id NULLS FIRST LIMIT 20`,
  );
  if (pauses.length === 0) return [ok('Nothing is paused')];
  return pauses.map(({ what, since, paused_who, reason }) =>
    warning(
      `${what} is paused since ${since} by ${paused_who}: ${reason}`,
      'No worker gets its tasks. Resume it in the console once the reason is gone (docs/operate/bad-hour.md).',
    ),
  );
}
