import type { OwnedRows } from '../platform/database/owned-rows';

/** Notifications and their deliveries. */
export const messagesRows: OwnedRows = {
  expiring: [
    {
      kind: 'notifications',
      table: 'notifications',
      since: 'created_at',
      after: { setting: 'notifications' },
      archived: 'to_jsonb(notifications)',
    },
  ],
  partitioned: [{ kind: 'deliveries', table: 'push_deliveries' }],
};
