import type { OwnedRows } from '../platform/database/owned-rows';

/** Notifications, their deliveries, mails, and messages to webhooks. */
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
    {
      kind: 'webhook_deliveries',
      table: 'webhook_deliveries',
      since: 'created_at',
      after: { interval: '30 days' },
      where: "state <> 'waiting'",
    },
  ],
  partitioned: [{ kind: 'deliveries', table: 'push_deliveries' }],
  sealed: [{ table: 'webhooks', row: 'id', realm: 'realm_id' }],
};
