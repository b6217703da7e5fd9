import { SqlMigration } from './sql-migration';

/** Queue places: one live one per login and event, each step of it kept, over when its token is. */
export class QueuePlaces extends SqlMigration {
  readonly name = 'QueuePlaces1763600000025';
  protected readonly sql = `
-- Of several live places only the one that was changed last stays.
UPDATE queue_links q SET status = 'cancelled', status_msg = 'Another place of this login is live'
WHERE q.deleted_at IS NULL AND q.status IN ('prequeue', 'waiting', 'your_turn', 'entered')
  AND EXISTS (SELECT FROM queue_links o WHERE o.login_id = q.login_id AND o.event_id = q.event_id AND o.deleted_at IS NULL
    AND o.status IN ('prequeue', 'waiting', 'your_turn', 'entered') AND (o.updated_at, o.id) > (q.updated_at, q.id));
CREATE UNIQUE INDEX queue_links_one_live ON queue_links (realm_id, login_id, event_id)
  WHERE deleted_at IS NULL AND status IN ('prequeue', 'waiting', 'your_turn', 'entered');
CREATE INDEX queue_links_expiry ON queue_links (enqueue_token_expires)
  WHERE deleted_at IS NULL AND status IN ('prequeue', 'waiting', 'your_turn');

CREATE TABLE queue_link_steps (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  realm_id int NOT NULL REFERENCES realms,
  link_id int NOT NULL,
  status text NOT NULL,
  position int,
  at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (realm_id, link_id) REFERENCES queue_links (realm_id, id) ON DELETE CASCADE
);
CREATE INDEX queue_link_steps_link ON queue_link_steps (realm_id, link_id, id DESC);
CALL secure_realm_table('queue_link_steps'::regclass);
GRANT SELECT, INSERT ON queue_link_steps TO tessera_realm, tessera_all;

CREATE FUNCTION queue_link_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO queue_link_steps (realm_id, link_id, status, position) VALUES (NEW.realm_id, NEW.id, NEW.status, NEW.position);
  RETURN NULL;
END $$;
CREATE TRIGGER step_insert AFTER INSERT ON queue_links FOR EACH ROW EXECUTE FUNCTION queue_link_step();
CREATE TRIGGER step_update AFTER UPDATE OF status, position ON queue_links FOR EACH ROW
  WHEN (NEW.status <> OLD.status OR NEW.position IS DISTINCT FROM OLD.position) EXECUTE FUNCTION queue_link_step();
INSERT INTO queue_link_steps (realm_id, link_id, status, position, at)
  SELECT realm_id, id, status, position, updated_at FROM queue_links;
`;
}
