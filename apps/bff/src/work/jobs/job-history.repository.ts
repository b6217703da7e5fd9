import { Injectable } from '@nestjs/common';
import { failedStatuses, type TaskStatus } from '@tessera/domain';
import type { Tx } from '../../platform/database/transactions';
import { timelineOf } from '../tasks/timelines';
import type { JobHistoryPoint } from './job-review.dto';
import type { JobDto } from './jobs.dto';

/** Most steps between the points of a history. */
const MAX_STEPS = 60;

const statusesOf: Record<keyof Omit<JobHistoryPoint, 'at'>, readonly TaskStatus[]> = {
  held: ['carted'],
  bought: ['bought'],
  failed: failedStatuses,
};
const kinds = Object.entries(statusesOf).map(([name, statuses]) => ({
  name,
  list: statuses.map((status) => `'${status}'`).join(', '),
}));

/** SQL of a value for each kind of outcome. */
const each = (sql: (kind: (typeof kinds)[number]) => string): string =>
  kinds.map((kind) => `${sql(kind)} AS ${kind.name}`).join(', ');

/** Reads how the outcomes of a job's tasks became what they are. */
@Injectable()
export class JobHistoryRepository {
  /**
   * Outcomes from the job's first start to its end, or to now by the database's clock: counted backwards from the present
   * ones, since lines of timelines may be archived. A change after the end belongs to the last point.
   */
  async read(tx: Tx, { id, realm_id, started_at, finished_at }: JobDto): Promise<JobHistoryPoint[]> {
    if (started_at === null) return [];
    return tx.query<JobHistoryPoint>(
      `WITH period AS (
         SELECT $3::timestamptz AS start,
           greatest(1, ceil(extract(epoch FROM coalesce($4::timestamptz, now()) - $3::timestamptz)))::int AS seconds),
       scale AS (
         SELECT start, seconds, step, ceil(seconds / step::float8)::int AS last
         FROM period CROSS JOIN LATERAL (SELECT ceil(seconds / ${MAX_STEPS}::float8)::int AS step) s),
       present AS (
         SELECT ${each(({ list }) => `(count(*) FILTER (WHERE t.status IN (${list})))::int`)}
         FROM tasks t WHERE t.realm_id = $1 AND t.job_id = $2 AND t.deleted_at IS NULL),
       changes AS (
         SELECT least(s.last, floor(extract(epoch FROM x.at - s.start) / s.step)::int + 1) AS point,
           ${each(({ list }) => `(count(*) FILTER (WHERE x.to_status IN (${list})) - count(*) FILTER (WHERE x.from_status IN (${list})))::int`)}
         FROM scale s, tasks t CROSS JOIN ${timelineOf('t', '$3')} x
         WHERE t.realm_id = $1 AND t.job_id = $2 AND t.deleted_at IS NULL
           AND x.to_status IS DISTINCT FROM x.from_status AND x.to_status IS NOT NULL
         GROUP BY 1)
       SELECT s.start + make_interval(secs => least(point * s.step, s.seconds)) AS at,
         ${each(({ name }) => `greatest(0, p.${name} - coalesce(sum(c.${name}) OVER later, 0))::int`)}
       FROM scale s CROSS JOIN present p CROSS JOIN generate_series(0, s.last) AS point LEFT JOIN changes c USING (point)
       WINDOW later AS (ORDER BY point DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
       ORDER BY point`,
      [realm_id, id, started_at, finished_at],
    );
  }
}
