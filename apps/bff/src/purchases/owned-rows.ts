import type { OwnedRows } from '../platform/database/owned-rows';

/** Decided requests for approval, and holds that ended without a purchase. What was paid for is never removed: it stays in the ledger and counts towards its customer's limit. */
export const purchasesRows: OwnedRows = {
  expiring: [
    {
      kind: 'approvals',
      table: 'approvals',
      since: 'updated_at',
      after: { interval: '365 days' },
      where: "status <> 'pending'",
    },
    {
      kind: 'holds',
      table: 'holds',
      since: 'updated_at',
      after: { setting: 'holds' },
      where:
        "status IN ('expired', 'removed') AND NOT EXISTS (SELECT FROM tickets k WHERE k.hold_id = holds.id)",
      skipLocked: true,
      archived: 'to_jsonb(holds)',
    },
  ],
};
