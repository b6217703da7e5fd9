import { SqlMigration } from './sql-migration';

/** Browsers that an account has signed in from, which have a budget of guesses besides that of everybody else. */
export class KnownDevices extends SqlMigration {
  readonly name = 'KnownDevices1763600000220';
  protected readonly sql = `
CREATE TABLE known_devices (
  user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
  device_hash text NOT NULL CHECK (char_length(device_hash) <= 100),
  seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, device_hash)
);
COMMENT ON COLUMN known_devices.seen_at IS 'Last sign-in';
CREATE INDEX known_devices_seen ON known_devices (seen_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON known_devices TO tessera_all;
`;
}
