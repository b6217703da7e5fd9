import { actorName } from '../../platform/database/display-names';
import type { Projection } from '../../platform/database/select';
import { jobFigures, jobFinishedAt, jobStartedAt } from './jobs.repository';

const changeable = "('name', 'seats_target', 'scheduled_at')";
const audited =
  "FROM audit a WHERE a.entity = 'job' AND a.entity_id = j.id::text AND a.realm_id = j.realm_id";

/** Lines that follow from rows come after what the audit has of the same second: the stop before the end that it brought. */
const after = { launch: '0', schedule: '1', begin: '9e17', target: '9.1e17', end: '9.2e17' } as const;

/** A line that says no more than what and when. */
const line = (what: keyof typeof after, at: string, more = ''): string =>
  `SELECT '${what}', ${after[what]}::bigint, ${at}, NULL, '${what}', NULL::int, NULL::jsonb, NULL::text ${more}`;

/**
 * A job's timeline: what people did to the whole of it, which the audit has from the same transactions, and what follows
 * from its rows: its making where nothing else tells of it, its first starts, the ticket that won its target, its end.
 */
export const jobEventsProjection: Projection = {
  what: 'Job event',
  columns: 'v.id, v.at, v.actor, v.what, v.affected, v.changes, v.status',
  from: `FROM jobs j ${jobFigures} CROSS JOIN LATERAL (
    SELECT a.id::text, a.id, a.at, ${actorName('a')}, substr(a.action, 5),
      coalesce(a.after ->> 'affected', CASE a.action WHEN 'job.launch' THEN a.after ->> 'tasks' END)::int,
      CASE a.action WHEN 'job.update' THEN (SELECT jsonb_object_agg(c.key, c.value)
        FROM jsonb_each(a.after) c WHERE c.key IN ${changeable}) END,
      NULL::text
    ${audited}
    UNION ALL ${line('launch', 'j.created_at', `WHERE NOT EXISTS (SELECT ${audited} AND a.action = 'job.launch')`)}
    UNION ALL ${line('schedule', 'j.scheduled_at')}
    UNION ALL ${line('begin', jobStartedAt)}
    UNION ALL ${line(
      'target',
      `(SELECT k.created_at FROM tickets k WHERE k.realm_id = j.realm_id AND k.job_id = j.id AND k.deleted_at IS NULL
        ORDER BY k.created_at, k.id OFFSET j.seats_target - 1 LIMIT 1)`,
      'WHERE j.seats_target IS NOT NULL',
    )}
    UNION ALL SELECT 'end', ${after.end}::bigint, ${jobFinishedAt}, NULL, 'end', NULL, NULL, f.status
  ) v (id, place, at, actor, what, affected, changes, status)`,
  version: '1',
};

export const jobEventSorts = { at: "date_trunc('second', v.at)" };
