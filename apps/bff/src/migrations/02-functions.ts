import { SqlMigration } from './sql-migration';

/** Functions that tables and triggers build on. */
export class Functions extends SqlMigration {
  readonly name = 'Functions1763600000002';
  protected readonly sql = `
-- Who a login is to the ticketing site: purchase limits are shared by this identity.
CREATE FUNCTION customer_identity(supporter_id text, email text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(nullif(lower(btrim(supporter_id)), ''), nullif(lower(btrim(email)), ''))
$$;

-- The version behind a resource's ETag and its updated_at: they move when a column changes that people change or
-- see. Columns given as arguments (heartbeats, counters) don't count; generated ones aren't known yet here. A statement
-- that adds to version itself says that something beside the row changed, e.g. a pool's members.
CREATE FUNCTION bump_version() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  unseen text[] := ARRAY['version', 'updated_at', 'unfinished', 'customer_identity'] || TG_ARGV;
BEGIN
  IF NEW.version <> OLD.version OR to_jsonb(NEW) - unseen IS DISTINCT FROM to_jsonb(OLD) - unseen THEN
    NEW.version := OLD.version + 1;
    NEW.updated_at := now();
  ELSE
    NEW.version := OLD.version;
    NEW.updated_at := OLD.updated_at;
  END IF;
  RETURN NEW;
END $$;

-- Row-level security for a table with realm_id: the realm role sees and writes its own realm, the other role all.
-- Called by the migration that makes the table; what each role may do is granted beside it.
CREATE PROCEDURE secure_realm_table(target regclass) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', target);
  EXECUTE format(
    'CREATE POLICY own_realm ON %s TO tessera_realm USING (realm_id = nullif(current_setting(''app.realm_id'', true), '''')::int)',
    target);
  EXECUTE format('CREATE POLICY all_realms ON %s TO tessera_all USING (true)', target);
END $$;
REVOKE ALL ON PROCEDURE secure_realm_table(regclass) FROM PUBLIC;
`;
}
