import type { Readers } from './readers';

/** What is removed after a time that the operator chooses. */
export type RetentionKind =
  'tasks' | 'events' | 'audit' | 'holds' | 'notifications' | 'deliveries' | 'operations';

/** For how many days each kind is kept; 0: for ever. */
export type RetentionSettings = Readonly<Record<RetentionKind, number>>;

/** The audit log is evidence: it is kept for a year at least. */
const AUDIT_FLOOR_DAYS = 365;

/** Reads `RETENTION_<KIND>_DAYS`. */
export function readRetention(read: Readers): RetentionSettings {
  const days = {
    tasks: read.integer('RETENTION_TASKS_DAYS'),
    events: read.integer('RETENTION_EVENTS_DAYS'),
    audit: read.integer('RETENTION_AUDIT_DAYS'),
    holds: read.integer('RETENTION_HOLDS_DAYS'),
    notifications: read.integer('RETENTION_NOTIFICATIONS_DAYS'),
    deliveries: read.integer('RETENTION_DELIVERIES_DAYS'),
    operations: read.integer('RETENTION_OPERATIONS_DAYS'),
  };
  if (days.audit !== 0 && days.audit < AUDIT_FLOOR_DAYS)
    read.fail(
      `RETENTION_AUDIT_DAYS must be at least ${AUDIT_FLOOR_DAYS}, or 0 to keep the audit log for ever`,
    );
  return days;
}
