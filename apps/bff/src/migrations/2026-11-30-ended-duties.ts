import { SqlMigration } from './sql-migration';

/**
 * Duties are of one realm and role: they end with either, also when a server moves somebody that doesn't know duties yet. Who gets
 * others by the move is given them afterwards.
 */
export class EndedDuties extends SqlMigration {
  readonly name = 'EndedDuties1795996800050';
  protected readonly sql = `
CREATE FUNCTION end_duties() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $$
BEGIN
  NEW.duties := '{}';
  RETURN NEW;
END $$;
CREATE TRIGGER end_duties BEFORE UPDATE OF realm_id, role ON users FOR EACH ROW
  WHEN (OLD.realm_id IS DISTINCT FROM NEW.realm_id OR OLD.role <> NEW.role) EXECUTE FUNCTION end_duties();
`;
}
