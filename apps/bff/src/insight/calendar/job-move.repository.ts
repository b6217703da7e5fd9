import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';
import { gateColumns, gateJoins, type TaskGates } from '../../work';

/** A job that may move, with what its new time is compared with. */
export type MovableJob = {
  name: string;
  version: number;
  from: Date | null;
  delay: number;
  on_sale_at: Date | null;
  kick_off: Date | null;
  /** Tasks that have begun: then the job can't move. */
  begun: number;
  now: Date;
};

/** A task of a job that may move; `over_limit`: its seats exceed the event's limit per customer. */
export type MovableTask = TaskGates & { job_index: number; login_failed: boolean; over_limit: boolean };

/** Reads jobs for a move. */
@Injectable()
export class JobMoveRepository {
  /** Undefined when the scope doesn't see the job. */
  async findJob(tx: Tx, id: number): Promise<MovableJob | undefined> {
    const [row] = await tx.query<MovableJob>(
      `SELECT j.name, j.version, j.scheduled_at AS "from", coalesce((j.config ->> 'launch_delay')::int, 0) AS delay, e.on_sale_at,
         to_timestamp(e.ko) AS kick_off, now() AS now,
         (SELECT count(*)::int FROM tasks t WHERE t.realm_id = j.realm_id AND t.job_id = j.id
            AND t.status NOT IN ('idle', 'scheduled') AND t.deleted_at IS NULL) AS begun
       FROM jobs j JOIN events e ON e.id = j.event_id WHERE j.id = $1 AND j.deleted_at IS NULL`,
      [id],
    );
    return row;
  }

  /** The tasks that would move. A customer's seats count over all realms, those of tasks in the job one after the other. */
  findTasks(tx: Tx, jobId: number): Promise<MovableTask[]> {
    return tx.query<MovableTask>(
      `WITH limits AS MATERIALIZED (
         SELECT id, customer_limit(id) AS max_per_customer FROM (SELECT DISTINCT event_id AS id FROM tasks WHERE job_id = $1) own
       ), moving AS (
         SELECT t.id, l.customer_identity, t.event_id, e.max_per_customer,
           sum(t.seats_to_set) OVER (PARTITION BY l.customer_identity ORDER BY coalesce(t.job_index, 0), t.id) AS seats
         FROM tasks t JOIN limits e ON e.id = t.event_id
         JOIN logins l ON l.realm_id = t.realm_id AND l.id = t.login_id
         WHERE t.job_id = $1 AND t.status IN ('idle', 'scheduled') AND t.deleted_at IS NULL
       ), used AS (
         SELECT g.event_id, c.customer_identity, c.bought + c.held AS seats
         FROM (SELECT event_id, array_agg(DISTINCT customer_identity) AS identities FROM moving
           WHERE max_per_customer IS NOT NULL GROUP BY event_id) g
         CROSS JOIN LATERAL customer_seats(g.event_id, g.identities) c
       )
       SELECT coalesce(t.job_index, 0) AS job_index, l.status = 'failed' AS login_failed,
         coalesce(m.seats + coalesce(u.seats, 0) > m.max_per_customer, false) AS over_limit, ${gateColumns}
       FROM moving m JOIN tasks t ON t.id = m.id ${gateJoins}
       LEFT JOIN used u ON u.event_id = m.event_id AND u.customer_identity = m.customer_identity
       ORDER BY job_index, t.id`,
      [jobId],
    );
  }
}
