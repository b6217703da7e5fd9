import type { Readers } from './readers';

/** What is removed after a time that the operator chooses. */
const RETENTION_KINDS = [
  'tasks',
  'events',
  'audit',
  'holds',
  'notifications',
  'deliveries',
  'operations',
] as const;

export type RetentionKind = (typeof RETENTION_KINDS)[number];

/** For how many days each kind is kept; 0: for ever. */
export type RetentionSettings = Readonly<Record<RetentionKind, number>>;

/** The audit log is evidence: it is kept for a year at least. */
const AUDIT_FLOOR_DAYS = 365;

const DEFAULT_DAYS: RetentionSettings = {
  tasks: 730,
  events: 730,
  audit: 1095,
  holds: 90,
  notifications: 90,
  deliveries: 90,
  operations: 30,
};
const MAX_DAYS = 36_500;

/** Reads `RETENTION_<KIND>_DAYS`. */
export function readRetention(read: Readers): RetentionSettings {
  const days = Object.fromEntries(
    RETENTION_KINDS.map((kind) => [
      kind,
      read.integer(`RETENTION_${kind.toUpperCase()}_DAYS`, DEFAULT_DAYS[kind], 0, MAX_DAYS),
    ]),
  ) as Record<RetentionKind, number>;
  if (days.audit !== 0 && days.audit < AUDIT_FLOOR_DAYS)
    read.fail(
      `RETENTION_AUDIT_DAYS must be at least ${AUDIT_FLOOR_DAYS}, or 0 to keep the audit log for ever`,
    );
  return days;
}
