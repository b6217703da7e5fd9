import { lazy } from 'react';
import type { RemoteDefinition } from '@tessera/federation';

const TicketsPage = lazy(() =>
  import('./features/tickets-page').then((module) => ({ default: module.TicketsPage })),
);
const LedgerPage = lazy(() =>
  import('./features/ledger/ledger-page').then((module) => ({ default: module.LedgerPage })),
);
const PayPage = lazy(() => import('./features/pay/pay-page').then((module) => ({ default: module.PayPage })));

const SeatsPage = lazy(() =>
  import('./features/seats/seats-page').then((module) => ({ default: module.SeatsPage })),
);

/** What this module exposes: the pages that its module.json lists. */
const remote: RemoteDefinition = {
  name: 'mf-tickets',
  routes: [
    { path: '/tickets', element: <TicketsPage /> },
    { path: '/ledger', element: <LedgerPage /> },
    { path: '/on-sale/:eventId/seats', element: <SeatsPage /> },
    { path: '/pay', element: <PayPage /> },
  ],
};

export default remote;
