import type {
  AuditDto,
  ChangeRequestDto,
  CountedEventDto,
  CountedSiteDto,
  IdentityMatchDto,
  IdentityProviderDto,
  IdentityRow,
  ImpactDto,
  InvitationDto,
  ListedUserDto,
  LoginDto,
  PoolDto,
  PoolMemberDto,
  RealmDto,
  ServiceTokenDto,
  WebhookDeliveryDto,
  WebhookDto,
  WorkerDto,
  WorkerTokenDto,
} from '@tessera/api';

const at = '2026-11-20T12:00:00.000Z';
const times = { created_at: at, updated_at: at };
const unset = { set: false, hint: null };

/** A site with a configuration. */
export const site = (id: number, over: Partial<CountedSiteDto> = {}): CountedSiteDto => ({
  ...times,
  id,
  name: 'harbour-box-office',
  display_name: 'Harbour Box Office',
  url: 'https://tickets.harbour.example',
  enabled: 1,
  currency: 'GBP',
  time_zone: 'Europe/London',
  config: {
    price_type_adult: 'ADULT',
    price_levels: { L1: 'Lower tier' },
    areas: ['North 104'],
    login_js: 'run()',
  },
  event_count: 12,
  login_count: 40,
  active_tasks: 148,
  ...over,
});

/** An event that kicks off at 15:00 in London. */
export const event = (id: number, over: Partial<CountedEventDto> = {}): CountedEventDto => ({
  ...times,
  id,
  name: 'Harbour City v Northgate Rovers',
  guid: 'hc-ngr',
  site_id: 1,
  site_name: 'Harbour Box Office',
  ko: Date.parse('2027-07-03T14:00:00Z') / 1000,
  in_future: true,
  on_sale_at: null,
  date: null,
  time: null,
  status: 'on_sale',
  url: null,
  event_url: null,
  category: 'football',
  price_type: null,
  price_levels: null,
  max_per_customer: 4,
  created_by_realm_id: null,
  waiting_count: 31,
  hold_count: 8,
  ticket_count: 22,
  ...over,
});

/** A login with a password and a payment token. */
export const login = (id: number, over: Partial<LoginDto> = {}): LoginDto => ({
  ...times,
  id,
  name: 'North stand 01',
  email: 'north.stand.01@example.org',
  site_id: 1,
  realm_id: 1,
  status: 'active',
  seats_to_set: 4,
  user: null,
  supporter_id: 'QD-0001',
  age: null,
  status_msg: null,
  members: null,
  basket: null,
  basket_worker: null,
  amount_to_buy: null,
  user_agent: null,
  credits: null,
  success_rate: null,
  hold_count: 2,
  ticket_count: 6,
  last_check: null,
  password: { set: true, hint: null },
  card: { set: true, hint: '•••• 4242' },
  proxy: unset,
  address: unset,
  home_phone: unset,
  mobile_phone: unset,
  last_used: null,
  last_updated: null,
  ...over,
});

/** A realm below its limits. */
export const realm = (id: number, over: Partial<RealmDto> = {}): RealmDto => ({
  ...times,
  id,
  name: 'Quayside Desk',
  status: 'active',
  max_tasks: 200,
  max_logins: 60,
  separate_approval: false,
  separate_reversal: false,
  single_sign_on_only: false,
  time_zone: null,
  user_count: 3,
  active_tasks: 148,
  login_count: 56,
  ...over,
});

/** A user of a realm. */
export const person = (id: number, over: Partial<ListedUserDto> = {}): ListedUserDto => ({
  ...times,
  id,
  email: `desk${id}@example.org`,
  name: `Desk ${id}`,
  role: 'realm_user',
  permissions: ['read:own'],
  duties: [],
  break_glass: false,
  second_factor: false,
  realm_id: 1,
  realm_name: 'Quayside Desk',
  status: 'active',
  reset_requested_at: null,
  last_login_at: null,
  session_count: 2,
  ...over,
});

/** A pool without members. */
export const pool = (id: number, over: Partial<PoolDto> = {}): PoolDto => ({
  ...times,
  id,
  name: 'North stand',
  realm_id: 1,
  site_id: 1,
  site_name: 'Harbour Box Office',
  members: [],
  ...over,
});

/** A pool member whose position equals the login's id. */
export const member = (id: number): PoolMemberDto => ({
  login_id: id,
  login_name: `Desk ${id}`,
  position: id,
  status: 'active',
  added_at: at,
});

/** The audit entry of a changed realm. */
export const auditEntry = (id: number, over: Partial<AuditDto> = {}): AuditDto => ({
  id,
  at,
  actor_kind: 'user',
  actor_id: 1,
  who: 'root@example.org',
  actor_name: 'Ada Admin',
  role: 'admin',
  session_id: 'session-1',
  request_id: 'request-1',
  address: '192.0.2.7',
  action: 'realm.update',
  entity: 'realm',
  entity_id: '1',
  entity_name: 'Quayside Desk',
  realm_id: 1,
  realm_name: 'Quayside Desk',
  rehearsal_id: null,
  before: { max_tasks: 10 },
  after: { max_tasks: 25 },
  ...over,
});

/** A worker below its capacity. */
export const worker = (id: number, over: Partial<WorkerDto> = {}): WorkerDto => ({
  id,
  name: `reference-${id}`,
  token_id: 1,
  status: 'active',
  version: '1.2.0',
  site_ids: null,
  realm_ids: null,
  capacity: 25,
  leased: 3,
  lost: false,
  last_seen_at: at,
  created_at: at,
  ...over,
});

/** A token for one site and all realms. */
export const workerToken = (id: number, over: Partial<WorkerTokenDto> = {}): WorkerTokenDto => ({
  id,
  name: `Machine ${id}`,
  realm_ids: null,
  site_ids: [1],
  last_used_at: null,
  created_at: at,
  revoked_at: null,
  ...over,
});

/** An active service token of one realm. */
export const serviceToken = (id: number, over: Partial<ServiceTokenDto> = {}): ServiceTokenDto => ({
  id,
  name: `Export ${id}`,
  realm_ids: [1],
  realm_names: ['Quayside Desk'],
  duties: [],
  status: 'active',
  created_by: 2,
  created_by_name: 'Desk 2',
  last_used_at: null,
  last_used_address: null,
  expires_at: '2027-02-01T00:00:00.000Z',
  revoked_at: null,
  created_at: at,
  ...over,
});

/** A webhook whose messages arrive. */
export const webhook = (id: number, over: Partial<WebhookDto> = {}): WebhookDto => ({
  id,
  realm_id: 1,
  realm_name: 'Quayside Desk',
  name: `Desk ${id}`,
  url: `https://desk${id}.quayside.example/hook`,
  format: 'standard',
  topics: ['orders'],
  event_ids: [],
  site_ids: [],
  enabled: true,
  rotated_until: null,
  sequence: 3,
  failures: 0,
  waiting: 0,
  dead: 0,
  created_at: at,
  updated_at: at,
  ...over,
});

/** A message that was given up. */
export const webhookDelivery = (id: number, over: Partial<WebhookDeliveryDto> = {}): WebhookDeliveryDto => ({
  id,
  message_id: '0c9b1d52-6f5e-4a47-9a43-0d2f0b6f1f10',
  topic: 'orders',
  type: 'orders.recorded',
  sequence: id,
  state: 'dead',
  attempts: 9,
  next_attempt_at: null,
  attempted_at: at,
  status: 503,
  error: 'Answered 503',
  duration_ms: 12,
  answer: 'Closed for today',
  data: { title: 'Tickets recorded as bought' },
  created_at: at,
  ...over,
});

/** A pending invitation. */
export const invitation = (id: number, over: Partial<InvitationDto> = {}): InvitationDto => ({
  id,
  realm_id: 1,
  realm_name: 'Quayside Desk',
  email: `guest${id}@example.org`,
  role: 'realm_user',
  duties: [],
  status: 'pending',
  invited_by: 'desk2@example.org',
  used_by: null,
  used_at: null,
  revoked_at: null,
  expires_at: at,
  created_at: at,
  ...over,
});

/** An impact without tasks or holds. */
export const impact = (over: Partial<ImpactDto> = {}): ImpactDto => ({
  tasks: 0,
  by_status: {},
  held_seats: 0,
  realms: [],
  ...over,
});

/** Two events with one address, of which the first has the lower limit. */
export const identityMatch = (id: number, over: Partial<IdentityMatchDto> = {}): IdentityMatchDto => ({
  ...times,
  id,
  kind: 'event',
  state: 'undecided',
  shared: 'address',
  identity: 'tickets.harbour.example/e/derby',
  site_id: 1,
  site_name: 'Harbour Box Office',
  decision: null,
  decisions: ['merged', 'apart'],
  kept_id: null,
  decided_by_name: null,
  decided_at: null,
  row_count: 2,
  rows: [
    identityRow(11, { name: 'Harbour City v Northgate Rovers', bought: 3, held: 1, max_per_customer: 2 }),
    identityRow(12, { name: 'Derby', max_per_customer: 4 }),
  ],
  ...over,
});

/** A row that shares an identity. */
export const identityRow = (id: number, over: Partial<IdentityRow> = {}): IdentityRow => ({
  id,
  name: 'Derby',
  detail: `hc-${id} · https://tickets.harbour.example/e/derby`,
  realm_id: null,
  realm_name: null,
  status: 'on_sale',
  bought: 0,
  held: 0,
  max_per_customer: null,
  deleted: false,
  meets: true,
  ...over,
});

/** An open request for more tasks. */
export const changeRequest = (id: number, over: Partial<ChangeRequestDto> = {}): ChangeRequestDto => ({
  ...times,
  id,
  realm_id: 1,
  realm_name: 'Quayside Desk',
  kind: 'max_tasks',
  event_id: null,
  event_name: null,
  site_name: null,
  site_url: null,
  asked: 100,
  present: 50,
  reason: 'Two more on-sales',
  status: 'open',
  asked_who: 'owner@quayside.example',
  granted: null,
  answer: null,
  answered_who: null,
  answered_at: null,
  ...over,
});

/** The identity provider of a realm. */
export const provider = (id: number, over: Partial<IdentityProviderDto> = {}): IdentityProviderDto => ({
  ...times,
  id,
  realm_id: 3,
  realm_name: 'Quayside Desk',
  name: 'Quayside',
  issuer: 'https://login.quayside.example',
  client_id: 'console',
  client_secret: { set: true, hint: null },
  scopes: 'openid email profile',
  domains: ['quayside.example'],
  rules: [{ claim: 'groups', value: 'ticket-desk', realm_id: 3, role: 'realm_user', duties: ['pay'] }],
  creates_accounts: true,
  only_for_administrators: false,
  enabled: true,
  linked_count: 4,
  callback_url: 'https://console.example/api/auth/sso/callback',
  signed_out_url: 'https://console.example/auth/login',
  backchannel_logout_url: 'https://console.example/api/auth/sso/1/backchannel-logout',
  ...over,
});
