import { Injectable } from '@nestjs/common';
import { loginName } from '../../platform/database/display-names';
import type { Tx } from '../../platform/database/transactions';

/** What a new task takes from its login. */
interface LoginForTask {
  id: number;
  realm_id: number;
  site_id: number;
  label: string;
}

/** A task to insert. */
export interface NewTask {
  realm_id: number;
  login_id: number;
  site_id: number;
  event_id: number;
  name: string;
  seats_to_set: number;
  budget_per_task: number | null;
  budget_per_seat: number | null;
  budget_currency: string | null;
  event_price_type: string | null;
  event_price_levels: unknown;
  event_areas: unknown;
  sleep_time_ms: number | null;
  scheduled_at: string | null;
  proxy: string | null;
  proxy_template: string | null;
  pool_id: number | null;
}

/** Longest name of a task. */
const MAX_NAME = 200;

/** The columns that a new task sets, with their types. */
const newTaskTypes: Readonly<Record<keyof NewTask, string>> = {
  realm_id: 'int',
  login_id: 'int',
  site_id: 'int',
  event_id: 'int',
  name: 'text',
  seats_to_set: 'int',
  budget_per_task: 'numeric',
  budget_per_seat: 'numeric',
  budget_currency: 'text',
  event_price_type: 'text',
  event_price_levels: 'jsonb',
  event_areas: 'jsonb',
  sleep_time_ms: 'int',
  scheduled_at: 'timestamptz',
  proxy: 'text',
  proxy_template: 'text',
  pool_id: 'int',
};
const newTaskColumns = Object.keys(newTaskTypes);
const newTaskRecord = Object.entries(newTaskTypes)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ');
/** The columns of a copy that aren't read as its original's. */
const copiedDifferently: Readonly<Partial<Record<string, string>>> = {
  name: `left(t.name, ${MAX_NAME} - char_length($2)) || $2 AS name`,
  budget_per_task: 't.budget_per_task::float8 AS budget_per_task',
  budget_per_seat: 't.budget_per_seat::float8 AS budget_per_seat',
  scheduled_at: 'NULL::text AS scheduled_at',
  pool_id: 'NULL::int AS pool_id',
};
const copiedColumns = newTaskColumns.map((name) => copiedDifferently[name] ?? `t.${name}`).join(', ');

/** The event that an input names, by id or else by guid, at the login's site. */
export interface EventReference {
  event_id: number | null;
  guid: string | null;
  site_id: number | null;
}

/** Reads what new tasks refer to, and inserts them. */
@Injectable()
export class TaskCreationRepository {
  /** Logins by id, as far as the scope sees them. */
  async findLogins(tx: Tx, ids: readonly number[]): Promise<Map<number, LoginForTask>> {
    const rows = await tx.query<LoginForTask>(
      `SELECT id, realm_id, site_id, ${loginName('logins')} AS label
       FROM logins WHERE id = ANY ($1::int[]) AND deleted_at IS NULL`,
      [ids],
    );
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** The realm of each pool, as far as the scope sees them. */
  async findPoolRealms(tx: Tx, ids: readonly number[]): Promise<Map<number, number>> {
    if (ids.length === 0) return new Map();
    const rows = await tx.query<{ id: number; realm_id: number }>(
      'SELECT id, realm_id FROM pools WHERE id = ANY ($1::int[]) AND deleted_at IS NULL',
      [ids],
    );
    return new Map(rows.map(({ id, realm_id }) => [id, realm_id]));
  }

  /** The event of each reference; undefined where there is none. */
  async findEvents(
    tx: Tx,
    references: readonly EventReference[],
  ): Promise<({ id: number; name: string } | undefined)[]> {
    // Many tasks are for few events.
    const keys = references.map((reference) => JSON.stringify(reference));
    const distinct = [...new Set(keys)];
    const rows = await tx.query<{ index: number; id: number; name: string }>(
      `SELECT r.nth::int - 1 AS index, e.id, e.name
       FROM ROWS FROM (jsonb_to_recordset($1::jsonb) AS (event_id int, guid text, site_id int)) WITH ORDINALITY
         AS r(event_id, guid, site_id, nth)
       JOIN events e ON e.site_id = r.site_id AND e.deleted_at IS NULL
         AND (e.id = r.event_id OR (r.event_id IS NULL AND e.guid = r.guid))`,
      [`[${distinct.join(',')}]`],
    );
    const found = new Map(rows.map(({ index, id, name }) => [distinct[index], { id, name }]));
    return keys.map((key) => found.get(key));
  }

  /** Copies of tasks to insert, in the order of the ids: with another name, and without schedule and pool. */
  readDuplicates(tx: Tx, ids: readonly number[], suffix: string): Promise<NewTask[]> {
    return tx.query<NewTask>(
      `SELECT ${copiedColumns} FROM tasks t WHERE t.id = ANY ($1::int[]) ORDER BY t.id`,
      [ids, suffix],
    );
  }

  /** Inserts idle tasks; returns their ids in order. A trigger rejects all of them if they exceed the realm's limit. */
  async insertTasks(tx: Tx, tasks: readonly NewTask[]): Promise<number[]> {
    const rows = await tx.query<{ id: number }>(
      `INSERT INTO tasks (${newTaskColumns.join(', ')}, created_by)
       SELECT n.*, $2::int FROM jsonb_to_recordset($1::jsonb) AS n(${newTaskRecord}) RETURNING id`,
      [JSON.stringify(tasks), tx.scope.actor.userId],
    );
    return rows.map(({ id }) => id);
  }
}
