import type { OwnedRows } from '../platform/database/owned-rows';

/** Bulk operations and reports of browsers. */
export const consoleRows: OwnedRows = {
  expiring: [
    { kind: 'csp_reports', table: 'csp_reports', since: 'last_at', after: { interval: '30 days' } },
    {
      kind: 'operations',
      table: 'bulk_operations',
      since: 'created_at',
      after: { setting: 'operations' },
      archived:
        "to_jsonb(bulk_operations) || jsonb_build_object('items', (SELECT jsonb_agg(to_jsonb(i)) FROM bulk_items i WHERE i.operation_id = bulk_operations.id))",
    },
  ],
};
