import { SqlMigration } from './sql-migration';

/** Drawings of sites, or of one event of a site, as they were sanitized. Everybody reads them, administrators write them. */
export class SiteMaps extends SqlMigration {
  readonly name = 'SiteMaps1763600000158';
  protected readonly sql = `
CREATE TABLE site_maps (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id int NOT NULL REFERENCES sites,
  event_id int REFERENCES events,
  svg text NOT NULL CHECK (char_length(svg) <= 2000000),
  areas jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(areas) = 'array'),
  removed jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(removed) = 'array'),
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
COMMENT ON COLUMN site_maps.event_id IS 'Null: of every event of the site that has none of its own';
COMMENT ON COLUMN site_maps.svg IS 'Sanitized; the upload itself is not kept';
COMMENT ON COLUMN site_maps.areas IS 'Named parts: key (data-area in the drawing) and name';
COMMENT ON COLUMN site_maps.removed IS 'Kinds of elements and attributes that were left out';
CREATE UNIQUE INDEX site_maps_of_site ON site_maps (site_id) WHERE event_id IS NULL;
CREATE UNIQUE INDEX site_maps_of_event ON site_maps (event_id, site_id) WHERE event_id IS NOT NULL;
CREATE INDEX site_maps_site ON site_maps (site_id);
CREATE INDEX site_maps_event ON site_maps (event_id);
CREATE TRIGGER bump_version BEFORE UPDATE ON site_maps FOR EACH ROW EXECUTE FUNCTION bump_version();
GRANT SELECT ON site_maps TO tessera_realm;
GRANT SELECT, INSERT, UPDATE, DELETE ON site_maps TO tessera_all;
`;
}
