import { SqlMigration } from './sql-migration';

/**
 * What is known about the payment of a task's order. A worker that buys may have paid from its lease on; when it is lost
 * or fenced before it says what came of it, only the site knows. A task that finishes so is to be checked: another worker
 * asks the site by the order key and records what was paid.
 */
export class PaymentChecks extends SqlMigration {
  readonly name = 'PaymentChecks1763600000042';
  protected readonly sql = `
ALTER TABLE tasks
  ADD COLUMN payment_state text CHECK (payment_state IN ('possible', 'unknown')),
  ADD COLUMN payment_check boolean NOT NULL GENERATED ALWAYS AS (
    payment_state IS NOT NULL AND status IN ('stopped', 'bought', 'failed', 'expired')) STORED;
COMMENT ON COLUMN tasks.payment_state IS 'possible: its worker may pay; unknown: a worker may have paid and was lost';
COMMENT ON COLUMN tasks.payment_check IS 'finished, and whether its order was paid is to be asked of the site';
CREATE INDEX tasks_payment_check ON tasks (site_id, id) WHERE payment_check AND deleted_at IS NULL;

-- A generated column is not computed yet when the version is: it must not count.
DROP TRIGGER bump_version ON tasks;
CREATE TRIGGER bump_version BEFORE UPDATE ON tasks FOR EACH ROW EXECUTE FUNCTION bump_version(
  'boss_job_id', 'lease_id', 'leased_by', 'lease_expires_at', 'attempt', 'next_attempt_at', 'last_active', 'run_duration',
  'payment_check');

-- The leases of checks, and when the next may be given. A row stays after its check, so that a repeated call is answered.
CREATE TABLE payment_checks (
  task_id int PRIMARY KEY,
  realm_id int NOT NULL REFERENCES realms,
  lease_id uuid UNIQUE,
  leased_by int REFERENCES workers,
  lease_expires_at timestamptz,
  tries int NOT NULL DEFAULT 0 CHECK (tries >= 0),
  next_try_at timestamptz NOT NULL DEFAULT now(),
  message text CHECK (char_length(message) <= 2000),
  FOREIGN KEY (realm_id, task_id) REFERENCES tasks (realm_id, id) ON DELETE CASCADE
);
CREATE INDEX payment_checks_realm ON payment_checks (realm_id, task_id);
CREATE INDEX payment_checks_leased_by ON payment_checks (leased_by) WHERE leased_by IS NOT NULL;
CALL secure_realm_table('payment_checks'::regclass);
GRANT SELECT, DELETE ON payment_checks TO tessera_realm;
GRANT SELECT, INSERT, UPDATE, DELETE ON payment_checks TO tessera_all;

-- What a worker had before this migration may have been paid as well.
UPDATE tasks SET payment_state = 'possible' WHERE mode = 'buy' AND lease_id IS NOT NULL;
`;
}
