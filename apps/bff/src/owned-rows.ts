import { consoleRows } from './console/owned-rows';
import { messagesRows } from './messages/owned-rows';
import { modulesRows } from './modules/owned-rows';
import { peopleRows } from './people/owned-rows';
import { AllOwnedRows, type OwnedRows } from './platform/database/owned-rows';
import { purchasesRows } from './purchases/owned-rows';
import { workRows } from './work/owned-rows';
import { workersRows } from './workers/owned-rows';

/** The platform's own. */
const platformRows: OwnedRows = {
  expiring: [
    { kind: 'idempotency_keys', table: 'idempotency_keys', since: 'expires_at', after: { interval: '0' } },
    {
      kind: 'sessions',
      table: 'sessions',
      since: 'least(expires_at, idle_expires_at, ended_at)',
      after: { interval: '30 days' },
    },
    { kind: 'audit_stream', table: 'audit_stream', since: 'at', after: { setting: 'audit' } },
  ],
  partitioned: [{ kind: 'audit', table: 'audit' }],
};

/** What every area has the platform do with its rows; for the server, and for commands that run without one. */
export const ownedRows = new AllOwnedRows([
  platformRows,
  peopleRows,
  messagesRows,
  consoleRows,
  modulesRows,
  purchasesRows,
  workRows,
  workersRows,
]);
