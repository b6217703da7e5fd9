import { Injectable } from '@nestjs/common';
import { Conditions } from '../../platform/database/conditions';
import { liveHoldSql, spentSeatSql } from '../../platform/database/seat-states';
import { selectPage } from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import type { Page, Pagination } from '../../platform/http/list-query';
import { type OpenSeats, openSeatsSql, type SetBudget } from '../../work';
import { type BudgetDto, type BudgetKind, budgetKinds, type BudgetListQuery } from './budgets.dto';
import { EventBudget } from './event-budget.entity';
import { MonthBudget } from './month-budget.entity';

/** What seats belong to. A task or a job that was removed is null. */
export interface SeatOwner {
  realm_id: number;
  event_id: number;
  job_id: number | null;
  task_id: number | null;
}

/** A budget that applies to seats. */
export interface Budget {
  kind: BudgetKind;
  realm_id: number;
  /** The job or the event; the task of a budget per seat or task; the realm of a month. */
  id: number;
  currency: string;
  amount: number;
}

/** A budget with what is spent and reserved of it; nothing of a budget per seat. */
export interface Balance extends Budget {
  spent: number;
  reserved: number;
}

/** A budget of a month, an event or a job with its balances. */
export type ListedBudget = Omit<BudgetDto, 'forecast'>;

/** SQL of a budget per seat or task: the task's own, else its job's. */
const ofTasks = (kind: BudgetKind, column: string): string =>
  `SELECT '${kind}', t.realm_id, t.id, CASE WHEN t.${column} IS NULL THEN j.budget_currency ELSE t.budget_currency END,
     coalesce(t.${column}, j.${column})
   FROM tasks t LEFT JOIN jobs j ON j.realm_id = t.realm_id AND j.id = t.job_id
   WHERE t.id IN (SELECT task_id FROM owners) AND coalesce(t.${column}, j.${column}) IS NOT NULL`;

/** SQL of the budgets of this month, one row per realm and currency, with a condition on them (alias `m`). */
const monthsSql = (condition: string): string =>
  `SELECT DISTINCT ON (m.realm_id, m.currency) m.realm_id, m.currency, m.amount
    FROM month_budgets m JOIN realms r ON r.id = m.realm_id
    WHERE ${condition} AND m.from_month <= now() AT TIME ZONE coalesce(r.time_zone, 'UTC')
    ORDER BY m.realm_id, m.currency, m.from_month DESC`;

/** SQL of the budgets that apply to the owners in `$1`. */
const APPLYING = `WITH owners AS MATERIALIZED (
    SELECT * FROM jsonb_to_recordset($1::jsonb) AS o(realm_id int, event_id int, job_id int, task_id int)
  ), months AS (
    ${monthsSql('m.realm_id IN (SELECT realm_id FROM owners)')}
  ), budgets(kind, realm_id, id, currency, amount) AS (
    SELECT 'event', e.realm_id, e.event_id, e.currency, e.amount FROM event_budgets e
    WHERE (e.realm_id, e.event_id) IN (SELECT realm_id, event_id FROM owners)
    UNION ALL SELECT 'month', m.realm_id, m.realm_id, m.currency, m.amount FROM months m WHERE m.amount IS NOT NULL
    UNION ALL SELECT 'job', j.realm_id, j.id, j.budget_currency, j.budget FROM jobs j
    WHERE j.id IN (SELECT job_id FROM owners) AND j.budget IS NOT NULL
    UNION ALL ${ofTasks('task', 'budget_per_task')}
    UNION ALL ${ofTasks('seat', 'budget_per_seat')}
  )`;

/** SQL of a sum over the seats of a budget (alias `b`), each kind by the condition that finds them. */
const sumOf = (sumWhere: (condition: string) => string, ofMonth = 'true'): string =>
  `CASE b.kind WHEN 'event' THEN ${sumWhere('s.event_id = b.id')} WHEN 'job' THEN ${sumWhere('s.job_id = b.id')}
     WHEN 'task' THEN ${sumWhere('s.task_id = b.id')} WHEN 'month' THEN ${sumWhere(ofMonth)} ELSE 0 END`;

const spent = sumOf(
  (condition) => `(SELECT coalesce(sum(s.price), 0) FROM tickets s
    WHERE s.realm_id = b.realm_id AND s.currency = b.currency AND ${spentSeatSql('s')} AND ${condition})`,
  's.created_at >= month_of_realm(b.realm_id)',
);

/** Whatever is held now would be paid in this month. */
const reserved = sumOf(
  (condition) => `(SELECT coalesce(sum(s.price), 0) FROM holds s
    WHERE s.realm_id = b.realm_id AND s.currency = b.currency AND ${liveHoldSql('s')} AND ${condition})`,
);

/** SQL of the budgets of each realm, event and job, as `b`. */
const LISTED = `FROM (
    SELECT 'event' AS kind, e.realm_id, e.event_id AS id, e.currency, e.amount FROM event_budgets e
    UNION ALL SELECT 'job', j.realm_id, j.id, j.budget_currency, j.budget FROM jobs j
    WHERE j.budget IS NOT NULL AND j.deleted_at IS NULL
    UNION ALL SELECT 'month', m.realm_id, m.realm_id, m.currency, m.amount FROM (
      ${monthsSql('true')}) m WHERE m.amount IS NOT NULL
  ) b JOIN realms r ON r.id = b.realm_id AND r.deleted_at IS NULL
  LEFT JOIN jobs j ON b.kind = 'job' AND j.realm_id = b.realm_id AND j.id = b.id
  LEFT JOIN events e ON e.id = CASE b.kind WHEN 'event' THEN b.id WHEN 'job' THEN j.event_id END`;

/** SQL of the budgets as `b`, with the realm `r`, the event `e` and the job `j`: their names, and what is used of them. */
export const budgetUseSql = `SELECT b.kind, b.id, coalesce(j.name, e.name, r.name) AS name, CASE b.kind WHEN 'event' THEN b.id END AS event_id,
  b.currency, b.amount, ${spent} + ${reserved} AS used ${LISTED}`;

export const budgetSorts = { amount: 'b.amount', name: 'coalesce(j.name, e.name)', kind: 'b.kind' };

/** Reads and writes budgets, and what is spent and reserved of them, which is always the sum of the rows themselves. */
@Injectable()
export class BudgetsRepository {
  /** The budgets that apply to seats of these owners. */
  findApplying(tx: Tx, owners: readonly SeatOwner[]): Promise<Budget[]> {
    return tx.queryPrepared<Budget>(
      `${APPLYING} SELECT kind, realm_id, id, currency, amount::float8 AS amount FROM budgets`,
      [JSON.stringify(owners)],
    );
  }

  /** As `findApplying`, with their balances. */
  readBalances(tx: Tx, owners: readonly SeatOwner[]): Promise<Balance[]> {
    return tx.queryPrepared<Balance>(
      `${APPLYING} SELECT b.kind, b.realm_id, b.id, b.currency, b.amount::float8 AS amount, (${spent})::float8 AS spent,
         (${reserved})::float8 AS reserved FROM budgets b`,
      [JSON.stringify(owners)],
    );
  }

  /** The budgets of months, events and jobs, with their balances. */
  list(tx: Tx, query: BudgetListQuery, pagination: Pagination): Promise<Page<ListedBudget>> {
    const where = new Conditions()
      .words('b.kind', query.kind, 'kind', budgetKinds)
      .ids('e.id', query.event_id, 'event_id')
      .ids('j.id', query.job_id, 'job_id')
      .ids('b.realm_id', query.realm_id, 'realm_id');
    return selectPage<ListedBudget>(
      tx,
      {
        columns: `b.kind, b.realm_id, r.name AS realm_name, e.id AS event_id, e.name AS event_name, j.id AS job_id,
          j.name AS job_name, b.currency, b.amount::float8 AS amount, u.spent::float8 AS spent, u.reserved::float8 AS reserved,
          (b.amount - u.spent - u.reserved)::float8 AS free`,
        from: `${LISTED} CROSS JOIN LATERAL (SELECT ${spent} AS spent, ${reserved} AS reserved) u`,
      },
      where,
      pagination,
    );
  }

  /** The seats that live tasks still try for at the events of budgets, by job. */
  async readOpenSeats(tx: Tx, budgets: readonly ListedBudget[]): Promise<OpenSeats[]> {
    const events = budgets.filter(({ kind }) => kind !== 'month');
    if (events.length === 0) return [];
    const of = (alias: string) =>
      `(${alias}.realm_id, ${alias}.event_id) IN (SELECT * FROM unnest($1::int[], $2::int[]))`;
    return tx.query<OpenSeats>(openSeatsSql(of), [
      events.map(({ realm_id }) => realm_id),
      events.map(({ event_id }) => event_id),
    ]);
  }

  /** Locks budgets until the transaction ends: what is spent and reserved of them changes by one transaction at a time. */
  async lock(tx: Tx, budgets: readonly Budget[]): Promise<void> {
    const keys = budgets.map(({ kind, realm_id, id }) => `${kind}:${realm_id}:${id}`);
    await tx.query('SELECT lock_budgets($1::text[])', [keys]);
  }

  /** Lets nobody set the budgets of realms until the transaction ends. */
  async share(tx: Tx, realmIds: readonly number[]): Promise<void> {
    await tx.query('SELECT share_budgets(id) FROM unnest($1::int[]) AS id', [realmIds]);
  }

  /** Waits until nobody reserves or spends by a realm's present budgets, and lets nobody do so until the transaction ends. */
  async beginSetting(tx: Tx, realmId: number): Promise<void> {
    await tx.query('SELECT set_budgets($1)', [realmId]);
  }

  /** A realm's budget of an event. */
  async findForEvent(tx: Tx, realmId: number, eventId: number): Promise<SetBudget | null> {
    const [budget] = await tx.query<SetBudget>(
      'SELECT amount::float8 AS amount, currency FROM event_budgets WHERE realm_id = $1 AND event_id = $2',
      [realmId, eventId],
    );
    return budget ?? null;
  }

  /** Sets a realm's budget of an event; null removes it. */
  async setForEvent(
    tx: Tx,
    key: { realm_id: number; event_id: number },
    budget: SetBudget | null,
  ): Promise<void> {
    if (budget) await tx.manager.upsert(EventBudget, { ...key, ...budget }, ['realm_id', 'event_id']);
    else await tx.manager.delete(EventBudget, key);
  }

  /** A realm's budget of this month in a currency. */
  async findForMonth(tx: Tx, realmId: number, currency: string): Promise<number | null> {
    const [row] = await tx.query<{ amount: number | null }>(
      `SELECT b.amount::float8 AS amount FROM (${monthsSql('m.realm_id = $1 AND m.currency = $2')}) b`,
      [realmId, currency],
    );
    return row?.amount ?? null;
  }

  /** Sets a realm's budget of this month and those that follow, in one currency; null removes it. */
  async setForMonth(tx: Tx, { realm_id, currency, amount }: Omit<MonthBudget, 'from_month'>): Promise<void> {
    await tx.execute(
      `INSERT INTO month_budgets (realm_id, currency, from_month, amount)
       SELECT r.id, $2, date_trunc('month', now() AT TIME ZONE coalesce(r.time_zone, 'UTC'))::date, $3 FROM realms r WHERE r.id = $1
       ON CONFLICT (realm_id, currency, from_month) DO UPDATE SET amount = excluded.amount`,
      [realm_id, currency, amount],
    );
  }

  /** Flags tickets of owners whose budgets are exceeded, or that cost more than a seat may. */
  async flag(tx: Tx, ticketIds: readonly number[]): Promise<void> {
    await tx.execute('UPDATE tickets SET over_budget = true WHERE id = ANY ($1::int[])', [ticketIds]);
  }
}
