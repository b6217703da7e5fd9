import { Injectable } from '@nestjs/common';
import { taskCommands } from '@tessera/domain';
import { actorName } from '../../platform/database/display-names';
import { expiredHoldSql, liveHoldSql, spentSeatSql } from '../../platform/database/seat-states';
import type { Tx } from '../../platform/database/transactions';
import { timelineOf } from '../../work';
import { failedAttemptCodes, failureKindSql } from './failure-kinds';
import {
  auditedChanges,
  type HandOverBaskets,
  type HandOverChange,
  type HandOverCommand,
  type HandOverDto,
  type HandOverFailures,
  type HandOverOpen,
  type HandOverPayer,
  openChanges,
} from './hand-over.dto';
import type { OnSaleTotal } from './on-sale.dto';
import { ofRoom, type RoomKey } from './on-sale.repository';

/** Commands and changes of one note. */
const LINES = 100;
/** What a note says of a change. */
const shownValues = ['tasks', 'seats_target', 'budget', 'budget_currency', 'scheduled_at', 'launch_delay']
  .concat(['amount', 'currency', 'on_sale_at', 'status'])
  .map((name) => `'${name}'`)
  .join(', ');
const shown = (column: string): string =>
  `(SELECT jsonb_object_agg(v.key, v.value) FROM jsonb_each(${column}) v WHERE v.key IN (${shownValues}))`;

/** SQL of how many baskets rows of holds are: a task that holds seats again after a retry has another lease. */
const basketsOf = (alias: string): string =>
  `count(DISTINCT (${alias}.realm_id, ${alias}.task_id, ${alias}.login_id, ${alias}.lease_id))::int AS baskets, count(*)::int AS seats`;

/** Reads what happened at an event since an instant (`$3`). */
@Injectable()
export class HandOverRepository {
  /** Purchases, each transaction of one task and login a basket. The buyer is the actor in the audit log, as in the ledger. */
  async readPaid(tx: Tx, key: RoomKey, since: string): Promise<HandOverDto['paid']> {
    const from = `FROM tickets k WHERE ${ofRoom('k')} AND ${spentSeatSql('k')} AND k.created_at >= $3`;
    const sums = `count(DISTINCT (k.realm_id, k.task_id, k.login_id, k.created_at))::int AS baskets, count(*)::int AS seats`;
    const totals = await tx.query<OnSaleTotal>(
      `SELECT k.currency, count(*)::int AS seats, coalesce(sum(k.price), 0)::float8 AS total
       ${from} GROUP BY 1 ORDER BY 2 DESC, 1`,
      paramsOf(key, since),
    );
    const by = await tx.query<HandOverPayer>(
      `SELECT b.who, ${sums}
       FROM (SELECT k.* ${from}) k LEFT JOIN LATERAL (
         SELECT CASE a.actor_kind WHEN 'worker' THEN NULL ELSE ${actorName('a')} END AS who
         FROM audit a WHERE a.entity = 'ticket' AND a.entity_id = k.id::text AND a.action = 'ticket.purchase' AND a.at >= $3
         ORDER BY a.id LIMIT 1) b ON true
       GROUP BY 1 ORDER BY 2 DESC, 1`,
      paramsOf(key, since),
    );
    const sum = (count: keyof HandOverBaskets) => by.reduce((all, one) => all + one[count], 0);
    return { baskets: sum('baskets'), seats: sum('seats'), totals, by };
  }

  async countReversed(tx: Tx, key: RoomKey, since: string): Promise<number> {
    const [row] = await tx.query<{ seats: number }>(
      `SELECT count(*)::int AS seats FROM tickets k WHERE ${ofRoom('k')} AND k.reversed_at >= $3`,
      paramsOf(key, since),
    );
    return row?.seats ?? 0;
  }

  /** Seats that expired unpaid, and those that were held, in the period. */
  async readHolds(tx: Tx, key: RoomKey, since: string): Promise<Pick<HandOverDto, 'expired' | 'held'>> {
    const read = (condition: string) =>
      tx.query<HandOverBaskets>(
        `SELECT ${basketsOf('h')} FROM holds h WHERE ${ofRoom('h')} AND ${condition}`,
        paramsOf(key, since),
      );
    const [expired] = await read(
      `(h.status = 'expired' OR ${expiredHoldSql('h')}) AND h.expires_at >= $3 AND h.expires_at <= now()`,
    );
    const [held] = await read('h.created_at >= $3');
    const none = { baskets: 0, seats: 0 };
    return { expired: expired ?? none, held: held ?? none };
  }

  readFailures(tx: Tx, key: RoomKey, since: string): Promise<HandOverFailures[]> {
    return tx.query<HandOverFailures>(
      `SELECT ${failureKindSql('e.reason', 'e.message')} AS kind, count(*)::int AS count
       FROM tasks t CROSS JOIN ${timelineOf('t', '$3')} e
       WHERE ${ofRoom('t')} AND t.deleted_at IS NULL AND e.reason ->> 'code' IN (${failedAttemptCodes})
       GROUP BY 1 ORDER BY 2 DESC, 1`,
      paramsOf(key, since),
    );
  }

  /** The commands that people gave to tasks, by the timelines of the tasks: one line per person, command and job. */
  async readCommands(tx: Tx, key: RoomKey, since: string): Promise<HandOverCommand[]> {
    const lines = await tx.query<HandOverCommand>(
      `SELECT max(e.at) AS at, ${actorName('e')} AS who, e.what, t.job_id, min(j.name) AS job_name,
         count(DISTINCT t.id)::int AS tasks
       FROM tasks t CROSS JOIN ${timelineOf('t', '$3')} e
       LEFT JOIN jobs j ON j.realm_id = t.realm_id AND j.id = t.job_id
       WHERE ${ofRoom('t')} AND t.deleted_at IS NULL AND e.actor_kind = 'user' AND e.what = ANY ($4)
       GROUP BY 2, 3, 4 ORDER BY 1 DESC LIMIT ${LINES}`,
      [...paramsOf(key, since), taskCommands],
    );
    return lines.toReversed();
  }

  /** Entries of the audit log about the event, its jobs and, for who `readsAudit`, pauses of the realm. */
  async readChanges(tx: Tx, key: RoomKey, since: string, readsAudit: boolean): Promise<HandOverChange[]> {
    const changes = await tx.query<HandOverChange & Budgeted>(
      `SELECT a.at, ${actorName('a')} AS who, a.action AS what, j.id AS job_id, j.name AS job_name,
         ${shown('a.before')} AS before, ${shown('a.after')} AS after, a.realm_id,
         CASE a.action
           WHEN 'job.update' THEN jsonb_build_object('budget', j.budget, 'budget_currency', j.budget_currency)
           WHEN 'event.budget' THEN (SELECT jsonb_build_object('amount', b.amount, 'currency', b.currency)
             FROM event_budgets b WHERE b.realm_id = a.realm_id AND b.event_id = $1) END AS budget
       FROM audit a LEFT JOIN jobs j ON a.entity = 'job' AND j.realm_id = a.realm_id AND j.id::text = a.entity_id
       WHERE a.at >= $3 AND a.action = ANY ($4) AND ($2::int IS NULL OR a.realm_id = $2)
         AND (a.entity = 'event' AND a.entity_id = $1::int::text OR a.entity = 'job' AND j.event_id = $1::int
           OR a.entity = 'realm' AND a.realm_id IN (SELECT t.realm_id FROM tasks t WHERE ${ofRoom('t')}))
       ORDER BY a.id DESC LIMIT ${LINES}`,
      [...paramsOf(key, since), readsAudit ? [...openChanges, ...auditedChanges] : openChanges],
    );
    return withWholeBudgets(changes).toReversed();
  }

  async readOpen(tx: Tx, { eventId, realm }: RoomKey): Promise<HandOverOpen> {
    const [open] = await tx.query<HandOverOpen>(
      `SELECT count(DISTINCT (h.realm_id, h.task_id, h.login_id))::int AS baskets, count(*)::int AS seats,
         min(h.expires_at) AS next_expires_at
       FROM holds h WHERE ${ofRoom('h')} AND ${liveHoldSql('h')}`,
      [eventId, realm],
    );
    return open ?? { baskets: 0, seats: 0, next_expires_at: null };
  }
}

/** A change beside the budget that its job or event has now; null: a change of something else, or no budget. */
interface Budgeted {
  realm_id: number;
  budget: Record<string, unknown> | null;
}

/**
 * Names each changed budget as a whole: an entry of the audit log names only the columns that changed, and an
 * amount without its currency says nothing. The budgets of now lead back to former ones, so the newest change is first.
 */
function withWholeBudgets(changes: readonly (HandOverChange & Budgeted)[]): HandOverChange[] {
  const known = new Map<string, Budgeted['budget']>();
  return changes.map(({ realm_id, budget: present, ...change }) => {
    const columns = change.what === 'event.budget' ? ['amount', 'currency'] : ['budget', 'budget_currency'];
    if (!columns.some((name) => name in (change.after ?? change.before ?? {}))) return change;
    const of = `${realm_id} ${change.job_id}`;
    const after = change.after && { ...(known.get(of) ?? present), ...change.after };
    const before = change.before && { ...after, ...change.before };
    known.set(of, before);
    return { ...change, before, after };
  });
}

const paramsOf = ({ eventId, realm }: RoomKey, since: string): unknown[] => [eventId, realm, since];
