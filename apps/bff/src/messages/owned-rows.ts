import type { OwnedRows } from '../platform/database/owned-rows';

/** Notifications, their deliveries, and mails. */
export const messagesRows: OwnedRows = {
  expiring: [
    {
      kind: 'notifications',
      table: 'notifications',
      since: 'created_at',
      after: { setting: 'notifications' },
      archived: 'to_jsonb(notifications)',
    },
    {
      kind: 'mails',
      table: 'mails',
      since: 'created_at',
      after: { interval: '30 days' },
      where: "status <> 'queued'",
    },
  ],
  partitioned: [{ kind: 'deliveries', table: 'push_deliveries' }],
};
