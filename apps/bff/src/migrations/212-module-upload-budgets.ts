import { SqlMigration } from './sql-migration';

/** How many bytes a publisher has uploaded within an hour. */
export class ModuleUploadBudgets extends SqlMigration {
  readonly name = 'ModuleUploadBudgets1763600000212';
  protected readonly sql = `
CREATE TABLE module_upload_budgets (
  publisher_id int PRIMARY KEY REFERENCES module_publishers ON DELETE CASCADE,
  bytes bigint NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN module_upload_budgets.bytes IS 'Received since started_at; an hour later it starts again';
GRANT SELECT, INSERT, UPDATE, DELETE ON module_upload_budgets TO tessera_all;
`;
}
