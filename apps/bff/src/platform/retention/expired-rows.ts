import type { RetentionSettings } from '../config/retention-settings';
import { RESTORABLE_DAYS } from '../database/restore';

/** Rows of a table that are to be removed. */
export type ExpiredRows = {
  /** What the metrics and the log call them. */
  kind: string;
  table: string;
  /** SQL that holds for them alone. Checked again when a row is removed. */
  condition: string;
  /** SQL that finds the oldest first, by an index. */
  order?: string;
  /** Rows that a transaction of somebody else has locked are left for the next round. */
  skipLocked?: boolean;
  /** SQL of the JSON that an archive keeps of a row; rows without it are never archived. */
  archived?: string;
};

/** What nobody needs once its time is over, whatever the settings say. */
const TRANSIENT: readonly ExpiredRows[] = [
  { kind: 'idempotency_keys', table: 'idempotency_keys', condition: 'expires_at < now()' },
  { kind: 'password_resets', table: 'password_resets', condition: olderThan('updated_at', '7 days') },
  { kind: 'guess_budgets', table: 'guess_budgets', condition: olderThan('updated_at', '1 hour') },
  { kind: 'known_devices', table: 'known_devices', condition: olderThan('seen_at', '180 days') },
  {
    kind: 'sessions',
    table: 'sessions',
    condition: olderThan('least(expires_at, idle_expires_at, ended_at)', '30 days'),
  },
  { kind: 'task_positions', table: 'task_positions', condition: olderThan('at', '30 days') },
  { kind: 'csp_reports', table: 'csp_reports', condition: olderThan('last_at', '30 days') },
  { kind: 'module_uploads', table: 'module_uploads', condition: olderThan('created_at', '1 hour') },
  { kind: 'module_reports', table: 'module_load_reports', condition: olderThan('minute', '30 days') },
  {
    kind: 'module_assignments',
    table: 'module_past_assignments',
    condition: olderThan('ended_at', '30 days'),
  },
  {
    kind: 'module_report_budgets',
    table: 'module_report_budgets',
    condition: olderThan('started_at', '24 hours'),
  },
  { kind: 'module_load_samples', table: 'module_load_samples', condition: olderThan('since', '25 hours') },
  { kind: 'module_fetches', table: 'module_fetches', condition: olderThan('at', '8 days') },
];

/**
 * Tables whose soft-deleted rows are removed once they can't be restored, children first. Tickets stay, because a purchase
 * remains in the ledger and counts towards its customer's limit.
 */
const SOFT_DELETED_TABLES = ['queue_links', 'tasks', 'jobs', 'templates', 'pools'] as const;

const softDeleted: readonly ExpiredRows[] = SOFT_DELETED_TABLES.map((table) => ({
  kind: `deleted_${table}`,
  table,
  condition: `deleted_at <= now() - interval '${RESTORABLE_DAYS} days'`,
  order: 'deleted_at',
  skipLocked: true,
}));

/**
 * All expired rows, in the order in which they are removed. Of finished tasks those stay whose payment is still to be
 * checked, and of holds those that were paid for: purchases are never removed.
 */
export function expiredRows(days: RetentionSettings): ExpiredRows[] {
  const kept: (ExpiredRows & { days: number })[] = [
    {
      kind: 'notifications',
      days: days.notifications,
      archived: 'to_jsonb(notifications)',
      table: 'notifications',
      condition: olderThan('created_at', `${days.notifications} days`),
    },
    {
      kind: 'operations',
      days: days.operations,
      archived:
        "to_jsonb(bulk_operations) || jsonb_build_object('items', (SELECT jsonb_agg(to_jsonb(i)) FROM bulk_items i WHERE i.operation_id = bulk_operations.id))",
      table: 'bulk_operations',
      condition: olderThan('created_at', `${days.operations} days`),
    },
    {
      kind: 'holds',
      days: days.holds,
      archived: 'to_jsonb(holds)',
      table: 'holds',
      condition: `status IN ('expired', 'removed') AND ${olderThan('updated_at', `${days.holds} days`)}
        AND NOT EXISTS (SELECT FROM tickets k WHERE k.hold_id = holds.id)`,
      skipLocked: true,
    },
    {
      kind: 'tasks',
      days: days.tasks,
      archived:
        "to_jsonb(tasks) || jsonb_build_object('events', (SELECT jsonb_agg(to_jsonb(e)) FROM task_events e WHERE e.task_id = tasks.id))",
      table: 'tasks',
      condition: `NOT unfinished AND NOT payment_check AND ${olderThan('finished_at', `${days.tasks} days`)}`,
      skipLocked: true,
    },
  ];
  return [...TRANSIENT, ...kept.filter((rows) => rows.days > 0), ...softDeleted];
}

function olderThan(instant: string, age: string): string {
  return `${instant} < now() - interval '${age}'`;
}
