import { SqlMigration } from './sql-migration';

/** SQL that is true where an event was created by the realm of the transaction. */
const isOwnEvent = (id: string): string =>
  `EXISTS (SELECT FROM events e WHERE e.id = ${id}
    AND e.created_by_realm_id = nullif(current_setting('app.realm_id', true), '')::int)`;
const isOfOwnEvent = `EXISTS (SELECT FROM price_lists l WHERE l.id = list_id AND ${isOwnEvent('l.event_id')})`;

/** Price lists of sites and events, which everybody reads, and what the plan of a launch cost. */
export class Prices extends SqlMigration {
  readonly name = 'Prices1796083200010';
  protected readonly sql = `
CREATE TABLE price_lists (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id int NOT NULL REFERENCES sites,
  event_id int REFERENCES events,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  fee_per_seat numeric NOT NULL DEFAULT 0 CHECK (fee_per_seat >= 0),
  fee_per_order numeric NOT NULL DEFAULT 0 CHECK (fee_per_order >= 0),
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN price_lists.event_id IS 'Null: of every event of the site that has none of its own';
CREATE UNIQUE INDEX price_lists_one ON price_lists (site_id, event_id) NULLS NOT DISTINCT;
CREATE INDEX price_lists_event ON price_lists (event_id);
CREATE TRIGGER bump_version BEFORE UPDATE ON price_lists FOR EACH ROW EXECUTE FUNCTION bump_version();

CREATE TABLE price_ranges (
  list_id int NOT NULL REFERENCES price_lists ON DELETE CASCADE,
  position int NOT NULL,
  level text NOT NULL DEFAULT '' CHECK (char_length(level) <= 200),
  area text NOT NULL DEFAULT '' CHECK (char_length(area) <= 100),
  min numeric NOT NULL CHECK (min >= 0),
  max numeric NOT NULL CHECK (max >= min),
  PRIMARY KEY (list_id, position),
  UNIQUE (list_id, level, area)
);
COMMENT ON COLUMN price_ranges.level IS 'Empty: every level';
COMMENT ON COLUMN price_ranges.area IS 'Empty: every area';

-- Everybody reads the catalogue; a realm writes the lists of the events of its own making.
GRANT SELECT, INSERT, UPDATE ON price_lists TO tessera_realm, tessera_all;
GRANT SELECT, INSERT, DELETE ON price_ranges TO tessera_realm, tessera_all;
ALTER TABLE price_lists ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY catalogue ON price_lists FOR SELECT TO tessera_realm USING (true);
CREATE POLICY own_event ON price_lists FOR INSERT TO tessera_realm WITH CHECK (${isOwnEvent('event_id')});
CREATE POLICY own_change ON price_lists FOR UPDATE TO tessera_realm USING (${isOwnEvent('event_id')});
CREATE POLICY all_realms ON price_lists TO tessera_all USING (true);
ALTER TABLE price_ranges ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY catalogue ON price_ranges FOR SELECT TO tessera_realm USING (true);
CREATE POLICY own_event ON price_ranges FOR INSERT TO tessera_realm WITH CHECK (${isOfOwnEvent});
CREATE POLICY own_removal ON price_ranges FOR DELETE TO tessera_realm USING (${isOfOwnEvent});
CREATE POLICY all_realms ON price_ranges TO tessera_all USING (true);

ALTER TABLE jobs ADD cost_min numeric, ADD cost_max numeric, ADD cost_currency text, ADD unpriced_seats int;
COMMENT ON COLUMN jobs.cost_min IS 'Of the plan it was launched with, fees included; null: no price was known';
COMMENT ON COLUMN jobs.unpriced_seats IS 'Seats of the plan without a known price; null: launched before this was stored';
ALTER TABLE jobs ADD CONSTRAINT jobs_cost_currency_check CHECK (cost_currency ~ '^[A-Z]{3}$') NOT VALID;
`;
}

/** Reads the table while the servers go on: the column is null in all rows. */
export class ValidPrices extends SqlMigration {
  readonly name = 'ValidPrices1796083200011';
  protected readonly sql = 'ALTER TABLE jobs VALIDATE CONSTRAINT jobs_cost_currency_check;';
}
