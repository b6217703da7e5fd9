import { SqlMigration } from './sql-migration';

/** When people aren't to be disturbed, and which limits a realm was warned of. */
export class QuietHours extends SqlMigration {
  readonly name = 'QuietHours1763600000020';
  protected readonly sql = `
-- The end of the quiet time that an instant falls into; null when it falls into none. p_quiet is what preferences keep
-- as quiet_hours: start and end as HH:MM on the wall clock of time_zone. An end that is not after the start is on the
-- next day. A wall clock time that a change of the clocks leaves out, or has twice, is the one that Postgres takes.
CREATE FUNCTION quiet_until(p_quiet jsonb, p_at timestamptz) RETURNS timestamptz
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, public AS $$
DECLARE
  zone text;
  from_ time;
  to_ time;
  today date;
  begins timestamptz;
  ends timestamptz;
BEGIN
  zone := p_quiet ->> 'time_zone';
  from_ := p_quiet ->> 'start';
  to_ := p_quiet ->> 'end';
  IF zone IS NULL OR from_ IS NULL OR to_ IS NULL OR from_ = to_ THEN RETURN NULL; END IF;
  today := (p_at AT TIME ZONE zone)::date;
  -- The quiet time that began yesterday may last until today.
  FOR day_ IN -1 .. 0 LOOP
    begins := (today + day_ + from_) AT TIME ZONE zone;
    ends := (today + day_ + CASE WHEN to_ > from_ THEN 0 ELSE 1 END + to_) AT TIME ZONE zone;
    IF p_at >= begins AND p_at < ends THEN RETURN ends; END IF;
  END LOOP;
  RETURN NULL;
EXCEPTION WHEN invalid_parameter_value OR invalid_datetime_format OR datetime_field_overflow THEN
  RETURN NULL; -- a time zone that this server doesn't know keeps nobody's messages back
END $$;

-- How far a realm was warned of a limit: 90 or 100 percent. A row goes once its use is well below again.
CREATE TABLE limit_warnings (
  realm_id int NOT NULL REFERENCES realms,
  kind text NOT NULL CHECK (kind IN ('tasks', 'logins')),
  percent int NOT NULL CHECK (percent IN (90, 100)),
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (realm_id, kind)
);
CALL secure_realm_table('limit_warnings'::regclass);
GRANT SELECT, INSERT, UPDATE, DELETE ON limit_warnings TO tessera_all;

CREATE INDEX notifications_unread ON notifications (user_id) WHERE read_at IS NULL;
-- What tells a new device from a known one.
CREATE INDEX sessions_known ON sessions (user_id, address);
`;
}
