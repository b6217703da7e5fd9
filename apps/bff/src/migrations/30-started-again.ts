import { SqlMigration } from './sql-migration';

/**
 * A finished task is started again only while its site, event and login are there, also when one of them is deleted at
 * that instant: as with what is made (migration 18), the start locks them, so that the deletion waits and then sees the
 * task, or was first and is seen.
 */
export class StartedAgain extends SqlMigration {
  readonly name = 'StartedAgain1763600000030';
  protected readonly sql = `
-- Raises TS002 with the column as DETAIL.
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
GRANT CREATE ON SCHEMA public TO tessera_all;
ALTER FUNCTION refuse_start_on_deleted_parents() OWNER TO tessera_all;
REVOKE CREATE ON SCHEMA public FROM tessera_all;

CREATE TRIGGER started_again AFTER UPDATE OF status ON tasks FOR EACH ROW
  WHEN (NEW.unfinished AND NOT OLD.unfinished) EXECUTE FUNCTION refuse_start_on_deleted_parents();
`;
}
