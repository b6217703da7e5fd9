import { ownedBySystem } from './row-security';
import { SqlMigration } from './sql-migration';

/**
 * What the database refuses by itself, under any concurrency: more than a realm's limits (the realm's counter moves with a
 * conditional UPDATE in the transaction of the change, so that a second one waits for the row and sees the first), and rows
 * that come to stand on a deleted realm, site, event or login, also when the two happen at the same instant. The statement
 * that names a parent locks it, so that its deletion waits and then sees the row, or was first and is seen; a foreign key
 * alone doesn't do it, since what is deleted softly is still there. The functions belong to tessera_all, because the realm
 * role may not write realms.
 */
export class LimitsAndParents extends SqlMigration {
  readonly name = 'LimitsAndParents1795824000013';
  protected readonly sql = `
-- Moves a realm's counter; over its maximum raises TS001 with {limit, used, asked} as DETAIL.
CREATE FUNCTION count_against_limit(p_realm int, p_counter text, p_limit text, p_delta int) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  moved int;
  place record;
BEGIN
  EXECUTE format(
    'UPDATE public.realms SET %1$I = %1$I + $2 WHERE id = $1 AND ($2 < 0 OR %1$I + $2 <= %2$I)', p_counter, p_limit)
    USING p_realm, p_delta;
  GET DIAGNOSTICS moved = ROW_COUNT;
  IF moved = 0 THEN
    EXECUTE format('SELECT %I AS used, %I AS maximum FROM public.realms WHERE id = $1', p_counter, p_limit)
      INTO place USING p_realm;
    IF place.maximum IS NOT NULL THEN
      RAISE EXCEPTION USING ERRCODE = 'TS001',
        MESSAGE = format('the realm may have %s %s, has %s and was asked for %s more',
          place.maximum, CASE p_limit WHEN 'max_tasks' THEN 'unfinished tasks' ELSE 'logins' END, place.used, p_delta),
        DETAIL = jsonb_build_object('limit', place.maximum, 'used', place.used, 'asked', p_delta, 'name', p_limit)::text;
    END IF;
  END IF;
END $$;
-- One function for the three kinds of statement: a row that counts adds one, a row that counted takes one.
CREATE FUNCTION tasks_limit() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  change record;
BEGIN
  IF TG_OP = 'INSERT' THEN
    FOR change IN
      SELECT realm_id, count(*)::int AS delta FROM new_rows WHERE unfinished AND deleted_at IS NULL
      GROUP BY realm_id ORDER BY realm_id
    LOOP PERFORM count_against_limit(change.realm_id, 'active_tasks', 'max_tasks', change.delta); END LOOP;
  ELSIF TG_OP = 'DELETE' THEN
    FOR change IN
      SELECT realm_id, -count(*)::int AS delta FROM old_rows WHERE unfinished AND deleted_at IS NULL
      GROUP BY realm_id ORDER BY realm_id
    LOOP PERFORM count_against_limit(change.realm_id, 'active_tasks', 'max_tasks', change.delta); END LOOP;
  ELSE
    FOR change IN
      SELECT realm_id, sum(n)::int AS delta FROM (
        SELECT realm_id, 1 AS n FROM new_rows WHERE unfinished AND deleted_at IS NULL
        UNION ALL SELECT realm_id, -1 FROM old_rows WHERE unfinished AND deleted_at IS NULL
      ) moves GROUP BY realm_id HAVING sum(n) <> 0 ORDER BY realm_id
    LOOP PERFORM count_against_limit(change.realm_id, 'active_tasks', 'max_tasks', change.delta); END LOOP;
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION logins_limit() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  change record;
BEGIN
  IF TG_OP = 'INSERT' THEN
    FOR change IN
      SELECT realm_id, count(*)::int AS delta FROM new_rows WHERE deleted_at IS NULL GROUP BY realm_id ORDER BY realm_id
    LOOP PERFORM count_against_limit(change.realm_id, 'login_count', 'max_logins', change.delta); END LOOP;
  ELSIF TG_OP = 'DELETE' THEN
    FOR change IN
      SELECT realm_id, -count(*)::int AS delta FROM old_rows WHERE deleted_at IS NULL GROUP BY realm_id ORDER BY realm_id
    LOOP PERFORM count_against_limit(change.realm_id, 'login_count', 'max_logins', change.delta); END LOOP;
  ELSE
    FOR change IN
      SELECT realm_id, sum(n)::int AS delta FROM (
        SELECT realm_id, 1 AS n FROM new_rows WHERE deleted_at IS NULL
        UNION ALL SELECT realm_id, -1 FROM old_rows WHERE deleted_at IS NULL
      ) moves GROUP BY realm_id HAVING sum(n) <> 0 ORDER BY realm_id
    LOOP PERFORM count_against_limit(change.realm_id, 'login_count', 'max_logins', change.delta); END LOOP;
  END IF;
  RETURN NULL;
END $$;

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

-- A finished task is started again only while its site, event and login are there. Raises TS002 with the column as DETAIL.
CREATE FUNCTION refuse_start_on_deleted_parents() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  gone text;
BEGIN
  PERFORM FROM public.sites WHERE id = NEW.site_id FOR KEY SHARE;
  PERFORM FROM public.events WHERE id = NEW.event_id FOR KEY SHARE;
  PERFORM FROM public.logins WHERE id = NEW.login_id FOR KEY SHARE;
  -- A statement of its own: its snapshot is taken after the wait for the locks.
  SELECT CASE WHEN s.deleted_at IS NOT NULL THEN 'site_id' WHEN e.deleted_at IS NOT NULL THEN 'event_id'
    WHEN l.deleted_at IS NOT NULL THEN 'login_id' END INTO gone
  FROM public.sites s, public.events e, public.logins l
  WHERE s.id = NEW.site_id AND e.id = NEW.event_id AND l.id = NEW.login_id;
  IF gone IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'TS002', MESSAGE = gone || ' names what was deleted', DETAIL = gone;
  END IF;
  RETURN NULL;
END $$;

-- Whether another realm uses an event: then only an administrator may change it.
CREATE FUNCTION event_used_elsewhere(p_event int, p_realm int) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT EXISTS (SELECT FROM templates WHERE event_id = p_event AND realm_id <> p_realm AND deleted_at IS NULL)
    OR EXISTS (SELECT FROM jobs WHERE event_id = p_event AND realm_id <> p_realm)
    OR EXISTS (SELECT FROM tasks WHERE event_id = p_event AND realm_id <> p_realm)
    OR EXISTS (SELECT FROM queue_links WHERE event_id = p_event AND realm_id <> p_realm AND deleted_at IS NULL)
$$;
${ownedBySystem({
  realms: ['event_used_elsewhere(int, int)'],
  system: ['count_against_limit(int, text, text, int)'],
  triggers: [
    'tasks_limit()',
    'logins_limit()',
    'refuse_deleted_parents()',
    'refuse_start_on_deleted_parents()',
  ],
})}
CREATE TRIGGER started_again AFTER UPDATE OF status ON tasks FOR EACH ROW
  WHEN (NEW.unfinished AND NOT OLD.unfinished) EXECUTE FUNCTION refuse_start_on_deleted_parents();
DO $$
DECLARE
  target record;
BEGIN
  FOR target IN SELECT * FROM (VALUES ('tasks'), ('logins')) AS t (name) LOOP
    EXECUTE format('CREATE TRIGGER limit_insert AFTER INSERT ON %1$I REFERENCING NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION %1$s_limit()', target.name);
    EXECUTE format('CREATE TRIGGER limit_update AFTER UPDATE ON %1$I REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION %1$s_limit()', target.name);
    EXECUTE format('CREATE TRIGGER limit_delete AFTER DELETE ON %1$I REFERENCING OLD TABLE AS old_rows
      FOR EACH STATEMENT EXECUTE FUNCTION %1$s_limit()', target.name);
  END LOOP;
  -- Whose parents may change checks them then too.
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

-- How far a realm was warned of a limit: 90 or 100 percent. A row goes once its use is well below again.
CREATE TABLE limit_warnings (
  realm_id int NOT NULL REFERENCES realms,
  kind text NOT NULL CHECK (kind IN ('tasks', 'logins')),
  percent int NOT NULL CHECK (percent IN (90, 100)),
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (realm_id, kind)
);
CALL secure_realm_table('limit_warnings');
GRANT SELECT, INSERT, UPDATE, DELETE ON limit_warnings TO tessera_all;
`;
}
