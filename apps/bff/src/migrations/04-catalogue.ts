import { SqlMigration } from './sql-migration';

/** Sites and events: one catalogue shared by all realms. */
export class Catalogue extends SqlMigration {
  readonly name = 'Catalogue1763600000004';
  protected readonly sql = `
CREATE TABLE sites (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL DEFAULT '' CHECK (char_length(name) <= 200),
  url text NOT NULL DEFAULT '' CHECK (url = '' OR url ~* '^https?://' AND char_length(url) <= 2000),
  display_name text NOT NULL DEFAULT '' CHECK (char_length(display_name) <= 200),
  enabled smallint NOT NULL DEFAULT 0 CHECK (enabled IN (0, 1)),
  config jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(config) = 'object'),
  currency text CHECK (currency ~ '^[A-Z]{3}$'),
  time_zone text CHECK (char_length(time_zone) <= 64),
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);
CREATE INDEX sites_name ON sites (lower(name), id) WHERE deleted_at IS NULL;
CREATE TRIGGER bump_version BEFORE UPDATE ON sites FOR EACH ROW EXECUTE FUNCTION bump_version();

CREATE TABLE events (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id int NOT NULL REFERENCES sites,
  guid text NOT NULL CHECK (char_length(guid) BETWEEN 1 AND 200),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 300),
  ko bigint CHECK (ko BETWEEN 0 AND 253402300799),
  date text CHECK (char_length(date) <= 50),
  time text CHECK (char_length(time) <= 50),
  status text NOT NULL DEFAULT 'announced' CHECK (status IN ('announced', 'on_sale', 'sold_out', 'closed')),
  url text CHECK (url ~* '^https?://' AND char_length(url) <= 2000),
  event_url text CHECK (event_url ~* '^https?://' AND char_length(event_url) <= 2000),
  category text CHECK (char_length(category) <= 200),
  price_type text CHECK (char_length(price_type) <= 200),
  price_levels jsonb,
  max_per_customer int CHECK (max_per_customer >= 1),
  created_by_realm_id int REFERENCES realms,
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);
COMMENT ON COLUMN events.ko IS 'kick-off, epoch seconds';
CREATE UNIQUE INDEX events_guid_key ON events (site_id, guid) WHERE deleted_at IS NULL;
CREATE INDEX events_ko ON events (ko, lower(name), id) WHERE deleted_at IS NULL;
CREATE INDEX events_created_by_realm ON events (created_by_realm_id);
CREATE TRIGGER bump_version BEFORE UPDATE ON events FOR EACH ROW EXECUTE FUNCTION bump_version();
`;
}
