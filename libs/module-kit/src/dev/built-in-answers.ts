// What the console itself asks the server for, answered for a module under development.

/** Roles that `dev --mock` can sign in as. */
export const roles = ['realm_owner', 'realm_user', 'admin'] as const;
export type Role = (typeof roles)[number];

/** An answer of the API. */
export interface Answer {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A request to the API. */
export interface ApiRequest {
  method: string;
  /** Below `/api`, e.g. `/events/3`. */
  path: string;
  query: URLSearchParams;
  /** The parsed JSON; undefined without one. */
  body: unknown;
}

export type Handler = (request: ApiRequest, params: Record<string, string>) => Answer | Promise<Answer>;

const permissions: Readonly<Record<Role, readonly string[]>> = {
  admin: ['read:all', 'write:all', 'admin:all'],
  realm_owner: ['read:own', 'write:own'],
  realm_user: ['read:own'],
};

const since = '2026-01-01T00:00:00.000Z';

const userOf = (role: Role) => ({
  id: 1,
  email: 'developer@example.org',
  name: 'Developer',
  role,
  permissions: permissions[role],
  duties: role === 'realm_user' ? [] : ['pay', 'launch', 'approve', 'finance', 'audit'],
  separate_reversal: false,
  realm_id: role === 'admin' ? null : 1,
  realm_name: role === 'admin' ? null : 'Example realm',
  realm_status: role === 'admin' ? null : 'active',
  realm_time_zone: null,
  viewing: null,
  second_factor_by: null,
  created_at: since,
  updated_at: since,
});

const noUse = { used: 0, max: 1000 };

/** A realm in which nothing has happened yet. */
const dashboard = () => ({
  unfinished: {},
  unfinished_total: 0,
  unfinished_jobs: 0,
  waiting: 0,
  places_known: 0,
  best_place: null,
  live_places: 0,
  held: 0,
  next_lapse_at: null,
  next_lapse_seats: 0,
  bought_today: 0,
  today_from: since,
  still_wanted: 0,
  bought_today_totals: [],
  planned: { costs: [], seats: 0, unpriced_seats: 0 },
  failed_24h: 0,
  failed_since: since,
  failed_24h_messages: [],
  tasks_limit: noUse,
  logins_limit: noUse,
  next_scheduled: [],
  attention: [],
  setup: { sites: 0, events: 0, logins: 0, templates: 0 },
});

/** The built-in answers by route, e.g. `GET /me`. */
export function builtInAnswers(role: Role): Record<string, Handler> {
  const user = userOf(role);
  const session = { token: 'mock', refreshToken: 'mock', user };
  let preferences: object = {};
  const list: Answer = { body: [], headers: { 'X-Total-Count': '0' } };
  return {
    'GET /me': () => ({ body: user }),
    'GET /me/preferences': () => ({ body: preferences }),
    'PATCH /me/preferences': ({ body }) => {
      preferences = { ...preferences, ...(body as object) };
      return { body: preferences };
    },
    'POST /auth/login': () => ({ body: session }),
    'POST /auth/refresh': () => ({ body: session }),
    'POST /auth/logout': () => ({ status: 204 }),
    'GET /dashboard': () => ({ body: dashboard() }),
    'GET /dashboard/live': () => ({
      body: {
        at: new Date().toISOString(),
        events: [],
        to_pay: { baskets: 0, seats: 0, expires_at: null },
        expiries: [],
        paused: false,
        open_requests: 0,
      },
    }),
    'GET /dashboard/on-sales': () => ({ body: { sales: [] } }),
    'GET /dashboard/tasks-over-time': ({ query }) => ({
      body: { span: query.get('span') ?? '24h', step_seconds: 3600, steps: [] },
    }),
    'GET /notifications': () => list,
    'GET /saved-views': () => list,
    'POST /modules/reports': () => ({ status: 202 }),
    'POST /module-data/:module/token': () => ({
      status: 201,
      body: { token: 'mock', expires_at: '2100-01-01T00:00:00.000Z' },
    }),
  };
}
