import { SqlMigration } from './sql-migration';

/** The key that the installation signs the modules with that it ships. */
export class ModuleSigningKey extends SqlMigration {
  readonly name = 'ModuleSigningKey1763600000092';
  protected readonly sql = `
CREATE TABLE module_signing_key (
  id int PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  secrets jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN module_signing_key.secrets IS 'Sealed: seed of the Ed25519 key, under realm 0';
GRANT SELECT, INSERT, UPDATE ON module_signing_key TO tessera_all;
`;
}
