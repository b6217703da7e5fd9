import { Injectable } from '@nestjs/common';
import { loginName } from '../../platform/database/display-names';
import { liveHoldSql } from '../../platform/database/seat-states';
import type { Tx } from '../../platform/database/transactions';
import { isRealmActiveSql, isRealmPausedSql } from '../../platform/realm-scope/realm-status.repository';
import { budgetColumns } from '../budget-columns';
import type { BudgetFields } from '../budget-fields';
import type { PlanWorkers } from './jobs.dto';

/** A template as a launch needs it, or a job that is launched again with its own settings. */
export interface TemplateForLaunch extends BudgetFields {
  /** Null: the job's template was removed. */
  id: number | null;
  /** The job that is launched again; null for a template. */
  from_job_id: number | null;
  realm_id: number;
  site_id: number;
  event_id: number | null;
  name: string;
  type: 'hold' | 'buy';
  worker_count: number;
  seats_per_worker: number;
  launch_delay: number;
  target_count: number | null;
  price_type: string | null;
  price_levels: unknown;
  proxy_template: string | null;
  pool_id: number | null;
  login_ids: number[];
  site_deleted: boolean;
  site_enabled: boolean;
  realm_active: boolean;
  realm_paused: boolean;
}

/** An event of a site. */
export interface EventForLaunch {
  id: number;
  guid: string;
  name: string;
  max_per_customer: number | null;
  closed: boolean;
}

/** A login with its seats and tasks for the event of a plan. */
export interface LoginForPlan {
  id: number;
  label: string;
  site_id: number;
  status: 'active' | 'disabled' | 'failed';
  customer_identity: string;
  bought: number;
  held: number;
  busy: number;
}

/** SQL of a job's name without the number that its launch added because another job had the name. */
const nameToRepeat = `(SELECT coalesce(max(o.name), j.name) FROM jobs o WHERE o.realm_id = j.realm_id AND o.deleted_at IS NULL
  AND o.name = regexp_replace(j.name, ' #[1-9][0-9]{0,5}$', ''))`;

/** SQL of a job's setting, or of its template's for jobs from before the setting was kept. */
const own = (setting: string, value: string): string =>
  `CASE WHEN j.config ? '${setting}' THEN ${value} ELSE m.${setting} END`;

/** Reads the data of a launch plan. */
@Injectable()
export class JobPlanRepository {
  /** The template; undefined when the scope doesn't see it. */
  async findTemplate(tx: Tx, id: number): Promise<TemplateForLaunch | undefined> {
    const [row] = await tx.query<TemplateForLaunch>(
      `SELECT m.id, NULL::int AS from_job_id, m.realm_id, m.site_id, m.event_id, m.name, m.type, m.worker_count, m.seats_per_worker, m.launch_delay,
         m.target_count, ${budgetColumns('m')}, m.price_type, m.price_levels, m.proxy_template, m.pool_id,
         ARRAY(SELECT login_id FROM template_logins tl WHERE tl.realm_id = m.realm_id AND tl.template_id = m.id
               ORDER BY position) AS login_ids,
         s.deleted_at IS NOT NULL AS site_deleted, s.enabled = 1 AS site_enabled, ${isRealmActiveSql('r')} AS realm_active, ${isRealmPausedSql('r')} AS realm_paused
       FROM templates m JOIN sites s ON s.id = m.site_id JOIN realms r ON r.id = m.realm_id WHERE m.id = $1 AND m.deleted_at IS NULL`,
      [id],
    );
    return row;
  }

  /**
   * A job's own settings as a template; undefined when the scope doesn't see it. What jobs didn't keep at the time is the
   * template's. Its name is without the number that a repeated launch got.
   */
  async findJob(tx: Tx, id: number): Promise<TemplateForLaunch | undefined> {
    const [row] = await tx.query<TemplateForLaunch>(
      `SELECT m.id, j.id AS from_job_id, j.realm_id, j.site_id, j.event_id, ${nameToRepeat} AS name,
         coalesce(j.config ->> 'type', m.type, 'hold') AS type,
         coalesce((j.config ->> 'worker_count')::int, m.worker_count, 1) AS worker_count,
         coalesce((j.config ->> 'seats_per_worker')::int, m.seats_per_worker, 1) AS seats_per_worker,
         coalesce((j.config ->> 'launch_delay')::int, m.launch_delay, 0) AS launch_delay,
         j.seats_target AS target_count, ${budgetColumns('j')}, ${own('price_type', "j.config ->> 'price_type'")} AS price_type,
         nullif(${own('price_levels', "j.config -> 'price_levels'")}, 'null') AS price_levels,
         ${own('proxy_template', "j.config ->> 'proxy_template'")} AS proxy_template,
         (j.config ->> 'pool_id')::int AS pool_id,
         ARRAY(SELECT value::int FROM jsonb_array_elements_text(CASE jsonb_typeof(j.config -> 'login_ids')
           WHEN 'array' THEN j.config -> 'login_ids' ELSE '[]' END)) AS login_ids,
         s.deleted_at IS NOT NULL AS site_deleted, s.enabled = 1 AS site_enabled, ${isRealmActiveSql('r')} AS realm_active, ${isRealmPausedSql('r')} AS realm_paused
       FROM jobs j JOIN sites s ON s.id = j.site_id JOIN realms r ON r.id = j.realm_id
       LEFT JOIN templates m ON m.realm_id = j.realm_id AND m.id = j.template_id
       WHERE j.id = $1 AND j.deleted_at IS NULL`,
      [id],
    );
    return row;
  }

  async findEvent(tx: Tx, id: number, siteId: number): Promise<EventForLaunch | undefined> {
    const [row] = await tx.query<EventForLaunch>(
      `SELECT id, guid, name, customer_limit(id) AS max_per_customer, status = 'closed' AS closed FROM events
       WHERE id = $1 AND site_id = $2 AND deleted_at IS NULL`,
      [id, siteId],
    );
    return row;
  }

  /** A pool's active members by position; undefined when it doesn't exist or is of another site. */
  async findPoolMembers(tx: Tx, id: number, realmId: number, siteId: number): Promise<number[] | undefined> {
    const [pool] = await tx.query<{ members: number[] }>(
      `SELECT ARRAY(SELECT m.login_id FROM pool_members m WHERE m.realm_id = p.realm_id AND m.pool_id = p.id AND m.status = 'active'
                    ORDER BY m.position) AS members
       FROM pools p WHERE p.id = $1 AND p.realm_id = $2 AND p.site_id = $3 AND p.deleted_at IS NULL`,
      [id, realmId, siteId],
    );
    return pool?.members;
  }

  /** The realms of rows that a request names, as far as the scope sees them. */
  findRealms(tx: Tx, table: 'logins' | 'pools', ids: readonly number[]): Promise<{ realm_id: number }[]> {
    return tx.query<{ realm_id: number }>(
      `SELECT realm_id FROM ${table} WHERE id = ANY ($1::int[]) AND deleted_at IS NULL`,
      [ids],
    );
  }

  /** Logins of a realm by id: seats bought and held for the event, and unfinished tasks for it. */
  async findLogins(
    tx: Tx,
    ids: readonly number[],
    realmId: number,
    eventId: number,
  ): Promise<Map<number, LoginForPlan>> {
    const logins = await tx.query<Omit<LoginForPlan, 'bought' | 'held' | 'busy'>>(
      `SELECT id, ${loginName('logins')} AS label, site_id, status, customer_identity
       FROM logins WHERE id = ANY ($1::int[]) AND realm_id = $2 AND deleted_at IS NULL`,
      [ids, realmId],
    );
    const counts = await this.countByLogin(tx, ids, realmId, eventId);
    return new Map(
      logins.map((login) => [login.id, { ...login, bought: 0, held: 0, busy: 0, ...counts.get(login.id) }]),
    );
  }

  /** Seats of an event that customers have, bought or held, in all realms. Locks the customers until the transaction ends. */
  async lockCustomerSeats(
    tx: Tx,
    eventId: number,
    identities: readonly string[],
  ): Promise<Map<string, number>> {
    await tx.query('SELECT lock_customers($1, $2::text[])', [eventId, identities]);
    const rows = await tx.query<{ customer_identity: string; used: number }>(
      'SELECT customer_identity, bought + held AS used FROM customer_seats($1, $2::text[])',
      [eventId, identities],
    );
    return new Map(rows.map(({ customer_identity, used }) => [customer_identity, used]));
  }

  /** The transaction's time by the database's clock. */
  async now(tx: Tx): Promise<Date> {
    const [clock] = await tx.query<{ now: Date }>('SELECT now() AS now');
    if (!clock) throw new Error('SELECT now() returns a row');
    return clock.now;
  }

  /** Free slots under the realm's `max_tasks`. */
  /** The workers that could run a site's tasks of a realm now. */
  async countWorkers(tx: Tx, siteId: number, realmId: number): Promise<PlanWorkers> {
    const [row] = await tx.query<PlanWorkers>(
      'SELECT connected, serving - draining AS serving, room AS free FROM workers_for($1, $2)',
      [siteId, realmId],
    );
    return row ?? { connected: 0, serving: 0, free: 0 };
  }

  async countFreeSlots(tx: Tx, realmId: number): Promise<number> {
    const [row] = await tx.query<{ free: number }>(
      'SELECT greatest(0, max_tasks - active_tasks) AS free FROM realms WHERE id = $1',
      [realmId],
    );
    return row?.free ?? 0;
  }

  /**
   * Reads each table once for all logins and combines the counts here. A join of ten thousand logins with three counts takes
   * seconds, and without fresh statistics it exceeds the time limit of a statement.
   */
  private async countByLogin(
    tx: Tx,
    ids: readonly number[],
    realmId: number,
    eventId: number,
  ): Promise<Map<number, Partial<LoginForPlan>>> {
    const counted = (what: 'bought' | 'held' | 'busy', table: string, where: string) =>
      `SELECT '${what}' AS what, login_id, count(*)::int AS n FROM ${table}
       WHERE realm_id = $2 AND event_id = $3 AND login_id = ANY ($1::int[]) AND ${where} GROUP BY login_id`;
    const rows = await tx.query<{ what: 'bought' | 'held' | 'busy'; login_id: number; n: number }>(
      [
        counted('bought', 'tickets', "status = 'ACTIVE' AND deleted_at IS NULL"),
        counted('held', 'holds', liveHoldSql('holds')),
        counted('busy', 'tasks', 'unfinished AND deleted_at IS NULL'),
      ].join(' UNION ALL '),
      [ids, realmId, eventId],
    );
    const counts = new Map<number, Partial<LoginForPlan>>();
    for (const { what, login_id, n } of rows) counts.set(login_id, { ...counts.get(login_id), [what]: n });
    return counts;
  }
}
