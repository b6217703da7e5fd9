import { Injectable } from '@nestjs/common';
import { Conditions } from '../../platform/database/conditions';
import { actorName } from '../../platform/database/display-names';
import { type Projection, selectPage } from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import { type ListResponse, readPagination } from '../../platform/http/list-query';
import type { JobEventDto, JobEventsQuery } from './jobs.dto';
import { jobFigures, jobFinishedAt, jobStartedAt } from './jobs.repository';

const changeable =
  "('name', 'seats_target', 'scheduled_at', 'launch_delay', 'budget', 'budget_per_task', 'budget_per_seat', 'budget_currency')";
const audited =
  "FROM audit a WHERE a.entity = 'job' AND a.entity_id = j.id::text AND a.realm_id = j.realm_id";

/** Sort positions that put derived entries after audit entries of the same second: a stop before the end it caused. */
const derivedPosition = {
  launch: '0',
  schedule: '1',
  begin: '9e17',
  target: '9.1e17',
  end: '9.2e17',
} as const;

/** SQL of a derived entry, which has only a kind and a time. */
const line = (what: keyof typeof derivedPosition, at: string, more = ''): string =>
  `SELECT '${what}', ${derivedPosition[what]}::bigint, ${at}, NULL, '${what}', NULL::int, NULL::jsonb, NULL::text ${more}`;

/**
 * A job's timeline: commands and changes from the audit log, and entries derived from rows: the launch unless the audit log
 * has it, the first starts, the ticket that reached the target, and the end.
 */
const jobEventsProjection: Projection = {
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
    UNION ALL SELECT 'end', ${derivedPosition.end}::bigint, ${jobFinishedAt}, NULL, 'end', NULL, NULL, f.status
  ) v (id, position, at, actor, what, affected, changes, status)`,
  version: '1',
};

const jobEventSorts = { at: "date_trunc('second', v.at)" };

/** Reads the timelines of jobs. */
@Injectable()
export class JobEventsRepository {
  /** A page of a job's timeline, newest first by default. */
  async list(tx: Tx, jobId: number, query: JobEventsQuery): Promise<ListResponse<JobEventDto>> {
    const pagination = readPagination(query, jobEventSorts, '-at', 'v.position');
    const where = new Conditions().equal('j.id', jobId).add('v.at IS NOT NULL');
    return { pagination, page: await selectPage<JobEventDto>(tx, jobEventsProjection, where, pagination) };
  }
}
