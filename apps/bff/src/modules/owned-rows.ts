import type { OwnedRows } from '../platform/database/owned-rows';

/** Uploads of releases, and reports of how loading them went. */
export const modulesRows: OwnedRows = {
  expiring: [
    { kind: 'module_uploads', table: 'module_uploads', since: 'created_at', after: { interval: '1 hour' } },
    { kind: 'module_reports', table: 'module_load_reports', since: 'minute', after: { interval: '30 days' } },
    {
      kind: 'module_assignments',
      table: 'module_past_assignments',
      since: 'ended_at',
      after: { interval: '30 days' },
    },
    {
      kind: 'module_report_budgets',
      table: 'module_report_budgets',
      since: 'started_at',
      after: { interval: '24 hours' },
    },
    {
      kind: 'module_load_samples',
      table: 'module_load_samples',
      since: 'since',
      after: { interval: '25 hours' },
    },
    { kind: 'module_fetches', table: 'module_fetches', since: 'at', after: { interval: '8 days' } },
  ],
  sealed: [{ table: 'module_signing_key', row: 'id', realm: '0' }],
};
