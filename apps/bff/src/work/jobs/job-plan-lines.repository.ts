import { Injectable } from '@nestjs/common';
import type { TaskStatus } from '@tessera/domain';
import { Conditions } from '../../platform/database/conditions';
import { loginName } from '../../platform/database/display-names';
import { type Projection, selectPage } from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import { type ListResponse, readPagination } from '../../platform/http/list-query';
import type { JobPlanLineDto, JobPlanQuery, JobPlanTotalsDto } from './job-review.dto';
import { type KeptPlanLine, verdicts } from './jobs.dto';

const projection: Projection = {
  what: 'Plan line',
  columns: `p.job_index AS "index", p.login_id, ${loginName('l')} AS login_name, p.seats, p.starts_at, p.verdict,
    coalesce(p.reasons, '[]') AS reasons`,
  from: `FROM job_plan_lines p LEFT JOIN logins l ON l.realm_id = p.realm_id AND l.id = p.login_id`,
  version: '1',
};

interface PlannedTask {
  id: number;
  status: TaskStatus;
  job_index: number;
}

const sorts = { index: 'p.job_index' };

/** Writes and reads the plans that jobs were launched with. */
@Injectable()
export class JobPlanLinesRepository {
  /** Keeps the lines of a launch, in one statement. */
  async insertLines(tx: Tx, realmId: number, jobId: number, lines: readonly KeptPlanLine[]): Promise<void> {
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

  /** A page of a job's plan, in the order of its lines, with the tasks that they became. */
  async list(
    tx: Tx,
    realmId: number,
    jobId: number,
    query: JobPlanQuery,
  ): Promise<ListResponse<JobPlanLineDto>> {
    const pagination = readPagination(query, sorts, 'index', 'p.job_index');
    const where = new Conditions()
      .equal('p.realm_id', realmId)
      .equal('p.job_id', jobId)
      .words('p.verdict', query.verdict, 'verdict', verdicts);
    const { rows, total } = await selectPage<KeptPlanLine>(tx, projection, where, pagination);
    const tasks = await this.findTasks(tx, realmId, jobId, rows);
    const withTasks = rows.map((line) => ({
      ...line,
      task_id: tasks.get(line.index)?.id ?? null,
      task_status: tasks.get(line.index)?.status ?? null,
    }));
    return { pagination, page: { rows: withTasks, total } };
  }

  /**
   * The tasks of some lines by index; copies of a task have none. A query of its own, since a join reads all of the job's
   * tasks for each line when the planner has no statistics of a fresh job.
   */
  private async findTasks(
    tx: Tx,
    realmId: number,
    jobId: number,
    lines: readonly KeptPlanLine[],
  ): Promise<Map<number, PlannedTask>> {
    const rows = await tx.query<PlannedTask>(
      `SELECT id, status, job_index FROM tasks
       WHERE realm_id = $1 AND job_id = $2 AND job_index = ANY ($3::int[]) AND deleted_at IS NULL`,
      [realmId, jobId, lines.map(({ index }) => index)],
    );
    return new Map(rows.map((row) => [row.job_index, row]));
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
