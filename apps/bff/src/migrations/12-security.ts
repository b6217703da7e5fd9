import { SqlMigration } from './sql-migration';

/**
 * Who may do what with which table. tessera_realm works for people of one realm (and for nobody: without a realm set
 * it sees nothing), tessera_all for administrators, workers and the system. Nobody rewrites a ledger.
 */
export class Security extends SqlMigration {
  readonly name = 'Security1763600000012';
  protected readonly sql = `
DO $$
DECLARE
  target text;
BEGIN
  FOREACH target IN ARRAY ARRAY['users', 'invitations', 'logins', 'login_activity', 'pools', 'pool_members', 'templates',
    'template_logins', 'jobs', 'tasks', 'task_events', 'queue_links', 'queue_link_tasks', 'holds', 'tickets',
    'notifications', 'audit', 'module_assignments'] LOOP
    CALL secure_realm_table(target::regclass);
  END LOOP;
END $$;

-- A realm is its own row.
ALTER TABLE realms ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_realm ON realms TO tessera_realm USING (id = nullif(current_setting('app.realm_id', true), '')::int);
CREATE POLICY all_realms ON realms TO tessera_all USING (true);

-- Everybody reads the catalogue; a realm writes the events of its own making.
ALTER TABLE events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY catalogue ON events FOR SELECT TO tessera_realm USING (true);
CREATE POLICY own_making ON events FOR INSERT TO tessera_realm
  WITH CHECK (created_by_realm_id = nullif(current_setting('app.realm_id', true), '')::int);
CREATE POLICY own_change ON events FOR UPDATE TO tessera_realm
  USING (created_by_realm_id = nullif(current_setting('app.realm_id', true), '')::int);
CREATE POLICY all_realms ON events TO tessera_all USING (true);

-- A key of somebody without a realm has none either.
ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY own_realm ON idempotency_keys TO tessera_realm
  USING (realm_id IS NOT DISTINCT FROM nullif(current_setting('app.realm_id', true), '')::int);
CREATE POLICY all_realms ON idempotency_keys TO tessera_all USING (true);

-- What belongs to a person is seen with the person: the inner query is itself under row-level security.
DO $$
DECLARE
  target text;
BEGIN
  FOREACH target IN ARRAY ARRAY['sessions', 'preferences', 'saved_views', 'push_subscriptions', 'push_deliveries'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', target);
    EXECUTE format('CREATE POLICY own_realm ON %I TO tessera_realm
      USING (EXISTS (SELECT FROM users u WHERE u.id = user_id))', target);
    EXECUTE format('CREATE POLICY all_realms ON %I TO tessera_all USING (true)', target);
  END LOOP;
END $$;

GRANT SELECT ON realms, users, sites, workers TO tessera_realm;
GRANT UPDATE (email, name, password_hash, password_changed_at) ON users TO tessera_realm;
GRANT SELECT, INSERT, UPDATE ON events, logins, pools, templates, jobs, tasks, queue_links, holds, tickets, invitations,
  notifications TO tessera_realm;
GRANT SELECT, INSERT ON login_activity, task_events, audit TO tessera_realm;
GRANT SELECT, INSERT, UPDATE, DELETE ON pool_members, template_logins, queue_link_tasks, idempotency_keys, preferences,
  saved_views, push_subscriptions TO tessera_realm;
GRANT SELECT ON push_deliveries TO tessera_realm;

GRANT SELECT, INSERT, UPDATE, DELETE ON users, sessions, invitations, preferences, saved_views, login_activity, pools,
  pool_members, templates, template_logins, jobs, tasks, queue_links, queue_link_tasks, push_subscriptions,
  push_deliveries, notifications, idempotency_keys, modules, module_assignments TO tessera_all;
GRANT SELECT, INSERT, UPDATE ON realms, sites, events, logins, holds, tickets, worker_tokens, workers TO tessera_all;
GRANT SELECT, INSERT ON task_events, audit, module_releases TO tessera_all;
`;
}
