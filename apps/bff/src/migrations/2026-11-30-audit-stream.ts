import { ownedBySystem } from './row-security';
import { SqlMigration } from './sql-migration';

/**
 * Which audit entries wait to be written to the file of AUDIT_STREAM_FILE. Entries commit in another order than their ids,
 * so that no position in the audit log says which were written. Nothing is collected while no server writes the file.
 */
export class AuditStream extends SqlMigration {
  readonly name = 'AuditStream1795996800050';
  protected readonly sql = `
CREATE TABLE audit_stream_state (
  is_on boolean PRIMARY KEY DEFAULT true CHECK (is_on),
  since timestamptz NOT NULL DEFAULT now()
);
COMMENT ON TABLE audit_stream_state IS 'Has a row while audit entries are collected for the stream';
GRANT SELECT, INSERT, DELETE ON audit_stream_state TO tessera_all;

CREATE TABLE audit_stream (
  id bigint PRIMARY KEY,
  at timestamptz NOT NULL
);
COMMENT ON TABLE audit_stream IS 'Audit entries that wait to be written to the stream';
CREATE INDEX audit_stream_at ON audit_stream (at);
GRANT SELECT, INSERT, DELETE ON audit_stream TO tessera_all;

CREATE FUNCTION stream_audit() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  IF EXISTS (SELECT FROM audit_stream_state) THEN
    INSERT INTO audit_stream (id, at) SELECT id, at FROM new_rows;
  END IF;
  RETURN NULL;
END $$;
${ownedBySystem({ triggers: ['stream_audit()'] })}
CREATE TRIGGER stream AFTER INSERT ON audit REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION stream_audit();
`;
}
