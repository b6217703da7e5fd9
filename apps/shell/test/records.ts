import type {
  Attention,
  DashboardDto,
  DeliveryDto,
  LiveFiguresDto,
  NotificationDto,
  OwnSessionDto,
  SecondFactorDto,
  SubscriptionDto,
} from '@tessera/api';

const at = '2026-11-20T20:00:00.000Z';
const soon = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
const agent = 'Mozilla/5.0 (X11; Linux) Chrome/140 Safari/537';

/** Nobody has to have a second factor, and there is none. */
export const noSecondFactor: SecondFactorDto = {
  enabled: false,
  confirmed_at: null,
  recovery_codes_left: 0,
  required_from: null,
  passkeys: { domain: 'localhost', origin: null, obstacle: null },
};

/** A session of the account page. */
export const ownSession = (id: string, current: boolean): OwnSessionDto => ({
  id,
  current,
  user_agent: agent,
  client: 'browser',
  address: '192.0.2.24',
  created_at: at,
  last_used_at: at,
  expires_at: soon(86_400),
});

/** An item of "Needs attention". */
export const attention = (over: Partial<Attention>): Attention => ({
  kind: 'login_failed',
  id: 1,
  title: '',
  detail: null,
  reason: null,
  at: null,
  count: 1,
  site_id: 3,
  event_id: null,
  totals: [],
  ...over,
});

/** What is on sale, held and about to expire. */
export const liveFigures = (over: Partial<LiveFiguresDto> = {}): LiveFiguresDto => ({
  at: new Date().toISOString(),
  events: [],
  to_pay: { baskets: 0, seats: 0, expires_at: null },
  expiries: [],
  paused: false,
  open_requests: 0,
  ...over,
});

/** Responses for a dashboard with content in every panel. */
export const dashboardAnswers = (): Record<string, object> => ({
  'GET /api/dashboard/live': liveFigures(),
  'GET /api/dashboard': {
    unfinished: { queued: 5, running: 3, waiting_room: 2 },
    unfinished_total: 10,
    unfinished_jobs: 2,
    places_known: 1,
    best_place: 1204,
    live_places: 3,
    next_lapse_seats: 1,
    still_wanted: 0,
    waiting: 2,
    held: 4,
    next_lapse_at: soon(600),
    bought_today: 0,
    bought_today_totals: [],
    planned: { costs: [], seats: 0, unpriced_seats: 0 },
    today_from: '2026-11-20T00:00:00.000Z',
    failed_since: '2026-11-19T20:00:00.000Z',
    failed_24h: 3,
    failed_24h_messages: [{ message: 'sold out', reason: null, count: 2 }],
    tasks_limit: { used: 10, max: 200 },
    logins_limit: { used: 0, max: 0 },
    next_scheduled: [{ job_id: 9, name: 'Copper Almanac, presale', tasks: 8, scheduled_at: soon(1620) }],
    attention: [
      attention({ kind: 'hold_lapsing', title: 'Harbour City', detail: '104', at: soon(575), count: 2 }),
      attention({
        kind: 'seats_lapsed',
        id: 6,
        title: 'Harbour City',
        detail: '104',
        at: soon(-60),
        count: 3,
      }),
      attention({ kind: 'job_failed', id: 7, title: 'Presale', detail: 'sold out', at, count: 8 }),
      attention({ kind: 'user_waiting', id: 8, title: 'Nel Harper', detail: 'nel@quayside.example', at }),
      attention({ kind: 'login_failed', title: 'north stand 05', detail: 'wrong password', at }),
      attention({ kind: 'login_failed', id: 2, title: 'Harbour Box Office', at, count: 3 }),
      attention({ kind: 'payment_check', title: 'Harbour City', count: 2 }),
      attention({ kind: 'no_worker', title: 'Foundry Hall', count: 9 }),
      attention({ kind: 'place_ending', title: 'north stand 02', detail: 'Harbour City', at: soon(200) }),
      attention({ kind: 'worker_lost', title: 'reference-1', at }),
    ],
    setup: { sites: 1, events: 0, logins: 0, templates: 0 },
  } satisfies DashboardDto,
  'GET /api/dashboard/tasks-over-time': {
    span: '24h',
    step_seconds: 1800,
    // From more than an hour ago: otherwise the chart requests the last hour as well.
    steps: [
      { at: '2026-11-20T19:00:00.000Z', counts: { running: 1 } },
      { at: '2026-11-20T19:30:00.000Z', counts: { running: 2 } },
      { at, counts: { running: 3 } },
    ],
  },
  'GET /api/jobs': [],
  'GET /api/realms': [{ id: 3, name: 'Quayside Desk', active_tasks: 90, max_tasks: 100 }],
  'GET /api/workers': [
    { id: 1, name: 'reference-1', status: 'lost', leased: 2, capacity: 25, last_seen_at: soon(-60) },
  ],
});

const delivery = (id: number, over: Partial<DeliveryDto> = {}): DeliveryDto => ({
  id,
  notification_id: 3,
  subscription_id: 1,
  user_agent: agent,
  topic: 'hold_created',
  kind: null,
  subject: null,
  count: null,
  title: null,
  params: null,
  outcome: 'sent',
  response_status: 201,
  reason: null,
  message: null,
  attempt: 1,
  at,
  ...over,
});

/** A message of the bell and the notifications page. */
export const message = (over: Partial<NotificationDto>): NotificationDto => ({
  id: 1,
  realm_id: 3,
  topic: 'hold_created',
  kind: null,
  subject: null,
  count: 1,
  seats: 0,
  title: '',
  body: '',
  params: null,
  path: '/tasks',
  read_at: null,
  dismissed_at: null,
  first_at: at,
  created_at: at,
  ...over,
});

/** Responses for a notifications page with a device, messages and every delivery outcome. */
export const notificationAnswers = (): Record<string, object> => ({
  'GET /api/vapid-public-key': { public_key: `B${'A'.repeat(86)}` },
  'GET /api/notifications': [
    message({ id: 1, title: 'A', body: 'B', path: null }),
    message({
      id: 2,
      kind: 'task_failed',
      subject: 'Presale',
      count: 12,
      title: '12 tasks failed',
      body: 'Presale',
    }),
  ],
  'GET /api/notifications/subscriptions': [
    {
      id: 7,
      endpoint: 'https://fcm.googleapis.com/fcm/send/another',
      notification_types: ['security'],
      user_agent: agent,
      wait_until: null,
      created_at: at,
      updated_at: at,
    },
  ] satisfies SubscriptionDto[],
  'GET /api/notifications/deliveries': [
    delivery(1),
    delivery(2, { outcome: 'gone', subscription_id: null, response_status: 410 }),
    delivery(3, { outcome: 'failed', attempt: 3, topic: 'test' }),
    delivery(4, { outcome: 'waiting', response_status: null }),
  ],
  'POST /api/notifications/send': { recipients: 4, devices: 1 },
});
