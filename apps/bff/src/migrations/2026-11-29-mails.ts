import { SqlMigration } from './sql-migration';

/**
 * Mails that wait to be sent, were sent, or could not be, and links for new passwords that go by mail. A realm's role only adds them: what they say is for their reader.
 */
export class Mails extends SqlMigration {
  readonly name = 'Mails1795910400011';
  protected readonly sql = `
CREATE TABLE mails (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  realm_id int REFERENCES realms,
  user_id int REFERENCES users ON DELETE CASCADE,
  address text CHECK (char_length(address) BETWEEN 3 AND 320),
  kind text NOT NULL CHECK (char_length(kind) <= 50),
  params jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(params) = 'object'),
  link_seed text CHECK (char_length(link_seed) <= 100),
  status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'sent', 'dead')),
  attempts int NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  error text CHECK (char_length(error) <= 300),
  sent_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (num_nonnulls(user_id, address) > 0)
);
COMMENT ON COLUMN mails.address IS 'Of somebody without an account; else the address that the user has when it is sent';
COMMENT ON COLUMN mails.params IS 'What it is about; emptied once it is sent';
COMMENT ON COLUMN mails.link_seed IS 'The token of its link follows from this and TOKEN_SECRET; removed once it is sent';
COMMENT ON COLUMN mails.next_attempt_at IS 'While it is being sent: when another server may take it over';
COMMENT ON COLUMN mails.error IS 'Why the latest attempt failed';
CREATE INDEX mails_due ON mails (next_attempt_at, id) WHERE status = 'queued';
CREATE INDEX mails_dead ON mails (id) WHERE status = 'dead';
CREATE INDEX mails_created ON mails (created_at);
CREATE INDEX mails_realm ON mails (realm_id);
CREATE INDEX mails_user ON mails (user_id, kind, created_at);
CALL secure_realm_table('mails');
GRANT INSERT ON mails TO tessera_realm;
GRANT SELECT, INSERT, UPDATE, DELETE ON mails TO tessera_all;

-- Of the link that a person got by mail, beside one that somebody made for them, so that neither replaces the other.
ALTER TABLE password_resets ADD mailed_hash text, ADD mailed_until timestamptz, ADD mailed_to text;
COMMENT ON COLUMN password_resets.mailed_hash IS 'Hash of the token of the link that was sent by mail';
COMMENT ON COLUMN password_resets.mailed_to IS 'The address it was sent to: the link ends when the user gets another';
`;
}
