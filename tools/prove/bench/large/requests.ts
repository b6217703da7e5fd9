/** What a request reads, which its budget follows from. */
type Kind = 'list' | 'dashboard' | 'timeline';

/** A page that people open, and how long it may take. */
export interface TimedRequest {
  name: string;
  path: string;
  kind: Kind;
}

/** Milliseconds within which 95 of 100 requests have their response. */
export const budgets: Readonly<Record<Kind, number>> = { list: 150, dashboard: 200, timeline: 20 };

const list = (name: string, path: string): TimedRequest => ({ name, path, kind: 'list' });

/** Requests of a page of 100 rows, the same ones for each caller. `task` and `job` are ids that the caller sees. */
export function requestsFor({
  task,
  job,
  email,
  name,
}: {
  task: number;
  job: number;
  email: string;
  name: string;
}): TimedRequest[] {
  const searches = (page: string, path: string, terms: readonly (readonly [string, string])[]) =>
    terms.map(([what, q]) =>
      list(`${page}, search ${what}`, `${path}?page_size=100&q=${encodeURIComponent(q)}`),
    );
  const sorts = (page: string, path: string, fields: readonly string[]) =>
    fields.map((field) => list(`${page}, sort ${field}`, `${path}?page_size=100&sort=${field}`));
  const common = [
    ['that matches many', 'Harbour'],
    ['by e-mail', email],
    ['that matches none', 'Zanzibar'],
  ] as const;
  return [
    list('Tasks', '/api/tasks?page_size=100'),
    list('Tasks, page 50', '/api/tasks?page_size=100&page=50'),
    list('Tasks, failed', '/api/tasks?page_size=100&status=failed'),
    list('Tasks, counts by status', '/api/tasks/counts'),
    ...searches('Tasks', '/api/tasks', [...common, ['by name', name]]),
    ...sorts('Tasks', '/api/tasks', [
      'name',
      '-name',
      '-updated_at',
      'status',
      'event_name',
      'login_email',
      'login_name',
    ]),
    ...sorts('Tasks', '/api/tasks', [
      '-scheduled_at',
      '-last_active',
      '-retry_count',
      '-seats_to_set',
      'queue_it_event_position',
    ]),
    list('Jobs', '/api/jobs?page_size=100'),
    ...searches('Jobs', '/api/jobs', [['that matches many', 'Harbour']]),
    ...sorts('Jobs', '/api/jobs', ['name', 'event_name', 'status']),
    list('Logins', '/api/logins?page_size=100'),
    ...searches('Logins', '/api/logins', common),
    ...sorts('Logins', '/api/logins', ['email', '-created_at']),
    list('Tickets', '/api/tickets?page_size=100'),
    ...searches('Tickets', '/api/tickets', common),
    ...sorts('Tickets', '/api/tickets', ['event_name', '-price']),
    list('Ledger', '/api/ledger?page_size=100'),
    ...searches('Ledger', '/api/ledger', common),
    ...sorts('Ledger', '/api/ledger', ['event_name', '-price']),
    list('Cart', '/api/carted-tickets?page_size=100'),
    list('Cart with lapsed seats', '/api/carted-tickets?page_size=100&expired=true'),
    list('Queue links', '/api/queueitlinks?page_size=100'),
    list('Audit log', '/api/audit?page_size=100'),
    list('Audit log, search by person', '/api/audit?page_size=100&who=user-7-1'),
    list('Audit log, one action', '/api/audit?page_size=100&action=task.create'),
    list('Templates', '/api/templates?page_size=100'),
    list('Events', '/api/events?page_size=100'),
    list('Notifications', '/api/notifications?page_size=100'),
    { name: 'Dashboard', path: '/api/dashboard', kind: 'dashboard' },
    ...['1h', '24h', '7d'].map((span) => ({
      name: `Dashboard, tasks over ${span}`,
      path: `/api/dashboard/tasks-over-time?span=${span}`,
      kind: 'dashboard' as const,
    })),
    { name: 'Timeline of a task', path: `/api/tasks/${task}/events?page_size=100`, kind: 'timeline' },
    { name: 'Timeline of a job', path: `/api/jobs/${job}/events?page_size=100`, kind: 'timeline' },
  ];
}
