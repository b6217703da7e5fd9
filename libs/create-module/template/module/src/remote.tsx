import { lazy } from 'react';
import type { RemoteDefinition } from '@tessera/federation';

const EventsPage = lazy(() =>
  import('./events/events-page').then((module) => ({ default: module.EventsPage })),
);

/** What this module exposes: the pages and slots that its module.json lists. */
const remote: RemoteDefinition = {
  name: 'mf-sample',
  routes: [{ path: '/sample', element: <EventsPage /> }],
  slots: {
    task: { place: 'task.tab', load: () => import('./task-tab/task-tab').then((module) => module.TaskTab) },
  },
};

export default remote;
