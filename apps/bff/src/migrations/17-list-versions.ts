import { SqlMigration } from './sql-migration';

/**
 * A number per realm and kind of list that moves with every change that the list shows: the sum over its rows is the
 * version behind a list's ETag. A transaction counts on the first place that no other running one has, so that writers
 * never wait for one another; as a place is counted in the change's own transaction, who sees the change sees the count.
 * A null realm is the catalogue's and the people's, which every realm's lists show.
 */
export class ListVersions extends SqlMigration {
  readonly name = 'ListVersions1763600000017';
  protected readonly sql = `
CREATE TABLE list_versions (
  realm_id int REFERENCES realms,
  topic text NOT NULL,
  place int NOT NULL,
  version bigint NOT NULL DEFAULT 1,
  UNIQUE NULLS NOT DISTINCT (realm_id, topic, place)
) WITH (fillfactor = 50);
CALL secure_realm_table('list_versions'::regclass);
GRANT SELECT, INSERT, UPDATE ON list_versions TO tessera_all;

CREATE FUNCTION touch_list(p_topic text, p_realm int) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  free int := 0;
BEGIN
  WHILE free < 100 AND NOT pg_try_advisory_xact_lock(7355609, free) LOOP free := free + 1; END LOOP;
  INSERT INTO public.list_versions AS v (realm_id, topic, place) VALUES (p_realm, p_topic, free)
  ON CONFLICT (realm_id, topic, place) DO UPDATE SET version = v.version + 1;
END $$;
GRANT CREATE ON SCHEMA public TO tessera_all;
ALTER FUNCTION touch_list(text, int) OWNER TO tessera_all;
REVOKE CREATE ON SCHEMA public FROM tessera_all;
SET LOCAL ROLE tessera_all;
REVOKE ALL ON FUNCTION touch_list(text, int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION touch_list(text, int) TO tessera_realm;
RESET ROLE;

-- What the live stream tells of is what lists show.
CREATE OR REPLACE FUNCTION live_send(p_topic text, p_realm int, p_change text, p_ids int[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF array_length(p_ids, 1) > 0 AND p_topic IN ('tasks', 'jobs', 'holds', 'tickets') THEN
    PERFORM touch_list(p_topic, p_realm);
  END IF;
  FOR position_ IN 1 .. coalesce(array_length(p_ids, 1), 0) BY 200 LOOP
    PERFORM pg_notify('tessera_live',
      json_build_object('t', p_topic, 'r', p_realm, 'c', p_change, 'i', p_ids[position_ : position_ + 199])::text);
  END LOOP;
END $$;

-- For tables that the stream is silent about. Arguments: whether its rows belong to a realm.
CREATE FUNCTION list_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_ARGV[0] = 'realm' THEN
    IF TG_OP = 'INSERT' THEN
      PERFORM touch_list(TG_TABLE_NAME, realm_id) FROM (SELECT DISTINCT realm_id FROM new_rows) realms;
    ELSE
      PERFORM touch_list(TG_TABLE_NAME, realm_id) FROM (
        SELECT DISTINCT n.realm_id FROM new_rows n JOIN old_rows o ON o.id = n.id WHERE n.version <> o.version) realms;
    END IF;
  ELSIF TG_OP = 'INSERT' THEN
    PERFORM touch_list(TG_TABLE_NAME, NULL);
  ELSIF EXISTS (SELECT FROM new_rows n JOIN old_rows o ON o.id = n.id WHERE n.version <> o.version) THEN
    PERFORM touch_list(TG_TABLE_NAME, NULL);
  END IF;
  RETURN NULL;
END $$;

DO $$
DECLARE
  target record;
BEGIN
  FOR target IN SELECT * FROM (VALUES ('logins', 'realm'), ('pools', 'realm'), ('templates', 'realm'), ('sites', 'all'),
    ('events', 'all'), ('users', 'all')) AS t (name, reach) LOOP
    EXECUTE format('CREATE TRIGGER list_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION list_change(%L)', target.name, target.reach);
    EXECUTE format('CREATE TRIGGER list_update AFTER UPDATE ON %I REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION list_change(%L)', target.name, target.reach);
  END LOOP;
END $$;
`;
}
