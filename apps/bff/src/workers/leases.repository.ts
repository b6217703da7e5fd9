import { Injectable } from '@nestjs/common';
import type { WorkerIdentity } from '../platform/access/caller';
import { loginName } from '../platform/database/display-names';
import { pipelined } from '../platform/database/pipelining';
import { liveHoldSql } from '../platform/database/seat-states';
import type { Tx } from '../platform/database/transactions';
import { ApiError } from '../platform/errors/api-error';
import { isPausedSql } from '../platform/realm-scope/realm-status.repository';
import {
  type Buyer,
  gateColumns,
  gateJoins,
  isSiteEnabledSql,
  lockTasksSql,
  type TaskGates,
  TaskLifecycleRepository,
  type TaskMode,
  type TaskRow,
} from '../work';
import type { LeasedHold, LeaseRequestDto } from './protocol.dto';

/** What a lease contains besides the task. */
export interface LeasePart {
  task_id: number;
  realm_id: number;
  event_id: number;
  job_id: number | null;
  order_key: string;
  mode: TaskMode;
  expires_at: Date;
  login_id: number;
  secrets: unknown;
  login: { id: number; name: string; user: string | null; email: string | null; supporter_id: string | null };
  site: { id: number; name: string; url: string; currency: string | null; config: Record<string, unknown> };
  event: {
    id: number;
    guid: string;
    name: string;
    url: string | null;
    max_per_customer: number | null;
    price_type: string | null;
    price_levels: Record<string, unknown> | null;
  };
}

/**
 * SQL condition (tasks as `t`), the fence of every report: the lease is current by the database's clock, and belongs to a
 * worker with the token.
 */
export const currentLeaseSql = (lease: string, token: string): string => `t.lease_id = ${lease}
  AND t.lease_expires_at > now() AND t.deleted_at IS NULL
  AND EXISTS (SELECT FROM workers w WHERE w.id = t.leased_by AND w.token_id = ${token})`;

/** 409 for a worker whose lease has ended: another worker may have the task. */
export const leaseLostError = () =>
  new ApiError('CONFLICT', 'This lease is no longer current', { context: { reason: 'LEASE_LOST' } });

const LOCK_CURRENT = lockTasksSql(currentLeaseSql('$1', '$2'));

/** Workers of one token in a day: each name that a token reports is a row that administrators see. */
export const MAX_NAMES = 1000;

/** Reads the data that leasing depends on, and locks the tasks of current leases. */
@Injectable()
export class LeasesRepository {
  constructor(private readonly lifecycle: TaskLifecycleRepository) {}

  /** Records that a worker was seen, with what it reports about itself; returns its id. 429 for too many names of a token. */
  async recordWorkerSeen(tx: Tx, tokenId: number, request: LeaseRequestDto): Promise<number> {
    // At most once a minute, so that workers that share a token don't wait for one another's transactions.
    const touched = tx.execute(
      `UPDATE worker_tokens SET last_used_at = now() WHERE id = (
         SELECT id FROM worker_tokens WHERE id = $1 AND coalesce(last_used_at < now() - interval '1 minute', true)
         FOR NO KEY UPDATE SKIP LOCKED)`,
      [tokenId],
    );
    const seen = tx.query<{ id: number }>(
      `INSERT INTO workers AS w (token_id, name, capacity, address, version, site_ids, draining, checks)
       SELECT $1::int, $2::text, $3::int, left($4::text, 100), $5::text, $6::int[], $7::boolean, $8::boolean
       WHERE EXISTS (SELECT FROM workers x WHERE x.token_id = $1::int AND x.name = $2::text) OR ${MAX_NAMES} > (
         SELECT count(*) FROM workers x WHERE x.token_id = $1::int AND x.last_seen_at > now() - interval '1 day')
       ON CONFLICT (token_id, name) DO UPDATE SET
         capacity = CASE WHEN excluded.draining THEN w.capacity
           ELSE excluded.capacity + (SELECT count(*)::int FROM tasks t WHERE t.leased_by = w.id) END,
         address = excluded.address, version = excluded.version, site_ids = excluded.site_ids,
         draining = excluded.draining, checks = excluded.checks, last_seen_at = now()
       RETURNING id`,
      [
        tokenId,
        request.worker,
        request.capacity,
        tx.scope.actor.address,
        request.version || null,
        request.sites ?? null,
        request.draining ?? false,
        request.checks ?? false,
      ],
    );
    const [[row]] = await pipelined([seen, touched]);
    if (!row)
      throw new ApiError('RATE_LIMIT', `The token was used by ${MAX_NAMES} workers within a day`, {
        retryAfter: 3600,
      });
    return row.id;
  }

  /** Enabled sites, of those requested and those that the token allows (null: all). */
  async findEnabledSites(
    tx: Tx,
    requested: readonly number[] | null,
    allowed: readonly number[] | null,
  ): Promise<number[]> {
    const rows = await tx.query<{ id: number }>(
      `SELECT id FROM sites WHERE ${isSiteEnabledSql('sites')}
         AND ($1::int[] IS NULL OR id = ANY ($1)) AND ($2::int[] IS NULL OR id = ANY ($2)) ORDER BY id`,
      [requested, allowed],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Realms that the token doesn't allow, and those that are paused. It allows the rehearsals of those that it allows. A
   * paused realm's tasks keep their places in the queue.
   */
  async findExcludedRealms(tx: Tx, allowed: readonly number[] | null): Promise<number[]> {
    const rows = await tx.queryPrepared<{ id: number }>(
      `SELECT id FROM realms WHERE $1::int[] IS NOT NULL AND coalesce(parent_realm_id, id) <> ALL ($1::int[])
         AND (parent_realm_id IS NULL OR deleted_at IS NULL)
       UNION SELECT id FROM realms WHERE ${isPausedSql('id')}`,
      [allowed],
    );
    return rows.map(({ id }) => id);
  }

  /** The gates of tasks, by id. */
  async readGates(
    tx: Tx,
    taskIds: readonly number[],
  ): Promise<Map<number, TaskGates & { payable: boolean }>> {
    const rows = await tx.queryPrepared<TaskGates & { id: number; payable: boolean }>(
      `SELECT t.id, ${gateColumns},
         EXISTS (SELECT FROM holds p WHERE p.realm_id = t.realm_id AND p.task_id = t.id AND ${liveHoldSql('p')}) AS payable
       FROM tasks t ${gateJoins} WHERE t.id = ANY ($1::int[])`,
      [taskIds],
    );
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** How many tasks a worker has now, which is its next slot. */
  async countLeases(tx: Tx, workerId: number): Promise<number> {
    const [row] = await tx.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM tasks WHERE leased_by = $1',
      [workerId],
    );
    return row?.count ?? 0;
  }

  /** The contents of new leases, with the logins' sealed secrets. */
  readLeaseParts(tx: Tx, taskIds: readonly number[]): Promise<LeasePart[]> {
    return tx.queryPrepared<LeasePart>(
      `SELECT t.id AS task_id, t.realm_id, t.event_id, t.job_id, t.order_key, t.mode, t.lease_expires_at AS expires_at, t.login_id, l.secrets,
         json_build_object('id', l.id, 'name', ${loginName('l')}, 'user', l."user", 'email', l.email,
           'supporter_id', l.supporter_id) AS login,
         json_build_object('id', s.id, 'name', s.name, 'url', s.url, 'currency', s.currency, 'config', s.config) AS site,
         json_build_object('id', e.id, 'guid', e.guid, 'name', e.name, 'url', e.url, 'max_per_customer', e.max_per_customer,
           'price_type', e.price_type, 'price_levels', e.price_levels) AS event
       FROM tasks t
       JOIN logins l ON l.realm_id = t.realm_id AND l.id = t.login_id
       JOIN sites s ON s.id = t.site_id
       JOIN events e ON e.id = t.event_id
       WHERE t.id = ANY ($1::int[]) ORDER BY t.id`,
      [taskIds],
    );
  }

  findLiveHolds(tx: Tx, taskIds: readonly number[]): Promise<(LeasedHold & { task_id: number })[]> {
    return tx.queryPrepared<LeasedHold & { task_id: number }>(
      `SELECT id, task_id, area, "row", seat, price::float8 AS price, currency, basket, expires_at FROM holds
       WHERE task_id = ANY ($1::int[]) AND ${liveHoldSql('holds')} ORDER BY id`,
      [taskIds],
    );
  }

  /** Records that logins are used now, once a minute: tasks of one login don't wait for one another's transactions. */
  async markLoginsUsed(tx: Tx, loginIds: readonly number[]): Promise<void> {
    await tx.execute(
      `UPDATE logins SET last_used = now() WHERE id IN (
         SELECT id FROM logins WHERE id = ANY ($1::int[]) AND coalesce(last_used < now() - interval '1 minute', true)
         ORDER BY id FOR NO KEY UPDATE SKIP LOCKED)`,
      [loginIds],
    );
  }

  async lockLeasedTask(tx: Tx, worker: WorkerIdentity, leaseId: string): Promise<TaskRow | undefined> {
    const [row] = await tx.queryPrepared<TaskRow>(LOCK_CURRENT, [leaseId, worker.tokenId]);
    return row;
  }

  /** Locks the task of a current lease, with all other tasks that a purchase under it ends. */
  async lockLeasedTaskAndBuyer(
    tx: Tx,
    worker: WorkerIdentity,
    leaseId: string,
  ): Promise<{ row: TaskRow | undefined; tasks: TaskRow[] }> {
    const [named] = await tx.query<Buyer & { id: number }>(
      `SELECT t.id, t.login_id, t.event_id FROM tasks t WHERE ${currentLeaseSql('$1', '$2')}`,
      [leaseId, worker.tokenId],
    );
    if (!named) return { row: undefined, tasks: [] };
    const tasks = await this.lifecycle.lockWithBuyers(tx, [named.id], [named]);
    // Read again under the lock, because the lease may have ended in the meantime.
    return { row: await this.lockLeasedTask(tx, worker, leaseId), tasks };
  }

  /** As `lockLeasedTask`. @throws 409 CONFLICT when the lease is no longer current */
  async requireLeasedTask(tx: Tx, worker: WorkerIdentity, leaseId: string): Promise<TaskRow> {
    const row = await this.lockLeasedTask(tx, worker, leaseId);
    if (!row) throw leaseLostError();
    return row;
  }
}
