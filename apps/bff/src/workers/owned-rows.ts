import type { OwnedRows } from '../platform/database/owned-rows';

/** Checks of logins that have ended. */
export const workersRows: OwnedRows = {
  expiring: [
    {
      kind: 'login_checks',
      table: 'login_checks',
      since: 'ended_at',
      after: { interval: '30 days' },
      where: 'ended_at IS NOT NULL',
    },
  ],
};
