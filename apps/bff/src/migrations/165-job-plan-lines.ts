import { SqlMigration } from './sql-migration';

/**
 * The plan of a launch as it was accepted: each line with its verdict, the blocked ones too, which became no task. The
 * lines go with their job. A login is kept by its id alone, without a foreign key, so that it can be removed; its name is
 * read when the plan is shown.
 */
export class JobPlanLines extends SqlMigration {
  readonly name = 'JobPlanLines1763600000165';
  protected readonly sql = `
CREATE TABLE job_plan_lines (
  realm_id int NOT NULL,
  job_id int NOT NULL,
  job_index int NOT NULL CHECK (job_index >= 0),
  login_id int,
  seats int NOT NULL,
  starts_at timestamptz,
  verdict text NOT NULL CHECK (verdict IN ('ok', 'warn', 'blocked')),
  reasons jsonb,
  PRIMARY KEY (realm_id, job_id, job_index),
  FOREIGN KEY (realm_id, job_id) REFERENCES jobs (realm_id, id) ON DELETE CASCADE
);
COMMENT ON COLUMN job_plan_lines.login_id IS 'Without a foreign key: the login may have been removed since';
COMMENT ON COLUMN job_plan_lines.starts_at IS 'Null: a draft';
COMMENT ON COLUMN job_plan_lines.reasons IS 'Null: none';
CALL secure_realm_table('job_plan_lines'::regclass);
GRANT SELECT, INSERT ON job_plan_lines TO tessera_realm;
GRANT SELECT, INSERT ON job_plan_lines TO tessera_all;
`;
}
