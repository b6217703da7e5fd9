import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';
import { isSiteEnabledSql } from '../tasks/lifecycle/gates';

/** The sandbox as a site. */
export interface SandboxSite {
  id: number;
  url: string;
}

/** A job as a rehearsal needs it, with the number of its tasks. */
export interface SourceJob {
  id: number;
  realm_id: number;
  template_id: number | null;
  event_id: number;
  name: string;
  seats_target: number | null;
  config: { type?: 'hold' | 'buy'; seats_per_worker?: number; launch_delay?: number; price_levels?: unknown };
  tasks: number;
}

/** An event as a rehearsal copies it. */
export interface SourceEvent {
  id: number;
  name: string;
  category: string | null;
  ko: number | null;
  max_per_customer: number | null;
  price_type: string | null;
  price_levels: unknown;
}

/** How often a task of a rehearsal tries again, so that one which finds nothing ends within a minute. */
const RETRIES = 3;

/** Creates the realm of a rehearsal with its copy of the event, and reads what is rehearsed. */
@Injectable()
export class RehearsalRealmRepository {
  /** The enabled site at the sandbox's address. */
  async findSandbox(tx: Tx, origin: string): Promise<SandboxSite | undefined> {
    const [row] = await tx.query<SandboxSite>(
      `SELECT id, url FROM sites WHERE ${isSiteEnabledSql('sites')} AND (url = $1 OR starts_with(url, $1 || '/'))
       ORDER BY id LIMIT 1`,
      [origin],
    );
    return row;
  }

  async findJob(tx: Tx, id: number): Promise<SourceJob | undefined> {
    const [row] = await tx.query<SourceJob>(
      `SELECT j.id, j.realm_id, j.template_id, j.event_id, j.name, j.seats_target, j.config,
         (SELECT count(*)::int FROM tasks t WHERE t.realm_id = j.realm_id AND t.job_id = j.id AND t.deleted_at IS NULL) AS tasks
       FROM jobs j WHERE j.id = $1 AND j.deleted_at IS NULL`,
      [id],
    );
    return row;
  }

  async findEvent(tx: Tx, id: number): Promise<SourceEvent | undefined> {
    const [row] = await tx.query<SourceEvent>(
      `SELECT id, name, category, ko::float8 AS ko, max_per_customer, price_type, price_levels FROM events WHERE id = $1 AND deleted_at IS NULL`,
      [id],
    );
    return row;
  }

  /** Inserts a realm with room for a rehearsal's tasks and their logins, and no more; returns its id. */
  async insertRealm(tx: Tx, parentId: number, name: string, tasks: number): Promise<number> {
    const [row] = await tx.query<{ id: number }>(
      `INSERT INTO realms (id, name, parent_realm_id, max_tasks, max_logins, time_zone, separate_reversal) OVERRIDING SYSTEM VALUE
       SELECT nextval('rehearsal_realm_ids'), $2, id, $3::int, $3::int, time_zone, separate_reversal FROM realms WHERE id = $1
       RETURNING id`,
      [parentId, name, tasks],
    );
    if (!row) throw new Error('The realm that rehearses exists');
    return row.id;
  }

  /** Inserts the copy of an event at the sandbox, on sale at `startsAt`; returns its id. */
  async insertEvent(
    tx: Tx,
    event: SourceEvent,
    { realmId, site, guid, startsAt }: { realmId: number; site: SandboxSite; guid: string; startsAt: Date },
  ): Promise<number> {
    const [row] = await tx.query<{ id: number }>(
      `INSERT INTO events (site_id, guid, name, category, ko, max_per_customer, price_type, price_levels, url, status, on_sale_at,
         created_by_realm_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'on_sale', $10, $11) RETURNING id`,
      [
        site.id,
        guid,
        event.name,
        event.category,
        event.ko,
        event.max_per_customer,
        event.price_type,
        event.price_levels === null ? null : JSON.stringify(event.price_levels),
        new URL(`/events/${encodeURIComponent(guid)}`, site.url).href,
        startsAt,
        realmId,
      ],
    );
    if (!row) throw new Error('The insert of an event returned no row');
    return row.id;
  }

  /** The time in so many seconds, by the database's clock. */
  async timeIn(tx: Tx, seconds: number): Promise<Date> {
    const [row] = await tx.query<{ at: Date }>('SELECT now() + make_interval(secs => $1) AS at', [seconds]);
    if (!row) throw new Error('A SELECT without FROM has one row');
    return row.at;
  }

  /** Closes the realm of a rehearsal that has ended: from then on nothing starts or is leased in it. */
  async close(tx: Tx, realmId: number): Promise<void> {
    await tx.execute("UPDATE realms SET status = 'suspended' WHERE id = $1", [realmId]);
  }

  /** Lets the tasks of a rehearsal give up sooner than real ones. */
  async limitRetries(tx: Tx, jobId: number): Promise<void> {
    await tx.execute('UPDATE tasks SET max_retries = $2 WHERE job_id = $1', [jobId, RETRIES]);
  }
}
