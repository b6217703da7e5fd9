import { SqlMigration } from './sql-migration';

/** The second factor of people who sign in, and secrets whose key alone is wrapped again. */
export class SecondFactor extends SqlMigration {
  readonly name = 'SecondFactor1763600000019';
  protected readonly sql = `
CREATE TABLE second_factors (
  user_id int PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  secrets jsonb NOT NULL CHECK (jsonb_typeof(secrets) = 'object'),
  confirmed_at timestamptz,
  last_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN second_factors.secrets IS 'sealed: totp, for realm 0, since it is a person''s (contract section 7)';
COMMENT ON COLUMN second_factors.confirmed_at IS 'null: begun, and not asked for at sign-in';
COMMENT ON COLUMN second_factors.last_step IS 'RFC 6238: the time step of the last code accepted; only a later one is';

CREATE TABLE recovery_codes (
  user_id int NOT NULL REFERENCES second_factors ON DELETE CASCADE,
  code_hash text NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, code_hash)
);

DO $$
DECLARE
  target text;
BEGIN
  FOREACH target IN ARRAY ARRAY['second_factors', 'recovery_codes'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', target);
    EXECUTE format('CREATE POLICY own_realm ON %I TO tessera_realm
      USING (EXISTS (SELECT FROM users u WHERE u.id = user_id))', target);
    EXECUTE format('CREATE POLICY all_realms ON %I TO tessera_all USING (true)', target);
  END LOOP;
END $$;
-- Of a colleague's, whether it is on, and no more.
GRANT SELECT (user_id, confirmed_at) ON second_factors TO tessera_realm;
GRANT SELECT, INSERT, UPDATE, DELETE ON second_factors, recovery_codes TO tessera_all;

-- A rotation of keys changes nothing that people see: no version moves, no list and no stream tells of it.
CREATE FUNCTION only_rewrapped(before jsonb, after jsonb) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT before -> 'data_key' IS DISTINCT FROM after -> 'data_key'
    AND before - '{key,data_key}'::text[] = after - '{key,data_key}'::text[]
$$;
DROP TRIGGER bump_version ON logins;
CREATE TRIGGER bump_version BEFORE UPDATE ON logins FOR EACH ROW
  WHEN (NOT only_rewrapped(OLD.secrets, NEW.secrets)) EXECUTE FUNCTION bump_version('last_used', 'last_updated');
DROP TRIGGER bump_version ON queue_links;
CREATE TRIGGER bump_version BEFORE UPDATE ON queue_links FOR EACH ROW
  WHEN (NOT only_rewrapped(OLD.secrets, NEW.secrets)) EXECUTE FUNCTION bump_version();
`;
}
