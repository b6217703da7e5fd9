import { Injectable } from '@nestjs/common';
import { textOrder } from '../../platform/database/display-names';
import { liveHoldSql, spentSeatSql } from '../../platform/database/seat-states';
import type { Tx } from '../../platform/database/transactions';
import type { MonthBalance, MonthReportDto, MonthSpending } from './month-report.dto';

/** A month of a realm, in its time zone. */
export type RealmMonth = Pick<
  MonthReportDto,
  'realm_id' | 'realm_name' | 'month' | 'this_month' | 'time_zone' | 'from' | 'to'
>;

/** Reads what a realm spent in a month. */
@Injectable()
export class MonthReportRepository {
  /** A month of a realm, or in UTC without one; this month without `month`. */
  async findMonth(tx: Tx, realmId: number | null, month: string | undefined): Promise<RealmMonth> {
    const [found] = await tx.query<RealmMonth>(
      `SELECT r.id AS realm_id, r.name AS realm_name, r.time_zone, to_char(r.this_month, 'YYYY-MM') AS this_month,
         to_char(m.first, 'YYYY-MM') AS month, m.first AT TIME ZONE r.time_zone AS "from",
         (m.first + interval '1 month') AT TIME ZONE r.time_zone AS "to"
       FROM (
         SELECT id, name, coalesce(time_zone, 'UTC') AS time_zone,
           date_trunc('month', now() AT TIME ZONE coalesce(time_zone, 'UTC')) AS this_month
         FROM (SELECT) one LEFT JOIN realms ON id = $1
       ) r CROSS JOIN LATERAL (SELECT coalesce(to_date($2, 'YYYY-MM')::timestamp, r.this_month) AS first) m`,
      [realmId, month ?? null],
    );
    if (!found) throw new Error('A month is one row');
    return found;
  }

  /** What was spent, by event, by the person who approved the seat's job last, and by currency. */
  readSpending(tx: Tx, { realm_id, realm_name, month, from, to }: RealmMonth): Promise<MonthSpending[]> {
    return tx.query<MonthSpending>(
      `WITH approved AS (
         SELECT DISTINCT ON (q.job_id) q.job_id, q.decided_by, q.decided_who
         FROM approvals q WHERE q.realm_id = $1 AND q.status = 'approved' AND q.job_id IS NOT NULL
         ORDER BY q.job_id, q.decided_at DESC, q.id DESC
       )
       SELECT $4::text AS month, $1::int AS realm_id, $5::text AS realm_name, k.event_id, max(k.event_name) AS event_name,
         CASE WHEN a.job_id IS NULL THEN 'none' ELSE 'approved' END AS approval, a.decided_by AS approver_id,
         max(a.decided_who) FILTER (WHERE a.decided_by IS NOT NULL) AS approver, k.currency, count(*)::int AS seats,
         coalesce(sum(k.price), 0)::float8 AS spent, (count(*) FILTER (WHERE k.price IS NULL))::int AS unpriced,
         (count(*) FILTER (WHERE k.over_budget))::int AS over_budget
       FROM tickets k LEFT JOIN approved a ON a.job_id = k.job_id
       WHERE k.realm_id = $1 AND ${spentSeatSql('k')} AND k.created_at >= $2 AND k.created_at < $3
       GROUP BY k.event_id, approval, a.decided_by, k.currency
       ORDER BY ${textOrder('max(k.event_name)')}, k.event_id, k.currency, approval, approver, approver_id`,
      [realm_id, from, to, month, realm_name],
    );
  }

  /** The budgets of the month, one per currency, and what is reserved of that of this month. */
  readBudgets(
    tx: Tx,
    { realm_id, month, this_month }: RealmMonth,
  ): Promise<Pick<MonthBalance, 'currency' | 'amount' | 'reserved'>[]> {
    return tx.query(
      `SELECT b.currency, b.amount::float8 AS amount, CASE WHEN $3 THEN (
           SELECT coalesce(sum(h.price), 0) FROM holds h
           WHERE h.realm_id = $1 AND h.currency = b.currency AND ${liveHoldSql('h')})::float8 ELSE 0 END AS reserved
       FROM (
         SELECT DISTINCT ON (m.currency) m.currency, m.amount FROM month_budgets m
         WHERE m.realm_id = $1 AND m.from_month <= to_date($2, 'YYYY-MM') ORDER BY m.currency, m.from_month DESC
       ) b WHERE b.amount IS NOT NULL ORDER BY b.currency`,
      [realm_id, month, month === this_month],
    );
  }
}
