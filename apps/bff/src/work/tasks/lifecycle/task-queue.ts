import { Injectable } from '@nestjs/common';
import { SpanKind } from '@opentelemetry/api';
import { pipelined } from '../../../platform/database/pipelining';
import type { Tx } from '../../../platform/database/transactions';
import { wakeWorkers } from '../../../platform/queue/wakeups';
import { currentTraceparent, inSpan } from '../../../platform/telemetry/tracing';
import { type TaskRow, taskRowColumns } from './task-rows';

/** A task that was taken from the queue; locked. */
export interface TakenTask extends TaskRow {
  /** Seconds since a worker could have taken it, by the database's clock. */
  waited_s: number;
  /** The trace of what queued it. */
  queued_trace: string | null;
}

/** Due tasks that a worker may take: of these sites, and not of these realms. */
export interface DueTasks {
  sites: readonly number[];
  excludedRealmIds: readonly number[];
}

/** Tasks that are looked at for each that is taken, since other transactions may be taking the first ones. */
const CANDIDATES = 8;

/** The realms that have waiting tasks at the sites `$1`, one index entry read for each; without the realms `$2`. */
const QUEUES = `WITH RECURSIVE found (site_id, realm_id) AS (
  SELECT s.id, (SELECT min(t.realm_id) FROM tasks t WHERE t.ready_at IS NOT NULL AND t.site_id = s.id)
  FROM unnest($1::int[]) AS s (id)
  UNION ALL
  SELECT f.site_id,
    (SELECT min(t.realm_id) FROM tasks t WHERE t.ready_at IS NOT NULL AND t.site_id = f.site_id AND t.realm_id > f.realm_id)
  FROM found f WHERE f.realm_id IS NOT NULL
), queues AS (
  SELECT site_id, realm_id FROM found WHERE realm_id IS NOT NULL AND realm_id <> ALL ($2::int[])
)`;

/**
 * A task's level is its place among its realm's waiting ones, behind as many as the realm has leased at the site: taken by
 * level, every realm that waits gets as many leases as the others, up to one. Each task is locked as it is reached, and one
 * that another transaction has locked is left to it.
 */
const TAKE = `${QUEUES}, due AS MATERIALIZED (
  SELECT q.site_id, q.realm_id,
    (SELECT count(*) FROM tasks t WHERE t.lease_id IS NOT NULL AND t.site_id = q.site_id AND t.realm_id = q.realm_id) AS leased
  FROM queues q
  WHERE EXISTS (SELECT FROM tasks t WHERE t.site_id = q.site_id AND t.realm_id = q.realm_id AND t.ready_at <= now())
), waiting AS (
  SELECT w.id, w.ready_at, d.site_id, d.leased + row_number() OVER (PARTITION BY d.site_id, d.realm_id ORDER BY w.ready_at, w.id) AS level
  FROM due d CROSS JOIN LATERAL (
    SELECT t.id, t.ready_at FROM tasks t
    WHERE t.site_id = d.site_id AND t.realm_id = d.realm_id AND t.ready_at <= now() ORDER BY t.ready_at, t.id LIMIT $4
  ) w
), turns AS (
  SELECT w.id, w.level, row_number() OVER (PARTITION BY w.site_id ORDER BY w.level, w.ready_at, w.id) AS turn
  FROM waiting w ORDER BY turn, level LIMIT $4
)
SELECT taken.* FROM turns CROSS JOIN LATERAL (
  SELECT ${taskRowColumns}, t.queued_trace, extract(epoch FROM now() - t.ready_at)::float8 AS waited_s
  FROM tasks t WHERE t.id = turns.id AND t.ready_at <= now() AND t.lease_id IS NULL FOR UPDATE OF t SKIP LOCKED
) taken LIMIT $3`;

const NEXT_READY = `${QUEUES}
SELECT extract(epoch FROM min(next.ready_at) - now())::float8 * 1000 AS ms FROM queues q CROSS JOIN LATERAL (
  SELECT t.ready_at FROM tasks t WHERE t.ready_at IS NOT NULL AND t.site_id = q.site_id AND t.realm_id = q.realm_id
  ORDER BY t.ready_at LIMIT 1
) next`;

/** Tasks that wait for a worker: a task is in the queue from its `ready_at` on, until a worker has it. */
@Injectable()
export class TaskQueue {
  /**
   * Runs `write`, which puts `tasks` into the queue with the trace that it gets, and wakes the workers' long polls at the
   * commit.
   */
  async enqueueWithin<T>(
    tx: Tx,
    tasks: readonly Pick<TaskRow, 'site_id'>[],
    write: (trace: string | null) => Promise<T>,
  ): Promise<T> {
    if (tasks.length === 0) return write(null);
    const attributes = { 'messaging.system': 'postgresql', 'messaging.batch.message_count': tasks.length };
    return inSpan('queue tasks', { kind: SpanKind.PRODUCER, attributes }, async () => {
      const [written] = await pipelined([
        write(currentTraceparent() ?? null),
        wakeWorkers(tx, [...new Set(tasks.map(({ site_id }) => site_id))]),
      ]);
      return written;
    });
  }

  /** Puts locked tasks into the queue, from their start or the end of their backoff on. */
  async put(tx: Tx, rows: readonly TaskRow[]): Promise<void> {
    await this.enqueueWithin(tx, rows, (trace) =>
      tx.execute(
        `UPDATE tasks SET boss_job_id = gen_random_uuid(), queue_name = 'site.' || site_id, queued_trace = $2,
           ready_at = CASE status WHEN 'scheduled' THEN coalesce(scheduled_at, now()) ELSE greatest(next_attempt_at, now()) END
         WHERE id = ANY ($1::int[])`,
        [rows.map(({ id }) => id), trace],
      ),
    );
  }

  /** Takes locked tasks out of the queue, until the gate that blocks them opens. */
  async park(tx: Tx, rows: readonly TaskRow[]): Promise<void> {
    if (rows.length === 0) return;
    await tx.execute('UPDATE tasks SET boss_job_id = NULL, ready_at = NULL WHERE id = ANY ($1::int[])', [
      rows.map(({ id }) => id),
    ]);
  }

  /**
   * Locks up to `count` due tasks. The sites take turns, and at each the realms with the fewest leased tasks come first, so
   * that a realm with ten tasks isn't starved by one with ten thousand.
   */
  take(tx: Tx, { sites, excludedRealmIds, count }: DueTasks & { count: number }): Promise<TakenTask[]> {
    return tx.queryPrepared<TakenTask>(TAKE, [sites, excludedRealmIds, count, count * CANDIDATES]);
  }

  /** Milliseconds until the next task is due, 0 or less when one is; null when none waits. */
  async nextDueMs(tx: Tx, { sites, excludedRealmIds }: DueTasks): Promise<number | null> {
    const [row] = await tx.queryPrepared<{ ms: number | null }>(NEXT_READY, [sites, excludedRealmIds]);
    return row?.ms ?? null;
  }
}
