import { ConcurrentIndexes } from './concurrent-indexes';

/** What searches look up by trigrams, within a realm or in all. */
export class SearchIndexes extends ConcurrentIndexes {
  readonly name = 'SearchIndexes1763600000111';
  protected readonly indexes = {
    tasks_search: 'tasks USING gin (realm_id, name gin_trgm_ops) WHERE deleted_at IS NULL',
    logins_search:
      'logins USING gin (realm_id, name gin_trgm_ops, email gin_trgm_ops, supporter_id gin_trgm_ops)',
    events_search: 'events USING gin (name gin_trgm_ops, guid gin_trgm_ops)',
    tickets_search: `tickets USING gin (realm_id, event_name gin_trgm_ops, login_email gin_trgm_ops,
      customer_identity gin_trgm_ops, ticket_reference gin_trgm_ops, area gin_trgm_ops, seat gin_trgm_ops)`,
  };
}
