/** What a call was to do, derived from its method and address: `{ verb: 'update', what: 'task' }`. */
export interface FailedCall {
  verb: 'fetch' | 'create' | 'update' | 'delete' | 'login' | 'register' | 'refresh' | 'logout';
  /** The resource's name: `task` for one, `tasks` for several; null where the verb is enough. */
  what: string | null;
}

/** Names of resources by path segment, singular and plural. */
const resources: Readonly<Record<string, readonly [one: string, many: string]>> = {
  audit: ['auditEntry', 'auditLog'],
  'carted-tickets': ['cartedTicket', 'cartedTickets'],
  'client-details': ['clientDetails', 'clientDetails'],
  'client-history': ['clientHistory', 'clientHistory'],
  config: ['siteConfig', 'siteConfig'],
  dashboard: ['dashboard', 'dashboard'],
  events: ['event', 'events'],
  invitations: ['invitation', 'invitations'],
  jobs: ['job', 'jobs'],
  ledger: ['purchase', 'ledger'],
  logins: ['login', 'logins'],
  me: ['profile', 'profile'],
  members: ['poolMember', 'poolMembers'],
  modules: ['module', 'modules'],
  notifications: ['notification', 'notifications'],
  password: ['password', 'password'],
  pools: ['pool', 'pools'],
  preferences: ['preferences', 'preferences'],
  purchases: ['purchase', 'purchases'],
  queueitlinks: ['queueLink', 'queueLinks'],
  realms: ['realm', 'realms'],
  'saved-views': ['savedView', 'savedViews'],
  sessions: ['session', 'sessions'],
  sites: ['site', 'sites'],
  subscriptions: ['subscription', 'subscriptions'],
  tasks: ['task', 'tasks'],
  templates: ['template', 'templates'],
  tickets: ['ticket', 'tickets'],
  users: ['user', 'users'],
  'vapid-public-key': ['pushKey', 'pushKey'],
  'worker-tokens': ['workerToken', 'workerTokens'],
  workers: ['worker', 'workers'],
};

/** Resources whose `events` are their timeline. */
const timelines = new Set(['tasks', 'jobs']);

const auth: Readonly<Record<string, FailedCall['verb']>> = {
  login: 'login',
  register: 'register',
  refresh: 'refresh',
  logout: 'logout',
};
const verbs: Readonly<Record<string, FailedCall['verb']>> = {
  GET: 'fetch',
  POST: 'create',
  PUT: 'update',
  PATCH: 'update',
  DELETE: 'delete',
};

const isId = (segment: string | undefined): boolean => segment !== undefined && /^\d+$/.test(segment);

/** Describes a request. A POST to an action of a resource (`/tasks/5/start`) updates it. */
export function failedCall(method: string, url: string): FailedCall {
  const segments = new URL(url, location.href).pathname.split('/').slice(2);
  const authVerb = segments[0] === 'auth' ? auth[segments[1] ?? ''] : undefined;
  if (authVerb) return { verb: authVerb, what: null };
  const resourceIndex = segments.findLastIndex((segment) => Object.hasOwn(resources, segment));
  const [one, many] = resources[segments[resourceIndex] ?? ''] ?? ['data', 'data'];
  if (segments[resourceIndex] === 'events' && timelines.has(segments[0] ?? ''))
    return { verb: 'fetch', what: 'timeline' };
  const isOne = isId(segments[resourceIndex + 1]);
  const rest = segments.slice(resourceIndex + (isOne ? 2 : 1));
  if (rest.includes('preview')) return { verb: 'fetch', what: 'plan' };
  const isAction = method === 'POST' && rest.length > 0;
  const verb = isAction || one === 'password' ? 'update' : (verbs[method] ?? 'fetch');
  return { verb, what: isOne || verb === 'create' ? one : many };
}
