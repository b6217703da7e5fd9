import type { Tx } from '../../platform/database/transactions';
import type { Buyer } from '../tasks';
import type { HoldStatus } from './carts.dto';

/** A hold that lapsed less than this ago may still be confirmed by a separate act: it states a fact. */
export const LATE_MINUTES = 10;

/** What the engine reads of a hold. `live`: held and not lapsed; `late`: lapsed, and it may still be confirmed. */
export interface HoldRow {
  id: number;
  realm_id: number;
  task_id: number | null;
  job_id: number | null;
  login_id: number;
  event_id: number;
  customer_identity: string;
  area: string;
  row: string;
  seat: string;
  status: HoldStatus;
  live: boolean;
  late: boolean;
  lease_id: string | null;
}

/** Reads holds (alias `h`) by a condition and locks them in the order of their ids. */
export function lockHolds(tx: Tx, where: string, params: unknown[]): Promise<HoldRow[]> {
  return tx.query<HoldRow>(
    `SELECT h.id, h.realm_id, h.task_id, h.job_id, h.login_id, h.event_id, h.customer_identity, h.area, h."row", h.seat,
       h.status, h.lease_id,
       (h.status = 'held' AND h.expires_at > now()) AS live,
       (h.status IN ('held', 'expired') AND h.expires_at <= now()
         AND h.expires_at > now() - interval '${LATE_MINUTES} minutes') AS late
     FROM holds h WHERE ${where} ORDER BY h.id FOR UPDATE`,
    params,
  );
}

/** How many live and confirmed holds each task has. */
export async function holdCounts(
  tx: Tx,
  taskIds: readonly number[],
): Promise<Map<number, { live: number; confirmed: number }>> {
  const rows = await tx.query<{ task_id: number; live: number; confirmed: number }>(
    `SELECT task_id, count(*) FILTER (WHERE status = 'held' AND expires_at > now())::int AS live,
       count(*) FILTER (WHERE status = 'confirmed')::int AS confirmed
     FROM holds WHERE task_id = ANY ($1::int[]) GROUP BY task_id`,
    [taskIds],
  );
  return new Map(rows.map(({ task_id, live, confirmed }) => [task_id, { live, confirmed }]));
}

/** Of these buyers those that hold seats now. */
export const buyersWithSeats = (tx: Tx, buyers: readonly Buyer[]): Promise<Buyer[]> =>
  tx.query<Buyer>(
    `SELECT DISTINCT h.login_id, h.event_id FROM unnest($1::int[], $2::int[]) AS b (login_id, event_id)
     JOIN holds h ON h.login_id = b.login_id AND h.event_id = b.event_id
     WHERE h.status = 'held' AND h.expires_at > now()`,
    [buyers.map(({ login_id }) => login_id), buyers.map(({ event_id }) => event_id)],
  );

/** Sets the status of holds. */
export async function setHoldStatus(tx: Tx, ids: readonly number[], status: HoldStatus): Promise<void> {
  await tx.execute('UPDATE holds SET status = $2 WHERE id = ANY ($1::int[])', [ids, status]);
}
