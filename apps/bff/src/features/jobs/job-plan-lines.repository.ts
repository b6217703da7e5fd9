import { Injectable } from '@nestjs/common';
import { Conditions } from '../../platform/database/conditions';
import { loginName } from '../../platform/database/display-names';
import { type Projection, selectPage } from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import { type ListAnswer, readPagination } from '../../platform/http/list-query';
import type { JobPlanLineDto, JobPlanQuery, JobPlanTotalsDto } from './job-review.dto';
import { type PlanLine, verdicts } from './jobs.dto';

/** The lines with the tasks that they became. Copies of a task have no index. */
const projection: Projection = {
  what: 'Plan line',
  columns: `p.job_index AS "index", p.login_id, ${loginName('l')} AS login_name, p.seats, p.starts_at, p.verdict,
    coalesce(p.reasons, '[]') AS reasons, t.id AS task_id, t.status AS task_status`,
  from: `FROM job_plan_lines p
    LEFT JOIN logins l ON l.realm_id = p.realm_id AND l.id = p.login_id
    LEFT JOIN tasks t ON t.realm_id = p.realm_id AND t.job_id = p.job_id AND t.job_index = p.job_index
      AND t.deleted_at IS NULL`,
  version: '1',
};

const sorts = { index: 'p.job_index' };

/** Writes and reads the plans that jobs were launched with. */
@Injectable()
export class JobPlanLinesRepository {
  /** Keeps the lines of a launch, in one statement. */
  async insert(tx: Tx, realmId: number, jobId: number, lines: readonly PlanLine[]): Promise<void> {
    await tx.execute(
      `INSERT INTO job_plan_lines (realm_id, job_id, job_index, login_id, seats, starts_at, verdict, reasons)
       SELECT $1, $2, n."index", n.login_id, n.seats, n.starts_at, n.verdict, n.reasons
       FROM unnest($3::int[], $4::int[], $5::int[], $6::timestamptz[], $7::text[], $8::jsonb[])
         AS n("index", login_id, seats, starts_at, verdict, reasons)`,
      [
        realmId,
        jobId,
        lines.map(({ index }) => index),
        lines.map(({ login_id }) => login_id),
        lines.map(({ seats }) => seats),
        lines.map(({ starts_at }) => starts_at),
        lines.map(({ verdict }) => verdict),
        lines.map(({ reasons }) => (reasons.length > 0 ? JSON.stringify(reasons) : null)),
      ],
    );
  }

  /** A page of a job's plan, in the order of its lines. */
  async list(tx: Tx, jobId: number, query: JobPlanQuery): Promise<ListAnswer<JobPlanLineDto>> {
    const pagination = readPagination(query, sorts, 'index', 'p.job_index');
    const where = new Conditions()
      .equal('p.job_id', jobId)
      .words('p.verdict', query.verdict, 'verdict', verdicts);
    return { pagination, page: await selectPage<JobPlanLineDto>(tx, projection, where, pagination) };
  }

  async countByVerdict(tx: Tx, realmId: number, jobId: number): Promise<JobPlanTotalsDto> {
    const rows = await tx.query<{ verdict: 'ok' | 'warn' | 'blocked'; count: number }>(
      `SELECT verdict, count(*)::int AS count FROM job_plan_lines WHERE realm_id = $1 AND job_id = $2 GROUP BY verdict`,
      [realmId, jobId],
    );
    const counts = Object.fromEntries(rows.map(({ verdict, count }) => [verdict, count]));
    return { kept: rows.length > 0, ok: 0, warn: 0, blocked: 0, ...counts };
  }
}
