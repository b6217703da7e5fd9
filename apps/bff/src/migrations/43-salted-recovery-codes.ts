import { SqlMigration } from './sql-migration';

/** Recovery codes are kept with a salt each: nobody can look for one among all, or see that two are the same. */
export class SaltedRecoveryCodes extends SqlMigration {
  readonly name = 'SaltedRecoveryCodes1763600000043';
  protected readonly sql = `
-- A code as it is kept, from the hash of what was typed: the codes of before keep working.
CREATE FUNCTION recovery_code_hash(salt text, hash text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT encode(sha256(convert_to(salt || ':' || hash, 'UTF8')), 'hex')
$$;
ALTER TABLE recovery_codes ADD COLUMN salt text;
-- Row-level security is forced on the table's owner too.
SET LOCAL ROLE tessera_all;
UPDATE recovery_codes SET salt = gen_random_uuid()::text;
UPDATE recovery_codes SET code_hash = recovery_code_hash(salt, code_hash);
RESET ROLE;
ALTER TABLE recovery_codes ALTER salt SET NOT NULL;
`;
}
