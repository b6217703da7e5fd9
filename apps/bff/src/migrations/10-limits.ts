import { SqlMigration } from './sql-migration';

/**
 * Limits that are exact under any concurrency: the realm's counter moves with a conditional
 * UPDATE in the transaction of the change, so that a second one waits for the row and sees the first. The functions
 * belong to tessera_all, because the realm role may not write realms.
 */
export class Limits extends SqlMigration {
  readonly name = 'Limits1763600000010';
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

DO $$
DECLARE
  target text;
BEGIN
  FOREACH target IN ARRAY ARRAY['tasks', 'logins'] LOOP
    EXECUTE format('CREATE TRIGGER limit_insert AFTER INSERT ON %1$I REFERENCING NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION %1$s_limit()', target);
    EXECUTE format('CREATE TRIGGER limit_update AFTER UPDATE ON %1$I REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
      FOR EACH STATEMENT EXECUTE FUNCTION %1$s_limit()', target);
    EXECUTE format('CREATE TRIGGER limit_delete AFTER DELETE ON %1$I REFERENCING OLD TABLE AS old_rows
      FOR EACH STATEMENT EXECUTE FUNCTION %1$s_limit()', target);
  END LOOP;
END $$;
`;
}
