import { SqlMigration } from './sql-migration';

/** What administrators decide about rows that are one, and what a decision replaced, so that it can be taken back. */
export class IdentityDecisions extends SqlMigration {
  readonly name = 'IdentityDecisions1763600000270';
  protected readonly sql = `
ALTER TABLE identity_matches ADD kept_id int, ADD former jsonb NOT NULL DEFAULT '{}';
COMMENT ON COLUMN identity_matches.kept_id IS 'The row that stays in use; null: not merged, or all stay';
COMMENT ON COLUMN identity_matches.former IS 'Status of the other rows before they were merged, by id';

GRANT CREATE ON SCHEMA public TO tessera_all;
SET LOCAL ROLE tessera_all;
-- The events whose seats count together with those of one, itself included, also deleted ones. Two events count apart only
-- if every match that names both was decided so: one that replaces a deleted event counts with all that share its keys.
CREATE OR REPLACE FUNCTION events_counted_with(p_event int) RETURNS SETOF int
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public ROWS 1 AS $$
  SELECT p_event
  UNION
  SELECT o.event_id FROM event_identities i JOIN event_identities o ON o.site_id = i.site_id AND o.keys && i.keys
  WHERE i.event_id = p_event AND NOT (i.kept_apart AND o.kept_apart AND coalesce((
    SELECT bool_and(m.decision IS NOT DISTINCT FROM 'apart') FROM identity_matches m
    WHERE m.kind = 'event' AND m.site_id = i.site_id AND m.row_ids @> ARRAY[i.event_id, o.event_id]), false))
$$;
RESET ROLE;
REVOKE CREATE ON SCHEMA public FROM tessera_all;
`;
}
