import { SqlMigration } from './sql-migration';

/** The worker under whose lease a seat was held or paid: a repeated call is answered to its token alone. */
export class HoldWorkers extends SqlMigration {
  readonly name = 'HoldWorkers1763600000061';
  protected readonly sql = `
ALTER TABLE holds ADD COLUMN worker_id int REFERENCES workers;
CREATE INDEX holds_worker ON holds (worker_id) WHERE worker_id IS NOT NULL;
DROP TRIGGER bump_version ON holds;
CREATE TRIGGER bump_version BEFORE UPDATE ON holds FOR EACH ROW EXECUTE FUNCTION bump_version('lease_id', 'worker_id');
`;
}
