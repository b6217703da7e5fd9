import { lazy } from 'react';
import type { RemoteDefinition } from '@tessera/federation';
import { LaunchHost } from './features/launch/launch-host';
import { keepHost } from './notes/own-rows';

const TasksPage = lazy(() => import('./features/tasks/tasks-page').then((m) => ({ default: m.TasksPage })));
const JobsPage = lazy(() => import('./features/jobs/jobs-page').then((m) => ({ default: m.JobsPage })));
const JobPage = lazy(() => import('./features/jobs/job-page').then((m) => ({ default: m.JobPage })));
const TemplatesPage = lazy(() =>
  import('./features/templates/templates-page').then((m) => ({ default: m.TemplatesPage })),
);

const ApprovalsPage = lazy(() =>
  import('./features/approvals/approvals-page').then((m) => ({ default: m.ApprovalsPage })),
);
const ApprovalPage = lazy(() =>
  import('./features/approvals/approval-page').then((m) => ({ default: m.ApprovalPage })),
);
const CalendarPage = lazy(() =>
  import('./features/calendar/calendar-page').then((m) => ({ default: m.CalendarPage })),
);
const RehearsalsPage = lazy(() =>
  import('./features/rehearsals/rehearsals-page').then((m) => ({ default: m.RehearsalsPage })),
);
const RehearsalPage = lazy(() =>
  import('./features/rehearsals/rehearsal-page').then((m) => ({ default: m.RehearsalPage })),
);
const LinksPage = lazy(() => import('./features/links/links-page').then((m) => ({ default: m.LinksPage })));
const WaitingPage = lazy(() =>
  import('./features/waiting/waiting-page').then((m) => ({ default: m.WaitingPage })),
);
const WaitingEventsPage = lazy(() =>
  import('./features/waiting/waiting-events-page').then((m) => ({ default: m.WaitingEventsPage })),
);

const RoomPage = lazy(() => import('./features/on-sale/room-page').then((m) => ({ default: m.RoomPage })));

/** The module's entry: the pages and slots of its module.json, in the same order. */
const remote: RemoteDefinition = {
  name: 'mf-tasks',
  routes: [
    {
      element: <LaunchHost />,
      children: [
        { path: '/tasks', element: <TasksPage /> },
        { path: '/jobs', element: <JobsPage /> },
        {
          path: '/jobs/:id',
          element: <JobPage renderTasks={(jobId) => <TasksPage jobId={jobId} />} />,
        },
        { path: '/templates', element: <TemplatesPage /> },
        { path: '/queueitlinks', element: <LinksPage /> },
        { path: '/rehearsals', element: <RehearsalsPage /> },
        { path: '/rehearsals/:id', element: <RehearsalPage /> },
        { path: '/on-sale/:eventId', element: <RoomPage /> },
        { path: '/on-sale/:eventId/waiting', element: <WaitingPage /> },
        { path: '/waiting', element: <WaitingEventsPage /> },
        { path: '/calendar', element: <CalendarPage /> },
        { path: '/approvals', element: <ApprovalsPage /> },
        { path: '/approvals/:id', element: <ApprovalPage /> },
      ],
    },
  ],
  slots: {
    'job-note-card': {
      place: 'job.card',
      load: () => import('./features/jobs/job-note').then((m) => m.JobNoteCard),
    },
    'job-chart': {
      place: 'job.card',
      load: () => import('./features/jobs/job-chart').then((m) => m.JobChartCard),
    },
    'job-note': {
      place: 'job.tab',
      load: () => import('./features/jobs/job-note').then((m) => m.JobNoteTab),
    },
    'task-note': {
      place: 'task.tab',
      load: () => import('./features/tasks/task-note').then((m) => m.TaskNoteTab),
    },
  },
  start: keepHost,
};

export default remote;
