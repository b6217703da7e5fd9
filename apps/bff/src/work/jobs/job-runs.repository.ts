import { Injectable } from '@nestjs/common';
import { failedStatuses } from '@tessera/domain';
import { Conditions } from '../../platform/database/conditions';
import { selectPage } from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import { type ListResponse, readPagination } from '../../platform/http/list-query';
import { messageColumns, type TaskReason, taskReason } from '../tasks/lifecycle/task-reasons';
import { taskEventKinds } from '../tasks/tasks.dto';
import { timelineOf } from '../tasks/timelines';
import type { JobRunDto, JobTaskEventsDto, JobTaskEventsQuery, RunFailuresDto } from './job-review.dto';
import type { JobDto } from './jobs.dto';

/** The figures of a run that come from its tasks' timelines. */
type TimedFigures = Pick<
  JobRunDto,
  | 'timed_tasks'
  | 'holding_tasks'
  | 'failed_attempts'
  | 'first_seat_s'
  | 'hold_p50_s'
  | 'hold_p95_s'
  | 'hold_curve_s'
  | 'failed_tasks'
>;

/** The parts of an entry's reason by which entries are counted together: words of a worker, or a code. */
const words = `x.reason -> 'params' ->> 'words'`;
const code = `CASE WHEN ${words} IS NULL THEN coalesce(x.reason -> 'params' ->> 'failure', x.reason ->> 'code') END`;

const failed = failedStatuses.map((status) => `'${status}'`).join(', ');
/** Most reasons that a comparison lists. */
const MAX_REASONS = 50;

/** SQL of the shares of tasks at which a curve has a value: every 5%. */
const CURVE_SHARES = 'ARRAY(SELECT share / 20.0::float8 FROM generate_series(1, 20) AS share)';

type ReasonCode = TaskReason['code'];

/** A reason without parameters and its English text, for entries that are counted together. */
const reasonOf = (reasonCode: ReasonCode | null, text: string | null) =>
  reasonCode === null ? { reason: null, message: text } : messageColumns(taskReason(reasonCode));

interface EventGroup extends Omit<JobTaskEventsDto, 'reason' | 'message'> {
  code: ReasonCode | null;
  words: string | null;
  same_reason: TaskReason | null;
  same_message: string | null;
}

const groupColumns = `extract(epoch FROM g.at)::bigint || '.' || g.first AS id, g.at, g.actor_kind, g.what, g.from_status AS "from",
    g.to_status AS "to", g.count, g.code, g.words, g.same_reason, g.same_message,
    CASE WHEN g.count = 1 THEN g.task_id END AS task_id,
    CASE WHEN g.count = 1 THEN (SELECT t.name FROM tasks t WHERE t.id = g.task_id) END AS task_name`;

const groupSorts = { at: 'g.at' };

/** Counts how jobs went from the timelines of their tasks. */
@Injectable()
export class JobRunsRepository {
  /** The figures of one run. */
  async countTimed(tx: Tx, { id, realm_id, created_at }: JobDto): Promise<TimedFigures> {
    const [row] = await tx.query<TimedFigures>(
      `WITH timed AS (
         SELECT t.id, t.status,
           min(x.at) FILTER (WHERE x.to_status = 'queued') AS due_at,
           min(x.at) FILTER (WHERE x.what = 'hold') AS held_at,
           count(*) FILTER (WHERE x.what = 'fail') AS failed_attempts,
           count(x.id) AS entries
         FROM tasks t LEFT JOIN ${timelineOf('t', '$3')} x ON true
         WHERE t.realm_id = $1 AND t.job_id = $2 AND t.deleted_at IS NULL
         GROUP BY t.id)
       SELECT (count(*) FILTER (WHERE entries > 0))::int AS timed_tasks,
         count(held_at)::int AS holding_tasks,
         (count(*) FILTER (WHERE status IN (${failed})))::int AS failed_tasks,
         coalesce(sum(failed_attempts), 0)::int AS failed_attempts,
         extract(epoch FROM min(held_at) - min(due_at))::float8 AS first_seat_s,
         percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM held_at - due_at)::float8) AS hold_p50_s,
         percentile_cont(0.95) WITHIN GROUP (ORDER BY extract(epoch FROM held_at - due_at)::float8) AS hold_p95_s,
         coalesce(percentile_disc(${CURVE_SHARES}) WITHIN GROUP (ORDER BY extract(epoch FROM held_at - due_at)::float8), '{}') AS hold_curve_s
       FROM timed`,
      [realm_id, id, created_at],
    );
    if (!row) throw new Error('An aggregate without GROUP BY has one row');
    return row;
  }

  /** Seconds from the first start to the end, or to now by the database's clock; null before the start. */
  async readDuration(tx: Tx, { started_at, finished_at }: JobDto): Promise<number | null> {
    const [row] = await tx.query<{ seconds: number | null }>(
      `SELECT extract(epoch FROM coalesce($2::timestamptz, now()) - $1::timestamptz)::float8 AS seconds`,
      [started_at, finished_at],
    );
    return row?.seconds ?? null;
  }

  /** Failed attempts of two runs by reason, most frequent first. */
  async countFailures(tx: Tx, own: JobDto, other: JobDto): Promise<RunFailuresDto[]> {
    const rows = await tx.query<{
      code: ReasonCode | null;
      words: string | null;
      attempts: number;
      other_attempts: number;
    }>(
      `SELECT ${code} AS code, coalesce(${words}, CASE WHEN x.reason IS NULL THEN x.message END) AS words,
         (count(*) FILTER (WHERE t.job_id = $2))::int AS attempts,
         (count(*) FILTER (WHERE t.job_id = $4))::int AS other_attempts
       FROM tasks t CROSS JOIN ${timelineOf('t', '$5')} x
       WHERE (t.realm_id, t.job_id) IN (($1::int, $2::int), ($3::int, $4::int)) AND t.deleted_at IS NULL
         AND x.what IN ('fail', 'holds_lapsed')
       GROUP BY 1, 2 ORDER BY count(*) DESC, 2, 1 LIMIT ${MAX_REASONS}`,
      [
        own.realm_id,
        own.id,
        other.realm_id,
        other.id,
        [own.created_at, other.created_at].map((at) => new Date(at)).sort((a, b) => +a - +b)[0],
      ],
    );
    return rows.map(({ code: reasonCode, words: text, ...counts }) => ({
      ...reasonOf(reasonCode, text),
      ...counts,
    }));
  }

  /** What happened to a job's tasks, newest first by default: entries of one second with the same reason are one row. */
  async listEvents(
    tx: Tx,
    { id, realm_id, created_at }: JobDto,
    query: JobTaskEventsQuery,
  ): Promise<ListResponse<JobTaskEventsDto>> {
    const pagination = readPagination(query, groupSorts, '-at', 'g.first');
    const where = new Conditions();
    const realm = where.param(realm_id);
    const job = where.param(id);
    const since = where.param(created_at);
    const entries = new Conditions();
    entries.params.push(...where.params);
    entries
      .words('x.actor_kind', query.actor_kind, 'actor_kind', ['user', 'worker', 'system'])
      .words('x.what', query.what, 'what', taskEventKinds);
    where.params.push(...entries.params.slice(where.params.length));
    const from = `FROM (
      SELECT date_trunc('second', x.at) AS at, x.actor_kind, x.what, x.from_status, x.to_status, ${code} AS code, ${words} AS words,
        count(*)::int AS count, min(x.id) AS first, min(x.task_id) AS task_id,
        CASE WHEN min(x.reason::text) = max(x.reason::text) THEN min(x.reason::text)::jsonb END AS same_reason,
        CASE WHEN min(x.message) = max(x.message) THEN min(x.message) END AS same_message
      FROM tasks o CROSS JOIN ${timelineOf('o', since)} x
      WHERE o.realm_id = ${realm} AND o.job_id = ${job} AND o.deleted_at IS NULL AND ${entries.sql}
      GROUP BY 1, 2, 3, 4, 5, 6, 7) g`;
    const { rows, total } = await selectPage<EventGroup>(
      tx,
      { columns: groupColumns, from },
      where,
      pagination,
    );
    return { pagination, page: { rows: rows.map(toGroup), total } };
  }
}

function toGroup(group: EventGroup): JobTaskEventsDto {
  const { code: reasonCode, words: text, same_reason, same_message, ...row } = group;
  return same_message === null
    ? { ...row, ...reasonOf(reasonCode, text) }
    : { ...row, reason: same_reason, message: same_message };
}
