import type { Setting } from './setting';

/** The settings of what is kept, for how long, and where it goes. */
export const retentionSettings = {
  RETENTION_TASKS_DAYS: {
    group: 'Keeping and purging',
    kind: 'integer',
    min: 0,
    max: 36_500,
    default: 730,
    meaning: 'Days to keep finished tasks with their timelines, 0: for ever ([retention](retention.md))',
  },
  RETENTION_EVENTS_DAYS: {
    group: 'Keeping and purging',
    kind: 'integer',
    min: 0,
    max: 36_500,
    default: 730,
    meaning: 'Days to keep entries of the timelines of all tasks, 0: for ever ([retention](retention.md))',
  },
  RETENTION_AUDIT_DAYS: {
    group: 'Keeping and purging',
    kind: 'integer',
    min: 0,
    max: 36_500,
    default: 1095,
    meaning:
      'Days to keep entries of the audit log (at least 365: they are evidence), 0: for ever ([retention](retention.md))',
  },
  RETENTION_HOLDS_DAYS: {
    group: 'Keeping and purging',
    kind: 'integer',
    min: 0,
    max: 36_500,
    default: 90,
    meaning: 'Days to keep holds that expired or were removed, 0: for ever ([retention](retention.md))',
  },
  RETENTION_NOTIFICATIONS_DAYS: {
    group: 'Keeping and purging',
    kind: 'integer',
    min: 0,
    max: 36_500,
    default: 90,
    meaning: 'Days to keep notifications, 0: for ever ([retention](retention.md))',
  },
  RETENTION_DELIVERIES_DAYS: {
    group: 'Keeping and purging',
    kind: 'integer',
    min: 0,
    max: 36_500,
    default: 90,
    meaning:
      'Days to keep attempts to deliver a notification to a device, 0: for ever ([retention](retention.md))',
  },
  RETENTION_OPERATIONS_DAYS: {
    group: 'Keeping and purging',
    kind: 'integer',
    min: 0,
    max: 36_500,
    default: 30,
    meaning: 'Days to keep bulk operations and their results, 0: for ever ([retention](retention.md))',
  },
  ARCHIVE: {
    group: 'Keeping and purging',
    kind: 'text',
    meaning: 'Folder that gets old rows before they are removed ([retention](retention.md#archive))',
    defaultMeaning: 'none: they are removed without a copy',
  },
} as const satisfies Record<string, Setting>;
