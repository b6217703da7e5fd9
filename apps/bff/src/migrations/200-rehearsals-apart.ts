import { SqlMigration } from './sql-migration';

/** Ids of rehearsal realms begin here: see Rehearsals. */
const FIRST = 1_000_000_000;

/** Tables whose rows act outside a realm: people, what they are invited to, the modules they load, and rehearsals themselves. */
const OUTSIDE = ['users', 'invitations', 'module_assignments', 'module_past_assignments', 'rehearsals'];

/**
 * Rows of a rehearsal refer to its own event and that event's site, and to nothing else of the catalogue; its event is
 * inserted once and stays as it is. A realm runs while it is active and, of a rehearsal, while the realm that rehearses is.
 */
export class RehearsalsApart extends SqlMigration {
  readonly name = 'RehearsalsApart1763600000200';
  protected readonly sql = `
GRANT CREATE ON SCHEMA public TO tessera_all;
SET LOCAL ROLE tessera_all;
-- The first event, since earlier versions let people create others. Sorted without the primary key, which would be read whole.
CREATE FUNCTION rehearsal_event(p_realm int, OUT event_id int, OUT site_id int)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT e.id, e.site_id FROM events e WHERE e.created_by_realm_id = p_realm ORDER BY e.created_at, e.id LIMIT 1
$$;

-- Arguments: the columns that refer to the catalogue. Raises TS003 with the column as DETAIL.
CREATE FUNCTION refuse_outside_rehearsal() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  own record;
  named text;
  id int;
BEGIN
  SELECT * INTO own FROM public.rehearsal_event(NEW.realm_id);
  FOREACH named IN ARRAY TG_ARGV LOOP
    EXECUTE format('SELECT ($1).%I', named) INTO id USING NEW;
    IF id IS NOT NULL AND id IS DISTINCT FROM (CASE named WHEN 'site_id' THEN own.site_id ELSE own.event_id END) THEN
      RAISE EXCEPTION USING ERRCODE = 'TS003', DETAIL = named,
        MESSAGE = 'rows of a rehearsal refer to its own event and site only: ' || named;
    END IF;
  END LOOP;
  RETURN NEW;
END $$;

CREATE FUNCTION keep_rehearsal_event() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  IF TG_OP = 'UPDATE' OR EXISTS (SELECT FROM events WHERE created_by_realm_id = NEW.created_by_realm_id) THEN
    RAISE EXCEPTION USING ERRCODE = 'TS003', DETAIL = 'event', MESSAGE = 'a rehearsal has one event, which stays as it is';
  END IF;
  RETURN NEW;
END $$;

-- For the role of a rehearsal, which doesn't see the realm that rehearses.
CREATE FUNCTION realm_is_active(p_realm int) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT EXISTS (SELECT FROM realms WHERE id = p_realm AND status = 'active' AND deleted_at IS NULL)
$$;
REVOKE ALL ON FUNCTION rehearsal_event(int), realm_is_active(int) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION realm_is_active(int) TO tessera_realm;
RESET ROLE;
REVOKE CREATE ON SCHEMA public FROM tessera_all;

CREATE PROCEDURE confine_rehearsals(target regclass) LANGUAGE plpgsql AS $$
DECLARE
  columns text;
BEGIN
  SELECT string_agg(quote_literal(attname), ', ' ORDER BY attname) INTO columns FROM pg_attribute
  WHERE attrelid = target AND attname IN ('site_id', 'event_id') AND NOT attisdropped;
  IF columns IS NOT NULL THEN
    EXECUTE format('CREATE TRIGGER outside_rehearsal BEFORE INSERT OR UPDATE OF realm_id, %s ON %s FOR EACH ROW
      WHEN (NEW.realm_id >= ${FIRST}) EXECUTE FUNCTION refuse_outside_rehearsal(%s)',
      replace(columns, '''', ''), target, columns);
  END IF;
END $$;
REVOKE ALL ON PROCEDURE confine_rehearsals(regclass) FROM PUBLIC;

DO $$
DECLARE
  target regclass;
BEGIN
  FOR target IN SELECT c.oid FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'realm_id'
    WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace
      AND c.relname <> 'rehearsals' ORDER BY c.relname
  LOOP CALL confine_rehearsals(target); END LOOP;
END $$;

-- As before, and rows of rehearsals refer to nothing outside.
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
  CALL confine_rehearsals(target);
END $$;

CREATE TRIGGER one_rehearsal_event BEFORE INSERT ON events FOR EACH ROW
  WHEN (NEW.created_by_realm_id >= ${FIRST}) EXECUTE FUNCTION keep_rehearsal_event();
CREATE TRIGGER same_rehearsal_event BEFORE UPDATE OF site_id, guid, created_by_realm_id ON events FOR EACH ROW
  WHEN ((OLD.created_by_realm_id >= ${FIRST} OR NEW.created_by_realm_id >= ${FIRST})
    AND (OLD.site_id, OLD.guid, OLD.created_by_realm_id) IS DISTINCT FROM (NEW.site_id, NEW.guid, NEW.created_by_realm_id))
  EXECUTE FUNCTION keep_rehearsal_event();
-- The start of a rehearsal inserts its event; nobody within it creates or changes one.
CREATE POLICY none_in_rehearsals ON events AS RESTRICTIVE FOR INSERT TO tessera_realm
  WITH CHECK (created_by_realm_id < ${FIRST});
CREATE POLICY unchanged_in_rehearsals ON events AS RESTRICTIVE FOR UPDATE TO tessera_realm
  USING (created_by_realm_id < ${FIRST});

-- Administrators read what happened in rehearsals.
DROP POLICY no_rehearsals ON audit;

${OUTSIDE.map(
  (table) =>
    `ALTER TABLE ${table} ADD CONSTRAINT ${table}_outside_rehearsals CHECK (realm_id < ${FIRST}) NOT VALID;`,
).join('\n')}
`;
}
