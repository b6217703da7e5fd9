import { SqlMigration } from './sql-migration';

/** Ids of rehearsal realms begin here, so that one comparison separates them from the realms that people work in. */
const FIRST = 1_000_000_000;

/** Tables with the column `realm_id` when this migration is written; later ones get the policy by `secure_realm_table`. */
const REALM_TABLES = [
  'audit',
  'bulk_items',
  'bulk_operations',
  'holds',
  'invitations',
  'job_counts',
  'jobs',
  'limit_warnings',
  'list_versions',
  'login_activity',
  'logins',
  'module_assignments',
  'module_past_assignments',
  'notifications',
  'payment_checks',
  'pool_members',
  'pools',
  'queue_link_steps',
  'queue_link_tasks',
  'queue_links',
  'status_change_counts',
  'task_events',
  'tasks',
  'template_logins',
  'templates',
  'tickets',
  'users',
];

/** What a rehearsal leaves behind, in tables from which tessera_all deletes nothing else. */
const DELETED_WITH_REHEARSAL = ['tickets', 'logins', 'login_activity'];

/**
 * Rehearsals: each runs in a realm of its own, a child of the realm that rehearses. Administrators work as
 * `tessera_console`, which inherits everything from `tessera_all` and sees no rehearsal; workers and sweeps see all.
 */
export class Rehearsals extends SqlMigration {
  readonly name = 'Rehearsals1763600000140';
  protected readonly sql = `
DO $$
DECLARE
  has_options boolean := current_setting('server_version_num')::int >= 160000;
  tries int := 0;
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'tessera_console') THEN
    BEGIN
      CREATE ROLE tessera_console NOLOGIN INHERIT;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL; -- another database of this cluster created it meanwhile
    END;
  END IF;
  LOOP
    EXIT WHEN tries >= 20 OR (pg_has_role('tessera_console', 'tessera_all', 'USAGE')
      AND pg_has_role(current_user, 'tessera_console', CASE WHEN has_options THEN 'SET' ELSE 'MEMBER' END));
    BEGIN
      tries := tries + 1;
      EXECUTE 'GRANT tessera_all TO tessera_console' || CASE WHEN has_options THEN ' WITH INHERIT TRUE, SET FALSE' ELSE '' END;
      EXECUTE 'GRANT tessera_console TO CURRENT_USER' || CASE WHEN has_options THEN ' WITH SET TRUE, INHERIT FALSE' ELSE '' END;
    EXCEPTION
      WHEN insufficient_privilege THEN
        RAISE EXCEPTION '% may not create the role tessera_console', current_user
          USING HINT = 'Run "tessera roles" as an administrator of the cluster, then migrate again.';
      WHEN internal_error OR unique_violation THEN
        PERFORM pg_sleep(0.05); -- "tuple concurrently updated": the other database's grant goes first
    END;
  END LOOP;
END $$;

CREATE SEQUENCE rehearsal_realm_ids AS int MINVALUE ${FIRST} START ${FIRST};
GRANT USAGE ON SEQUENCE rehearsal_realm_ids TO tessera_all;
ALTER TABLE realms ADD parent_realm_id int REFERENCES realms;
COMMENT ON COLUMN realms.parent_realm_id IS 'Of a rehearsal realm: the realm that rehearses';

CREATE TABLE rehearsals (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  realm_id int NOT NULL REFERENCES realms,
  rehearsal_realm_id int NOT NULL REFERENCES realms,
  source text NOT NULL CHECK (source IN ('template', 'job', 'event')),
  template_id int,
  job_id int,
  event_id int NOT NULL REFERENCES events,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 200),
  event_name text NOT NULL CHECK (char_length(event_name) <= 300),
  scenario text NOT NULL CHECK (scenario IN ('calm', 'rush', 'waiting_room', 'sell_out', 'too_many_requests', 'lapses', 'outage')),
  seed int NOT NULL CHECK (seed >= 0),
  settings jsonb NOT NULL,
  rehearsal_event_id int NOT NULL REFERENCES events,
  rehearsal_job_id int NOT NULL,
  status text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'finished', 'stopped')),
  created_by int REFERENCES users ON DELETE SET NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  starts_at timestamptz NOT NULL,
  finished_at timestamptz,
  report jsonb,
  purged_at timestamptz,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  UNIQUE (realm_id, id),
  UNIQUE (realm_id, rehearsal_realm_id),
  FOREIGN KEY (realm_id, template_id) REFERENCES templates (realm_id, id) ON DELETE SET NULL (template_id),
  FOREIGN KEY (realm_id, job_id) REFERENCES jobs (realm_id, id) ON DELETE SET NULL (job_id)
);
COMMENT ON COLUMN rehearsals.rehearsal_job_id IS 'The job in the rehearsal realm; it is gone once its rows are purged';
COMMENT ON COLUMN rehearsals.starts_at IS 'When its tickets go on sale';
COMMENT ON COLUMN rehearsals.report IS 'Computed from the timeline when it ends';
COMMENT ON COLUMN rehearsals.purged_at IS 'When the rows of its realm were removed; the report stays';
CREATE INDEX rehearsals_template ON rehearsals (realm_id, template_id, started_at DESC);
CREATE INDEX rehearsals_job ON rehearsals (realm_id, job_id);
CREATE INDEX rehearsals_event ON rehearsals (event_id);
CREATE INDEX rehearsals_rehearsal_event ON rehearsals (rehearsal_event_id);
CREATE INDEX rehearsals_rehearsal_realm ON rehearsals (rehearsal_realm_id);
CREATE INDEX rehearsals_created_by ON rehearsals (created_by);
CREATE TRIGGER bump_version BEFORE UPDATE ON rehearsals FOR EACH ROW EXECUTE FUNCTION bump_version();

-- As before, and administrators don't see the rows of rehearsals.
CREATE OR REPLACE PROCEDURE secure_realm_table(target regclass) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', target);
  EXECUTE format(
    'CREATE POLICY own_realm ON %s TO tessera_realm USING (realm_id = nullif(current_setting(''app.realm_id'', true), '''')::int)',
    target);
  EXECUTE format('CREATE POLICY all_realms ON %s TO tessera_all USING (true)', target);
  EXECUTE format(
    'CREATE POLICY no_rehearsals ON %s AS RESTRICTIVE TO tessera_console USING (realm_id IS NULL OR realm_id < ${FIRST})',
    target);
END $$;
CALL secure_realm_table('rehearsals'::regclass);
GRANT SELECT ON rehearsals TO tessera_realm;
GRANT SELECT, INSERT, UPDATE, DELETE ON rehearsals TO tessera_all;

${REALM_TABLES.map(
  (table) =>
    `CREATE POLICY no_rehearsals ON ${table} AS RESTRICTIVE TO tessera_console USING (realm_id IS NULL OR realm_id < ${FIRST});`,
).join('\n')}
CREATE POLICY no_rehearsals ON realms AS RESTRICTIVE TO tessera_console USING (id < ${FIRST});
-- Who works in a rehearsal sees its event alone, and so can start nothing for another.
CREATE POLICY no_rehearsals ON events AS RESTRICTIVE TO tessera_console
  USING (created_by_realm_id IS NULL OR created_by_realm_id < ${FIRST});
CREATE POLICY rehearsed_event ON events AS RESTRICTIVE TO tessera_realm
  USING (created_by_realm_id = nullif(current_setting('app.realm_id', true), '')::int
    OR ((created_by_realm_id IS NULL OR created_by_realm_id < ${FIRST})
      AND coalesce(nullif(current_setting('app.realm_id', true), '')::int, 0) < ${FIRST}));

${DELETED_WITH_REHEARSAL.map(
  (table) =>
    `GRANT DELETE ON ${table} TO tessera_all;
CREATE POLICY only_rehearsals ON ${table} AS RESTRICTIVE FOR DELETE TO tessera_all USING (realm_id >= ${FIRST});`,
).join('\n')}

-- A search of all realms for administrators, who would read every row otherwise: see Search. The list leaves out what the
-- search finds in rehearsals.
CREATE FUNCTION find_all_tasks(p_pattern text, p_most int) RETURNS int[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT public.find_tasks(p_pattern, NULL, p_most)
$$;
CREATE FUNCTION find_all_tickets(p_pattern text, p_most int) RETURNS int[]
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT public.find_tickets(p_pattern, NULL, p_most)
$$;
GRANT CREATE ON SCHEMA public TO tessera_all;
ALTER FUNCTION find_all_tasks(text, int) OWNER TO tessera_all;
ALTER FUNCTION find_all_tickets(text, int) OWNER TO tessera_all;
REVOKE CREATE ON SCHEMA public FROM tessera_all;
SET LOCAL ROLE tessera_all;
REVOKE ALL ON FUNCTION find_all_tasks(text, int), find_all_tickets(text, int) FROM PUBLIC;
RESET ROLE;
`;
}
