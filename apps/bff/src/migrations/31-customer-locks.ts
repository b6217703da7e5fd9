import { SqlMigration } from './sql-migration';

/**
 * A launch over ten thousand logins locked as many customers, each in a place of its own of the lock table that all
 * connections share: a second one at the same time found it full. An event's customers share 512 places: who gets
 * another's waits for it, no more.
 */
export class CustomerLocks extends SqlMigration {
  readonly name = 'CustomerLocks1763600000031';
  protected readonly sql = `
CREATE OR REPLACE FUNCTION lock_customers(p_event int, p_identities text[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  place bigint;
BEGIN
  FOR place IN
    SELECT DISTINCT hashtextextended(p_event || ':' || (hashtextextended(identity, 0) & 511), 0)
    FROM unnest(p_identities) AS identity ORDER BY 1
  LOOP PERFORM pg_advisory_xact_lock(place); END LOOP;
END $$;
`;
}
