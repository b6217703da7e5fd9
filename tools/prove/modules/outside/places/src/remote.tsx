import { lazy } from 'react';
import type { RemoteDefinition } from '@tessera/federation';
import { answerLate } from './fault';
import { start } from './spaces/spaces';

const EventsPage = lazy(() =>
  import('./events/events-page').then((module) => ({ default: module.EventsPage })),
);

/** A page, and a tab, a column, a card and a check of a launch. */
const remote: RemoteDefinition = {
  name: 'mf-parking',
  routes: [{ path: '/parking', element: <EventsPage /> }],
  slots: {
    task: {
      place: 'task.tab',
      load: () => answerLate().then(() => import('./spaces/space-tab').then((module) => module.SpaceTab)),
    },
    gate: {
      place: 'tasks.column',
      load: () => import('./spaces/load-gates').then((module) => module.loadGates),
    },
    today: {
      place: 'dashboard.card',
      load: () => answerLate().then(() => import('./spaces/today-card').then((module) => module.TodayCard)),
    },
    spaces: {
      place: 'launch.check',
      load: () => import('./spaces/check-spaces').then((module) => module.checkSpaces),
    },
  },
  start,
};

export default remote;
