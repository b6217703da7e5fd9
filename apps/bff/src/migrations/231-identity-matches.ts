import { SqlMigration } from './sql-migration';

/**
 * What the events that exist already are recognized by, and the rows whose canonical forms meet. A role that sees every
 * realm reads them, since the tables' owner is itself under row-level security.
 */
export class IdentityMatches extends SqlMigration {
  readonly name = 'IdentityMatches1763600000231';
  protected readonly sql = `
SET LOCAL ROLE tessera_all;

INSERT INTO event_identities (event_id, site_id, keys)
SELECT id, site_id, event_keys(guid, url, event_url) FROM events
WHERE created_by_realm_id IS NULL OR created_by_realm_id < 1000000000
ON CONFLICT (event_id) DO NOTHING;

INSERT INTO identity_matches (kind, site_id, identity, row_ids)
SELECT 'event', site_id, left(min(key), 4000), ids FROM (
  SELECT i.site_id, key, array_agg(i.event_id ORDER BY i.event_id) AS ids
  FROM event_identities i JOIN events e ON e.id = i.event_id AND e.deleted_at IS NULL, unnest(i.keys) AS key
  GROUP BY i.site_id, key HAVING count(*) > 1) shared
GROUP BY site_id, ids;

INSERT INTO identity_matches (kind, site_id, identity, row_ids)
SELECT 'login', site_id, customer_identity(supporter_id, email), array_agg(id ORDER BY id) FROM logins
WHERE deleted_at IS NULL GROUP BY 2, 3 HAVING count(DISTINCT customer_identity) > 1;

INSERT INTO identity_matches (kind, identity, row_ids)
SELECT 'account', canonical_email(email), array_agg(id ORDER BY id) FROM users GROUP BY 2 HAVING count(*) > 1;

RESET ROLE;
`;
}
