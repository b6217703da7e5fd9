import type {
  AuditDto,
  ModulePublisherDto,
  ModuleReleaseDto,
  ModuleRollbackDto,
  ModuleSettingsDto,
  ModuleStatsDto,
} from '@tessera/api';
import { list, TestServer } from '@tessera/api/testing';
import { person, realm } from './records';

const at = '2026-11-20T12:00:00.000Z';
const before = '2026-11-20T11:45:00.000Z';
const times = { created_at: at, updated_at: at };

/** A release that a team published and nobody gets. */
export const release = (
  id: number,
  version: string,
  over: Partial<ModuleReleaseDto> = {},
): ModuleReleaseDto => ({
  id,
  version,
  owner: 'Ticketing team',
  created_at: at,
  publisher: 'Ticketing team',
  published_by: 'CI pipeline of Ticketing team',
  size_bytes: 1_840_000,
  key: 'q2vV0m8kXnT4Yc7aPz1LrQ',
  state: 'published',
  assigned_at: null,
  incompatible: null,
  declares: {
    permissions: ['read:own'],
    routes: [{ path: '/tickets', action: 'read', reach: 'own' }],
    slots: [],
    entities: [],
  },
  rollback: null,
  stats: { loads: 0, errors: 0, error_rate: null, p50_ms: null, p95_ms: null },
  failures: [],
  ...over,
});

/** An automatic roll-back of a canary that failed too often. */
export const rollback = (over: Partial<ModuleRollbackDto> = {}): ModuleRollbackDto => ({
  at,
  channel: 'canary',
  reason: 'errors',
  to_release_id: 12,
  measured: {
    loads: 420,
    errors: 26,
    error_rate: 26 / 420,
    p50_ms: 520,
    p95_ms: 3120,
    slow_loads: 3,
    error_budget_percent: 1,
    load_budget_ms: 5000,
    previous_error_rate: null,
  },
  ...over,
});

/** A module with three releases; the one in the middle is stable. */
export const moduleSettings = (id: number, over: Partial<ModuleSettingsDto> = {}): ModuleSettingsDto => ({
  ...times,
  id,
  name: 'mf-tickets',
  title: 'Tickets',
  owner: 'Ticketing team',
  publishers: [],
  enabled: true,
  disabled_by: null,
  administrators_decide: false,
  stable_release_id: 12,
  approved_release_id: 12,
  previous_release_id: 11,
  canaries: [],
  error_budget_percent: 1,
  load_budget_ms: 5000,
  automatic_rollback: true,
  releases: [
    release(13, '1.10.0'),
    release(12, '1.9.0', {
      state: 'stable',
      stats: { loads: 4000, errors: 10, error_rate: 0.0025, p50_ms: 310, p95_ms: 1440 },
    }),
    release(11, '1.8.2'),
  ],
  ...over,
});

/** Figures of two releases in steps of 15 minutes, of which the newer one has one. */
export const moduleStats = (over: Partial<ModuleStatsDto> = {}): ModuleStatsDto => ({
  period: '24h',
  step_seconds: 900,
  releases: [
    {
      release_id: 13,
      version: '1.10.0',
      loads: 200,
      errors: 5,
      error_rate: 0.025,
      p50_ms: 400,
      p95_ms: 900,
      reasons: { TIMEOUT: 3, CRASHED: 2 },
      points: [{ at, loads: 200, errors: 5, error_rate: 0.025, p50_ms: 400, p95_ms: 900 }],
    },
    {
      release_id: 12,
      version: '1.9.0',
      loads: 4000,
      errors: 10,
      error_rate: 0.0025,
      p50_ms: 310,
      p95_ms: 1440,
      reasons: { NETWORK: 10 },
      points: [
        { at: before, loads: 2000, errors: 10, error_rate: 0.005, p50_ms: 300, p95_ms: 1400 },
        { at, loads: 2000, errors: 0, error_rate: 0, p50_ms: 320, p95_ms: 1480 },
      ],
    },
  ],
  ...over,
});

/** A change of a module in the audit log. */
export const moduleChange = (id: number, over: Partial<AuditDto> = {}): AuditDto => ({
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
  action: 'module.promote',
  entity: 'module',
  entity_id: '1',
  entity_name: 'Tickets',
  realm_id: null,
  realm_name: null,
  rehearsal_id: null,
  before: { stable_release_id: 11, stable_version: '1.8.2' },
  after: { stable_release_id: 12, stable_version: '1.9.0' },
  ...over,
});

/** A publisher with a key and a token. */
export const publisher = (id: number, over: Partial<ModulePublisherDto> = {}): ModulePublisherDto => ({
  ...times,
  id,
  name: 'Ticketing team',
  modules: ['mf-tickets', 'mf-venues'],
  owner_id: 2,
  owner_name: 'Desk 2',
  developers: [3],
  may_promote: false,
  keys: [
    {
      id: 5,
      key_id: 'q2vV0m8kXnT4Yc7aPz1LrQ',
      public_key: 'LBbDPBHZh4gp8D7zJ9tXv7B1ZsoV0o7k6W3iCF1v1xw=',
      created_by: 'Ada Admin',
      created_at: at,
      revoked_at: null,
    },
  ],
  tokens: [
    {
      id: 7,
      name: 'CI pipeline',
      scopes: ['publish'],
      created_by: 'Ada Admin',
      created_at: at,
      expires_at: null,
      last_used_at: null,
      revoked_at: null,
    },
  ],
  ...over,
});

/** A server with modules, two realms of 3 and 7 users, and 20 users in all. */
export const serveModules = (...rows: ModuleSettingsDto[]): TestServer =>
  new TestServer()
    .on('GET /modules/settings', list(rows))
    .on('GET /modules/settings/:id', { body: rows[0], headers: { ETag: '"4"' } })
    .on('GET /modules/settings/:id/stats', { body: moduleStats() })
    .on('PATCH /modules/settings/:id', { body: rows[0], headers: { ETag: '"5"' } })
    .on('GET /audit', list([moduleChange(1)]))
    .on('GET /realms', list([realm(1), realm(2, { name: 'Foundry Hall', user_count: 7 })]))
    .on('GET /users', list([person(1)], 20))
    .on('GET /saved-views', list([]));
