import { ConcurrentIndexes } from './concurrent-indexes';

/** Orders of tickets and logins, whose rows change seldom, of one realm and of all. */
export class OrderIndexes extends ConcurrentIndexes {
  readonly name = 'OrderIndexes1763600000127';
  protected readonly indexes = {
    tickets_event_name: 'tickets (realm_id, lower(event_name), id)',
    tickets_event_name_of_all: 'tickets (lower(event_name), id)',
    tickets_price: 'tickets (realm_id, price, id)',
    tickets_price_of_all: 'tickets (price, id)',
    logins_email: 'logins (realm_id, lower(email), id) WHERE deleted_at IS NULL',
    logins_email_of_all: 'logins (lower(email), id) WHERE deleted_at IS NULL',
    logins_newest: 'logins (realm_id, created_at, id) WHERE deleted_at IS NULL',
    logins_newest_of_all: 'logins (created_at, id) WHERE deleted_at IS NULL',
  };
}
