import type { OwnedRows } from '../platform/database/owned-rows';
import { RESTORABLE_DAYS } from '../platform/database/row-writes';

/**
 * Finished tasks, but those whose payment is still to be checked, who was on for events and how fast people paid long ago, and
 * deleted rows that can't be restored any more.
 */
export const workRows: OwnedRows = {
  expiring: [
    { kind: 'task_positions', table: 'task_positions', since: 'at', after: { interval: '30 days' } },
    { kind: 'event_payers', table: 'event_payers', since: 'created_at', after: { interval: '365 days' } },
    { kind: 'payment_times', table: 'payment_times', since: 'paid_at', after: { interval: '90 days' } },
    {
      kind: 'tasks',
      table: 'tasks',
      since: 'finished_at',
      after: { setting: 'tasks' },
      where: 'NOT unfinished AND NOT payment_check',
      skipLocked: true,
      archived:
        "to_jsonb(tasks) || jsonb_build_object('events', (SELECT jsonb_agg(to_jsonb(e)) FROM task_events e WHERE e.task_id = tasks.id))",
    },
    // Children first.
    ...['queue_links', 'tasks', 'jobs', 'templates', 'pools'].map((table) => ({
      kind: `deleted_${table}`,
      table,
      since: 'deleted_at',
      after: { interval: `${RESTORABLE_DAYS} days` },
      order: 'deleted_at',
      skipLocked: true,
    })),
  ],
  partitioned: [{ kind: 'events', table: 'task_events' }],
  sealed: [
    { table: 'logins', row: 'id', realm: 'realm_id' },
    { table: 'queue_links', row: 'id', realm: 'realm_id' },
  ],
};
