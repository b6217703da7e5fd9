import { Injectable } from '@nestjs/common';
import { backoffSeconds } from '@tessera/domain';
import type { WorkerIdentity } from '../platform/access/caller';
import type { Tx } from '../platform/database/transactions';
import { type Buyer, canCheckPaymentSql, gateJoins, LEASE_SECONDS } from '../work';
import { leaseLostError } from './leases.repository';
import type { FailDto, SeatDto } from './protocol.dto';

/** A payment check that a worker has now. */
export interface CheckLease {
  task_id: number;
  lease_id: string;
  lease_expires_at: Date;
}

/** The sites and realms in which a worker may check payments, and how many checks it takes. */
export interface CheckFilter {
  sites: readonly number[];
  excludedRealmIds: readonly number[];
  count: number;
}

/** SQL condition: the check's lease ($1) is current, belongs to a worker with the token ($2), and is still needed. */
const isCurrent = `c.lease_id = $1 AND c.lease_expires_at > now()
  AND EXISTS (SELECT FROM workers w WHERE w.id = c.leased_by AND w.token_id = $2)
  AND EXISTS (SELECT FROM tasks t WHERE t.id = c.task_id AND t.payment_check AND t.deleted_at IS NULL)`;

/** Leases and closes payment checks. */
@Injectable()
export class PaymentChecksRepository {
  /** Locks finished tasks that need a payment check and that no worker checks now. */
  async lockOpenChecks(tx: Tx, { sites, excludedRealmIds, count }: CheckFilter): Promise<number[]> {
    const rows = await tx.query<{ id: number }>(
      `SELECT t.id FROM tasks t ${gateJoins} LEFT JOIN payment_checks c ON c.task_id = t.id
       WHERE t.payment_check AND t.deleted_at IS NULL AND t.site_id = ANY ($1::int[]) AND t.realm_id <> ALL ($2::int[])
         AND ${canCheckPaymentSql} AND coalesce(c.next_try_at <= now(), true) AND coalesce(c.lease_expires_at <= now(), true)
       ORDER BY t.id LIMIT ${Math.trunc(count)} FOR UPDATE OF t SKIP LOCKED`,
      [sites, excludedRealmIds],
    );
    return rows.map(({ id }) => id);
  }

  leaseChecks(tx: Tx, workerId: number, taskIds: readonly number[]): Promise<CheckLease[]> {
    return tx.query<CheckLease>(
      `INSERT INTO payment_checks AS c (task_id, realm_id, lease_id, leased_by, lease_expires_at, tries)
       SELECT id, realm_id, gen_random_uuid(), $2, now() + interval '${LEASE_SECONDS} seconds', 1
       FROM tasks WHERE id = ANY ($1::int[])
       ON CONFLICT (task_id) DO UPDATE SET lease_id = excluded.lease_id, leased_by = excluded.leased_by,
         lease_expires_at = excluded.lease_expires_at, tries = c.tries + 1
       RETURNING task_id, lease_id, lease_expires_at`,
      [taskIds, workerId],
    );
  }

  /** The task of a check's current lease, with its buyer; undefined when the lease has ended. */
  async findCheckedTask(
    tx: Tx,
    worker: WorkerIdentity,
    leaseId: string,
  ): Promise<(Buyer & { id: number }) | undefined> {
    const [row] = await tx.query<Buyer & { id: number }>(
      `SELECT t.id, t.login_id, t.event_id FROM payment_checks c JOIN tasks t ON t.id = c.task_id WHERE ${isCurrent}`,
      [leaseId, worker.tokenId],
    );
    return row;
  }

  /** Whether the worker has settled the order under this lease before. */
  async isSettledUnderLease(tx: Tx, worker: WorkerIdentity, leaseId: string): Promise<boolean> {
    const [row] = await tx.query(
      `SELECT 1 FROM payment_checks c JOIN tasks t ON t.id = c.task_id JOIN workers w ON w.id = c.leased_by
       WHERE c.lease_id = $1 AND w.token_id = $2 AND c.tries = 0 AND t.payment_state IS NULL`,
      [leaseId, worker.tokenId],
    );
    return row !== undefined;
  }

  /** The holds that were recorded as bought under a check's lease. */
  async findHoldsConfirmedUnderLease(tx: Tx, leaseId: string): Promise<number[]> {
    const rows = await tx.query<{ id: number }>(
      "SELECT id FROM holds WHERE lease_id = $1 AND status = 'confirmed' ORDER BY id",
      [leaseId],
    );
    return rows.map(({ id }) => id);
  }

  /** Changes a check under its current lease; returns its task and the lease's end. @throws 409 when the lease has ended */
  private async changeCheck(
    tx: Tx,
    worker: WorkerIdentity,
    leaseId: string,
    change: string,
    params: unknown[] = [],
  ): Promise<{ task_id: number; lease_expires_at: Date }> {
    const [row] = await tx.query<{ task_id: number; lease_expires_at: Date }>(
      `UPDATE payment_checks c SET ${change} WHERE ${isCurrent} RETURNING c.task_id, c.lease_expires_at`,
      [leaseId, worker.tokenId, ...params],
    );
    if (!row) throw leaseLostError();
    return row;
  }

  /** Extends the lease of a check; returns its end. */
  async extendCheck(tx: Tx, worker: WorkerIdentity, leaseId: string): Promise<Date> {
    return (
      await this.changeCheck(
        tx,
        worker,
        leaseId,
        `lease_expires_at = now() + interval '${LEASE_SECONDS} seconds'`,
      )
    ).lease_expires_at;
  }

  /** Postpones a check, because the site didn't respond or its response isn't final; returns the task. */
  async postponeCheck(
    tx: Tx,
    worker: WorkerIdentity,
    leaseId: string,
    { message, retry_after_s }: FailDto,
  ): Promise<number> {
    const [check] = await tx.query<{ tries: number }>(
      'SELECT tries FROM payment_checks WHERE lease_id = $1',
      [leaseId],
    );
    const wait = Math.max(backoffSeconds(check?.tries ?? 1), retry_after_s ?? 0);
    const change = 'lease_expires_at = now(), message = $3, next_try_at = now() + make_interval(secs => $4)';
    return (await this.changeCheck(tx, worker, leaseId, change, [message, wait])).task_id;
  }

  /** Releases a check, so that another worker can take it at once. */
  async releaseCheck(tx: Tx, worker: WorkerIdentity, leaseId: string): Promise<void> {
    await this.changeCheck(tx, worker, leaseId, 'lease_expires_at = now()');
  }

  /** Marks a locked task's payment as known, and ends its check's lease; `tries` 0 marks the check as settled. */
  async closeCheck(tx: Tx, taskId: number): Promise<void> {
    await tx.execute('UPDATE tasks SET payment_state = NULL WHERE id = $1', [taskId]);
    await tx.execute(
      'UPDATE payment_checks SET tries = 0, lease_expires_at = now(), next_try_at = now(), message = NULL WHERE task_id = $1',
      [taskId],
    );
  }

  /** The holds of seats that the site has sold to the task: existing ones of any status, and new ones for the rest. */
  async findOrCreateHolds(tx: Tx, taskId: number, seats: readonly SeatDto[]): Promise<number[]> {
    const rows = await tx.query<{ id: number }>(
      `WITH requested AS (
         SELECT * FROM ROWS FROM (
           jsonb_to_recordset($2::jsonb) AS (area text, "row" text, seat text, price numeric, currency text)
         ) WITH ORDINALITY AS w(area, "row", seat, price, currency, nth)
       ), known AS (
         SELECT DISTINCT ON (w.nth) w.nth, h.id
         FROM requested w JOIN holds h ON h.task_id = $1 AND (h.area, h."row", h.seat) = (w.area, w."row", w.seat)
         ORDER BY w.nth, h.status = 'confirmed' DESC, h.status = 'held' DESC, h.id DESC
       ), inserted AS (
         INSERT INTO holds (realm_id, task_id, job_id, login_id, site_id, event_id, event_guid, event_name,
           customer_identity, area, "row", seat, price, currency, status, expires_at)
         SELECT t.realm_id, t.id, t.job_id, t.login_id, t.site_id, t.event_id, e.guid, e.name, l.customer_identity,
           w.area, w."row", w.seat, w.price, coalesce(w.currency, s.currency), 'expired', now()
         FROM requested w, tasks t
         JOIN events e ON e.id = t.event_id
         JOIN logins l ON l.realm_id = t.realm_id AND l.id = t.login_id
         JOIN sites s ON s.id = t.site_id
         WHERE t.id = $1 AND NOT EXISTS (SELECT FROM known k WHERE k.nth = w.nth)
         ORDER BY w.nth RETURNING id
       )
       SELECT id FROM known UNION ALL SELECT id FROM inserted`,
      [taskId, JSON.stringify(seats)],
    );
    return rows.map(({ id }) => id);
  }
}
