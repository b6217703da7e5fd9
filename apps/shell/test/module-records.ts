import type { ModuleSettingsDto, RealmDto } from '@tessera/api';

const at = '2026-11-20T12:00:00.000Z';
const times = { created_at: at, updated_at: at };

/** A realm below its limits. */
export const realm = (id: number, over: Partial<RealmDto> = {}): RealmDto => ({
  ...times,
  id,
  name: 'Quayside Desk',
  status: 'active',
  max_tasks: 200,
  max_logins: 60,
  time_zone: null,
  user_count: 3,
  active_tasks: 148,
  login_count: 56,
  ...over,
});

/** A module with two releases; the newer one is stable. */
export const moduleSettings = (id: number, over: Partial<ModuleSettingsDto> = {}): ModuleSettingsDto => ({
  ...times,
  id,
  name: 'mf-tasks',
  title: 'Tasks',
  owner: 'Checkout',
  publishers: [],
  enabled: true,
  stable_release_id: 12,
  previous_release_id: 11,
  canaries: [],
  error_budget_percent: 1,
  load_budget_ms: 5000,
  automatic_rollback: true,
  releases: ['1.9.0', '1.8.2'].map((version, i) => ({
    id: 12 - i,
    version,
    owner: 'Checkout',
    publisher: 'Checkout builds',
    published_by: 'ci of Checkout builds',
    key: 'q0yBnTQ2fGJ8wq7hYQm1xA',
    size_bytes: 1_200_000,
    state: i === 0 ? ('stable' as const) : ('published' as const),
    assigned_at: i === 0 ? at : null,
    incompatible: null,
    rollback: null,
    stats: { loads: 0, errors: 0, error_rate: null, p50_ms: null, p95_ms: null },
    created_at: at,
  })),
  ...over,
});
