import { ConcurrentIndexes } from './concurrent-indexes';

/**
 * Lists in the order of their texts by the Unicode collation. The indexes by `lower(…)` stay until no server of the version
 * before uses them.
 */
export class TextOrders extends ConcurrentIndexes {
  readonly name = 'TextOrders1763600000271';
  protected readonly indexes = {
    users_name_order: 'users (realm_id, name COLLATE "und-x-icu", id)',
    sites_name_order: 'sites (name COLLATE "und-x-icu", id) WHERE deleted_at IS NULL',
    events_name_order: 'events (name COLLATE "und-x-icu", id)',
    events_ko_order: 'events (ko, name COLLATE "und-x-icu", id) WHERE deleted_at IS NULL',
    logins_name_order: `logins (realm_id, (coalesce(nullif(name, ''), email)) COLLATE "und-x-icu", id)
      WHERE deleted_at IS NULL`,
    logins_name_order_of_all: `logins ((coalesce(nullif(name, ''), email)) COLLATE "und-x-icu", id)
      WHERE deleted_at IS NULL`,
    logins_email_order: 'logins (realm_id, email COLLATE "und-x-icu", id) WHERE deleted_at IS NULL',
    logins_email_order_of_all: 'logins (email COLLATE "und-x-icu", id) WHERE deleted_at IS NULL',
    pools_name_order: 'pools (realm_id, name COLLATE "und-x-icu", id) WHERE deleted_at IS NULL',
    templates_name_order: 'templates (realm_id, name COLLATE "und-x-icu", id) WHERE deleted_at IS NULL',
    tasks_name_order: 'tasks (realm_id, name COLLATE "und-x-icu", id) WHERE deleted_at IS NULL',
    tasks_name_order_of_all: 'tasks (name COLLATE "und-x-icu", id) WHERE deleted_at IS NULL',
    jobs_name_order: 'jobs (realm_id, name COLLATE "und-x-icu", id) WHERE deleted_at IS NULL',
    jobs_name_order_of_all: 'jobs (name COLLATE "und-x-icu", id) WHERE deleted_at IS NULL',
    tickets_event_name_order: 'tickets (realm_id, event_name COLLATE "und-x-icu", id)',
    tickets_event_name_order_of_all: 'tickets (event_name COLLATE "und-x-icu", id)',
  };
}
