import { Injectable } from '@nestjs/common';
import { liveHoldSql, spentSeatSql } from '../../platform/database/seat-states';
import type { Tx } from '../../platform/database/transactions';
import { ApprovalRule } from './approval-rule.entity';

/** The limits of a realm's rules. */
export const limitNames = ['per_launch', 'per_event', 'per_month'] as const;
export type LimitName = (typeof limitNames)[number];

/** The sums that a realm spends without a second person, in one currency. */
export type ApprovalRules = { currency: string } & Record<LimitName, number | null>;

/** What is committed to an event in a currency: spent, reserved, and what jobs and tasks may still spend. */
export interface Commitment {
  event_id: number;
  /** Null: what may spend without a budget. */
  currency: string | null;
  amount: number;
  /** Without what was spent before this month. */
  of_month: number;
  /** Jobs, and tasks without a job, that have no budget. */
  unbounded: number;
}

/**
 * SQL of the tasks (alias `t`) that may still spend, until their event (alias `e`) is over: what was stopped can be started
 * again, and what was deleted restored. So neither needs a check of its own.
 */
const MAY_SPEND = `(t.unfinished OR (t.status <> 'bought' AND (e.ko IS NULL OR e.ko > extract(epoch FROM now()))))`;

/** SQL of what seats cost that belong to a row: `tickets` or live holds, as `s`, in the budget's currency. */
const usedOf = (row: string, condition: string): string =>
  `coalesce((SELECT sum(s.price) FROM tickets s WHERE s.realm_id = ${row}.realm_id AND s.currency = ${row}.budget_currency
     AND ${spentSeatSql('s')} AND ${condition}), 0)
   + coalesce((SELECT sum(s.price) FROM holds s WHERE s.realm_id = ${row}.realm_id AND s.currency = ${row}.budget_currency
     AND ${liveHoldSql('s')} AND ${condition}), 0)`;

const COMMITTED = `WITH budgets AS (
    SELECT j.event_id, j.budget_currency AS currency, j.budget AS amount, ${usedOf('j', 's.job_id = j.id')} AS used
    FROM jobs j JOIN events e ON e.id = j.event_id
    WHERE j.realm_id = $1
      AND EXISTS (SELECT FROM tasks t WHERE t.realm_id = j.realm_id AND t.job_id = j.id AND ${MAY_SPEND})
    UNION ALL
    SELECT t.event_id, t.budget_currency, t.budget_per_task, ${usedOf('t', 's.task_id = t.id')}
    FROM tasks t JOIN events e ON e.id = t.event_id
    WHERE t.realm_id = $1 AND t.job_id IS NULL AND ${MAY_SPEND}
  ), sums AS (
    SELECT event_id, CASE WHEN amount IS NOT NULL THEN currency END AS currency,
      greatest(0, coalesce(amount - used, 0)) AS amount, greatest(0, coalesce(amount - used, 0)) AS of_month,
      (amount IS NULL)::int AS unbounded
    FROM budgets
    UNION ALL
    SELECT s.event_id, s.currency, s.price, CASE WHEN s.created_at >= month_of_realm($1) THEN s.price ELSE 0 END, 0
    FROM tickets s WHERE s.realm_id = $1 AND ${spentSeatSql('s')} AND s.price IS NOT NULL
    UNION ALL
    SELECT s.event_id, s.currency, s.price, s.price, 0
    FROM holds s WHERE s.realm_id = $1 AND ${liveHoldSql('s')} AND s.price IS NOT NULL
  )
  SELECT event_id, currency, sum(amount)::float8 AS amount, sum(of_month)::float8 AS of_month, sum(unbounded)::int AS unbounded
  FROM sums GROUP BY event_id, currency`;

/** Reads and sets the rules of realms, and reads what is committed in them. */
@Injectable()
export class CommitmentsRepository {
  async findRules(tx: Tx, realmId: number): Promise<ApprovalRules | null> {
    const [rules] = await tx.queryPrepared<ApprovalRules>(
      `SELECT currency, per_launch::float8 AS per_launch, per_event::float8 AS per_event, per_month::float8 AS per_month
       FROM approval_rules WHERE realm_id = $1`,
      [realmId],
    );
    return rules ?? null;
  }

  /** Null removes them. */
  async setRules(tx: Tx, realm_id: number, rules: ApprovalRules | null): Promise<void> {
    if (rules) await tx.manager.upsert(ApprovalRule, { realm_id, ...rules }, ['realm_id']);
    else await tx.manager.delete(ApprovalRule, { realm_id });
  }

  /** Lets nobody else commit money of the realm, or set its rules, until the transaction ends. */
  async lock(tx: Tx, realmId: number): Promise<void> {
    await tx.query('SELECT lock_commitments($1)', [realmId]);
  }

  /** What is committed in a realm now, by event and currency. */
  read(tx: Tx, realmId: number): Promise<Commitment[]> {
    return tx.query<Commitment>(COMMITTED, [realmId]);
  }
}
