import { Injectable } from '@nestjs/common';
import type { TaskStatus } from '@tessera/domain';
import type { Tx } from '../../platform/database/transactions';
import { gateColumns, gateJoins, type TaskGates } from './lifecycle/gates';
import type { TaskReason } from './lifecycle/task-reasons';
import type { TaskMode } from './task.entity';

/** Everything that can explain why a task isn't running. */
export interface TaskSituation extends TaskGates {
  id: number;
  realm_id: number;
  site_id: number;
  event_id: number;
  mode: TaskMode;
  leased: boolean;
  queue_position: number | null;
  payment_check: boolean;
  check_message: string | null;
  check_at: Date | null;
  customer_identity: string;
  max_per_customer: number | null;
  active_tasks: number;
  max_tasks: number;
  status: TaskStatus;
  paused: boolean;
  status_message: string | null;
  status_reason: TaskReason | null;
  scheduled_at: Date | null;
  due: boolean;
  next_attempt_at: Date | null;
  backing_off: boolean;
  retry_count: number;
  max_retries: number;
  created_at: Date;
}

/** Workers that could lease a task of a site and a realm, and the tasks queued before it. */
export interface WorkerSupply {
  ahead: number;
  connected: number;
  serving: number;
  draining: number;
  room: number;
}

/** Reads what explains why a task isn't running. */
@Injectable()
export class TaskWhyRepository {
  async findSituation(tx: Tx, id: number): Promise<TaskSituation | undefined> {
    const [task] = await tx.query<TaskSituation>(
      `SELECT t.id, t.realm_id, t.site_id, t.event_id, t.mode, t.lease_id IS NOT NULL AS leased,
           t.queue_it_event_position AS queue_position, t.payment_check,
           c.message AS check_message, CASE WHEN c.next_try_at > now() THEN c.next_try_at END AS check_at, l.customer_identity,
           customer_limit(e.id) AS max_per_customer, r.active_tasks, r.max_tasks,
           t.status, t.paused, t.status_message, t.status_reason, t.scheduled_at, coalesce(t.scheduled_at <= now(), true) AS due, t.next_attempt_at,
           coalesce(t.next_attempt_at > now(), false) AS backing_off, t.retry_count, t.max_retries, t.created_at,
           ${gateColumns}
         FROM tasks t ${gateJoins} LEFT JOIN payment_checks c ON c.task_id = t.id
         WHERE t.id = $1 AND t.deleted_at IS NULL`,
      [id],
    );
    return task;
  }

  /** Only tasks of the same realm are counted. */
  async countWorkers(tx: Tx, task: TaskSituation): Promise<WorkerSupply | undefined> {
    const [supply] = await tx.query<WorkerSupply>(
      `SELECT f.*, (SELECT count(*)::int FROM tasks a WHERE a.site_id = $1 AND a.realm_id = $2 AND a.status = 'queued'
         AND NOT a.paused AND a.deleted_at IS NULL AND (a.created_at, a.id) < ($3, $4)) AS ahead
       FROM workers_for($1, $2) f`,
      [task.site_id, task.realm_id, task.created_at, task.id],
    );
    return supply;
  }

  /** Seats of an event that a customer has, bought or held. */
  async countCustomerSeats(tx: Tx, eventId: number, identity: string): Promise<number> {
    const [row] = await tx.query<{ used: number }>(
      'SELECT bought + held AS used FROM customer_seats($1, ARRAY[$2::text])',
      [eventId, identity],
    );
    return row?.used ?? 0;
  }
}
