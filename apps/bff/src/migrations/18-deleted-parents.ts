import { SqlMigration } from './sql-migration';

/**
 * No row comes to stand on a deleted realm, site, event or login, also when the two happen at the same instant: who
 * names a parent locks it, so that its deletion waits and then sees the row, or was first and is seen. A foreign key
 * alone doesn't do it, since what is deleted softly is still there.
 *
 * Besides: a replayed answer keeps the order of its fields; what was deleted long ago is found without reading the rest,
 * and goes although others name it.
 */
export class DeletedParents extends SqlMigration {
  readonly name = 'DeletedParents1763600000018';
  protected readonly sql = `
-- Arguments: the columns that name parents. Raises TS002 with the column as DETAIL.
CREATE FUNCTION refuse_deleted_parents() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  named text;
  parent text;
  ids int[];
  gone boolean;
BEGIN
  FOREACH named IN ARRAY TG_ARGV LOOP
    EXECUTE format(CASE TG_OP
      WHEN 'INSERT' THEN 'SELECT array_agg(DISTINCT %1$I) FROM new_rows WHERE %1$I IS NOT NULL'
      ELSE 'SELECT array_agg(DISTINCT n.%1$I) FROM new_rows n JOIN old_rows o ON o.id = n.id
            WHERE n.%1$I IS NOT NULL AND n.%1$I IS DISTINCT FROM o.%1$I' END, named) INTO ids;
    CONTINUE WHEN ids IS NULL;
    parent := replace(named, '_id', 's');
    -- Two statements: the second one's snapshot is taken after the wait for the lock.
    EXECUTE format('SELECT FROM public.%I WHERE id = ANY ($1) ORDER BY id FOR KEY SHARE', parent) USING ids;
    EXECUTE format('SELECT EXISTS (SELECT FROM public.%I WHERE id = ANY ($1) AND deleted_at IS NOT NULL)', parent)
      INTO gone USING ids;
    IF gone THEN
      RAISE EXCEPTION USING ERRCODE = 'TS002', MESSAGE = named || ' names what was deleted', DETAIL = named;
    END IF;
  END LOOP;
  RETURN NULL;
END $$;
GRANT CREATE ON SCHEMA public TO tessera_all;
ALTER FUNCTION refuse_deleted_parents() OWNER TO tessera_all;
REVOKE CREATE ON SCHEMA public FROM tessera_all;

DO $$
DECLARE
  target record;
BEGIN
  FOR target IN SELECT * FROM (VALUES
    ('users', '''realm_id''', true),
    ('invitations', '''realm_id''', false),
    ('events', '''site_id''', true),
    ('logins', '''realm_id'', ''site_id''', false),
    ('pools', '''realm_id'', ''site_id''', true),
    ('templates', '''realm_id'', ''site_id'', ''event_id''', true),
    ('jobs', '''realm_id'', ''site_id'', ''event_id''', false),
    ('tasks', '''realm_id'', ''site_id'', ''event_id'', ''login_id''', false),
    ('queue_links', '''realm_id'', ''event_id'', ''login_id''', false),
    ('pool_members', '''login_id''', false),
    ('template_logins', '''login_id''', false)) AS t (name, columns, moves) LOOP
    EXECUTE format('CREATE TRIGGER deleted_parents_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_deleted_parents(%s)', target.name, target.columns);
    IF target.moves THEN
      EXECUTE format('CREATE TRIGGER deleted_parents_update AFTER UPDATE ON %I REFERENCING OLD TABLE AS old_rows
        NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION refuse_deleted_parents(%s)', target.name, target.columns);
    END IF;
  END LOOP;
END $$;

ALTER TABLE idempotency_keys ALTER response_body TYPE json USING response_body::json;

-- What a foreign key sets to null when a row goes is changed in the name of the tables' owner.
SET LOCAL ROLE tessera_all;
DO $$ BEGIN
  EXECUTE format('GRANT EXECUTE ON FUNCTION touch_list(text, int) TO %I', session_user);
END $$;
RESET ROLE;

CREATE INDEX tasks_deleted ON tasks (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX jobs_deleted ON jobs (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX templates_deleted ON templates (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX pools_deleted ON pools (deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX queue_links_deleted ON queue_links (deleted_at) WHERE deleted_at IS NOT NULL;
`;
}
