import { lazy } from 'react';
import type { RemoteDefinition } from '@tessera/federation';

const TicketsPage = lazy(() =>
  import('./features/tickets-page').then((module) => ({ default: module.TicketsPage })),
);
const LedgerPage = lazy(() =>
  import('./features/ledger/ledger-page').then((module) => ({ default: module.LedgerPage })),
);

/** What this module exposes: the pages that its module.json lists. */
const remote: RemoteDefinition = {
  name: 'mf-tickets',
  routes: [
    { path: '/tickets', element: <TicketsPage /> },
    { path: '/ledger', element: <LedgerPage /> },
  ],
};

export default remote;
