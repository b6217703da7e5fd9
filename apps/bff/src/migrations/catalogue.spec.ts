import { startApp, type TestApp } from '../../test/app';

/**
 * Tables without a realm, and where a database that is distributed by realm would keep them (docs/operate/scaling.md):
 * `reference` is read by every realm and written rarely, so that each node has a copy; `local` stays on one node.
 */
const WITHOUT_REALM: Readonly<Record<string, 'reference' | 'local'>> = {
  audit_stream: 'local',
  audit_stream_state: 'local',
  backups: 'local',
  calendar_feeds: 'local',
  csp_reports: 'local',
  event_identities: 'reference',
  events: 'reference',
  guess_budgets: 'local',
  known_devices: 'local',
  linked_identities: 'local',
  identity_matches: 'local',
  migrations: 'local',
  module_fetches: 'local',
  module_keys: 'local',
  module_load_reports: 'local',
  module_load_samples: 'local',
  module_orphaned_files: 'local',
  module_publishers: 'local',
  module_registry: 'local',
  module_releases: 'reference',
  module_report_budgets: 'local',
  module_rollbacks: 'local',
  module_signing_key: 'local',
  module_tokens: 'local',
  module_upload_budgets: 'local',
  module_uploads: 'local',
  modules: 'reference',
  on_sale_reminders: 'local',
  on_sale_reminders_sent: 'local',
  notification_alerts: 'local',
  passkey_challenges: 'local',
  passkeys: 'local',
  password_resets: 'local',
  preferences: 'local',
  provider_logouts: 'local',
  provider_sessions: 'local',
  push_deliveries: 'local',
  push_subscriptions: 'local',
  realms: 'reference',
  recovery_codes: 'local',
  rollups: 'reference',
  saved_views: 'local',
  second_factors: 'local',
  session_views: 'local',
  sessions: 'local',
  price_lists: 'reference',
  price_ranges: 'reference',
  site_maps: 'reference',
  sites: 'reference',
  sso_attempts: 'local',
  worker_tokens: 'reference',
  workers: 'reference',
};

/** Tables whose realm may be null: rows of administrators, or of the whole installation. */
const REALM_OPTIONAL = [
  'audit',
  'idempotency_keys',
  'identity_providers',
  'invitations',
  'list_versions',
  'mails',
  'module_assignments',
  'module_past_assignments',
  'notifications',
  'pauses',
  'second_factor_rules',
  'service_tokens',
  'users',
];

/**
 * Unique indexes without the realm besides primary keys of one column and those of tables partitioned by `at`: distributed, each needs the realm added or another
 * way to be unique. Random values are unique in practice; the others are reachable through a key that names the realm.
 */
const UNIQUE_WITHOUT_REALM: Readonly<Record<string, string>> = {
  bulk_items_pkey: 'an operation belongs to one realm: add realm_id',
  holds_one_live_per_seat: 'a task belongs to one realm: add realm_id',
  identity_providers_installation: 'of the rows without a realm: the table would be local',
  invitations_token_hash_key: 'random; looked up before the realm is known, so the table would be local',
  login_checks_lease_id_key: 'random',
  payment_checks_lease_id_key: 'random',
  pool_members_pkey: 'a pool belongs to one realm: add realm_id',
  pool_members_pool_id_position_key: 'a pool belongs to one realm: add realm_id',
  queue_link_tasks_pkey: 'a link belongs to one realm: add realm_id',
  service_tokens_token_hash_key: 'random; looked up before the realm is known, so the table would be local',
  tasks_lease_id_key: 'random',
  tasks_order_key_key: 'random',
  template_logins_pkey: 'a template belongs to one realm: add realm_id',
  tickets_hold_id_key: 'a hold belongs to one realm: add realm_id',
  users_email_key: 'an address is unique over all realms, so the table would be local',
};

/** Tables that grow with the work, which must not run out of 32-bit ids. */
const BIG_IDS = ['audit', 'pending_notifications', 'push_deliveries', 'queue_link_steps', 'task_events'];

const HAS_REALM = `EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'realm_id' AND NOT a.attisdropped)`;
const TABLES = `c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition`;

describe('the catalogue stays fit for more than one machine', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const names = async (sql: string): Promise<string[]> =>
    (await app.db.query<{ name: string }>(sql)).rows.map(({ name }) => name).sort();

  it('has a realm in each table, or says where a table without one belongs', async () => {
    expect(
      await names(`SELECT c.relname AS name FROM pg_class c WHERE ${TABLES} AND NOT ${HAS_REALM}`),
    ).toEqual(Object.keys(WITHOUT_REALM).sort());
    const optional = await names(
      `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'realm_id'
       WHERE ${TABLES} AND NOT a.attnotnull AND NOT a.attisdropped`,
    );
    expect(optional).toEqual(REALM_OPTIONAL);
  });

  it('has the realm in each unique index but those that are named, and in the key that foreign keys refer to', async () => {
    const without = await names(
      `SELECT i.indexrelid::regclass::text AS name FROM pg_class c JOIN pg_index i ON i.indrelid = c.oid AND i.indisunique
       WHERE ${TABLES} AND ${HAS_REALM} AND NOT (i.indisprimary AND i.indnkeyatts = 1)
         AND NOT EXISTS (SELECT FROM unnest(i.indkey) AS k (n) JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.n
           WHERE a.attname IN ('realm_id', 'at'))`,
    );
    expect(without).toEqual(Object.keys(UNIQUE_WITHOUT_REALM).sort());
    const crossing = await names(
      `SELECT k.conname AS name FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class p ON p.oid = k.confrelid
       JOIN pg_attribute r ON r.attrelid = p.oid AND r.attname = 'realm_id' AND r.attnotnull
       WHERE k.contype = 'f' AND ${TABLES} AND NOT EXISTS (
         SELECT FROM unnest(k.confkey) AS f (n) WHERE f.n = r.attnum)`,
    );
    expect(crossing).toEqual([]);
  });

  it('joins the old and the new rows of a statement without nested loops, unless it plans each time', async () => {
    expect(
      await names(
        `SELECT p.proname AS name FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace
           AND p.prosrc ~ 'JOIN old_rows' AND NOT 'enable_nestloop=off' = ANY (coalesce(p.proconfig, '{}'))`,
      ),
    ).toEqual(['refuse_deleted_parents']);
  });

  it('counts what grows with the work in 64 bits', async () => {
    const big = await names(
      `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attidentity <> ''
       WHERE ${TABLES} AND a.atttypid = 'bigint'::regtype`,
    );
    expect(big).toEqual(expect.arrayContaining(BIG_IDS));
  });
});
