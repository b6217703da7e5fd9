import { Injectable } from '@nestjs/common';
import type { DutyAccount } from '@tessera/domain';
import { Conditions } from '../../platform/database/conditions';
import {
  type Found,
  lockFound,
  type Projection,
  selectOne,
  selectPage,
} from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import type { Page, Pagination } from '../../platform/http/list-query';
import { type Approval, approvalKinds, approvalStatuses } from './approval.entity';
import type { ApprovalDto, ApprovalListQuery } from './approvals.dto';

/** SQL of the status, which no sweep has to reach: a request whose time is over can't be decided. */
const STATUS = `CASE WHEN q.status = 'pending' AND q.expires_at <= now() THEN 'expired' ELSE q.status END`;

const projection: Projection = {
  what: 'Request',
  columns: `q.id, q.realm_id, r.name AS realm_name, q.kind, ${STATUS} AS status, q.name, q.event_id, e.name AS event_name,
    q.job_id, q.plan, CASE WHEN q.cost_currency IS NOT NULL THEN
      jsonb_build_object('currency', q.cost_currency, 'min', q.cost_min, 'max', q.cost_max) END AS cost,
    q.unpriced_seats, q.body ->> 'scheduled_at' AS scheduled_at, q.asked::float8 AS asked, q.currency, q.reason, q.asked_by,
    q.asked_who, q.expires_at, q.decided_who, q.decided_at, q.answer, q.granted::float8 AS granted, q.created_at, q.updated_at`,
  from: 'FROM approvals q JOIN realms r ON r.id = q.realm_id LEFT JOIN events e ON e.id = q.event_id',
  version: 'q.version',
};

export const approvalSorts = { created_at: 'q.created_at', expires_at: 'q.expires_at' };

/** A deleted realm spends nothing any more. */
const VISIBLE = 'r.deleted_at IS NULL';

const read = (tx: Tx, id: number): Promise<Found<ApprovalDto>> =>
  selectOne(tx, projection, `q.id = $1 AND ${VISIBLE}`, [id]);

/** A request to insert. */
export type NewApproval = Pick<
  Approval,
  | 'realm_id'
  | 'kind'
  | 'object'
  | 'plan_hash'
  | 'event_id'
  | 'job_id'
  | 'name'
  | 'unpriced_seats'
  | 'asked'
  | 'currency'
  | 'reason'
> & {
  body: object;
  plan: object | null;
  cost: { currency: string; min: number; max: number } | null;
  scheduled_at: string | null;
};

/** What came of a request. */
export type Decision = Pick<Approval, 'answer' | 'granted'> & {
  status: 'approved' | 'declined';
  job_id: number | null;
};

/** The person who asked, as they are now. */
export type Asker = DutyAccount & { realm_id: number | null; status: string };

/** Reads and writes requests for approval. */
@Injectable()
export class ApprovalsRepository {
  list(tx: Tx, query: ApprovalListQuery, pagination: Pagination): Promise<Page<ApprovalDto>> {
    const where = new Conditions()
      .add(VISIBLE)
      .words(STATUS, query.status, 'status', approvalStatuses)
      .words('q.kind', query.kind, 'kind', approvalKinds)
      .ids('q.event_id', query.event_id, 'event_id')
      .ids('q.realm_id', query.realm_id, 'realm_id');
    return selectPage<ApprovalDto>(tx, projection, where, pagination);
  }

  /** Requests by id, as the list has them. */
  findByIds(tx: Tx, ids: readonly number[]): Promise<ApprovalDto[]> {
    return tx.query<ApprovalDto>(
      `SELECT ${projection.columns} ${projection.from} WHERE q.id = ANY ($1::int[]) AND ${VISIBLE}`,
      [ids],
    );
  }

  /** @throws 404 when the scope has no such request, or its realm was deleted */
  read(tx: Tx, id: number): Promise<Found<ApprovalDto>> {
    return read(tx, id);
  }

  /** As `read`, locked until the transaction ends. */
  async lock(tx: Tx, id: number): Promise<ApprovalDto> {
    return (await lockFound(tx, 'approvals', id, read)).row;
  }

  /** What an approval does. */
  async readBody<T>(tx: Tx, id: number): Promise<T> {
    const [row] = await tx.query<{ body: T }>('SELECT body FROM approvals WHERE id = $1', [id]);
    if (!row) throw new Error(`There is no approval ${id}`);
    return row.body;
  }

  /** Inserts a request, which expires after a day or at the scheduled start. */
  async insert(tx: Tx, row: NewApproval): Promise<number> {
    const { userId, label } = tx.scope.actor;
    const [inserted] = await tx.query<{ id: number }>(
      `INSERT INTO approvals (realm_id, kind, object, body, plan_hash, plan, event_id, job_id, name, cost_min, cost_max,
         cost_currency, unpriced_seats, asked, currency, reason, asked_by, asked_who, expires_at)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8, left($9, 200), $10, $11, $12, $13, $14, $15, $16, $17, left($18, 320),
         CASE WHEN $19::timestamptz > now() THEN least($19::timestamptz, now() + interval '24 hours')
           ELSE now() + interval '24 hours' END
       RETURNING id`,
      [
        row.realm_id, row.kind, row.object, JSON.stringify(row.body), row.plan_hash, row.plan && JSON.stringify(row.plan),
        row.event_id, row.job_id, row.name, row.cost?.min, row.cost?.max, row.cost?.currency, row.unpriced_seats, row.asked,
        row.currency, row.reason, userId, label, row.scheduled_at,
      ], // prettier-ignore
    );
    if (!inserted) throw new Error('An insert returns its id');
    return inserted.id;
  }

  /** Whether the realm has a pending request for the same; one whose time is over is recorded as expired first. */
  async hasPending(tx: Tx, { realm_id, kind, object }: NewApproval): Promise<boolean> {
    const rows = await tx.query(
      "SELECT FROM approvals WHERE realm_id = $1 AND kind = $2 AND object = $3 AND status = 'pending' AND expires_at > now()",
      [realm_id, kind, object],
    );
    return rows.length > 0;
  }

  async withdraw(tx: Tx, id: number): Promise<void> {
    await tx.execute("UPDATE approvals SET status = 'withdrawn' WHERE id = $1", [id]);
  }

  async decide(tx: Tx, id: number, { status, granted, answer, job_id }: Decision): Promise<void> {
    const { userId, label } = tx.scope.actor;
    await tx.execute(
      `UPDATE approvals SET status = $2, granted = $3, answer = $4, job_id = coalesce($5, job_id), decided_by = $6,
         decided_who = left($7, 320), decided_at = now() WHERE id = $1`,
      [id, status, granted, answer, job_id, userId, label],
    );
  }

  /** Records that pending requests have expired, at most `limit`; returns them. */
  async expire(tx: Tx, limit: number): Promise<ApprovalDto[]> {
    return tx.query<ApprovalDto>(
      `WITH expired AS (
         UPDATE approvals SET status = 'expired' WHERE id IN (
           SELECT id FROM approvals WHERE status = 'pending' AND expires_at <= now() ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED)
         RETURNING *)
       SELECT ${projection.columns} ${projection.from.replace('approvals q', 'expired q')} ORDER BY q.id`,
      [limit],
    );
  }

  /** The person who asked, as the scope sees them; undefined when they are gone or of another realm. */
  async findAsker(tx: Tx, userId: number): Promise<Asker | undefined> {
    const [asker] = await tx.query<Asker>(
      `SELECT u.role, u.duties, u.status, u.realm_id, coalesce(r.separate_approval, false) AS separate_approval
       FROM users u LEFT JOIN realms r ON r.id = u.realm_id WHERE u.id = $1`,
      [userId],
    );
    return asker;
  }

  /** The event's name. */
  async findEventName(tx: Tx, id: number): Promise<string | undefined> {
    const [event] = await tx.query<{ name: string }>(
      'SELECT name FROM events WHERE id = $1 AND deleted_at IS NULL',
      [id],
    );
    return event?.name;
  }
}
