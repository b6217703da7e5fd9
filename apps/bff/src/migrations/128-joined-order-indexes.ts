import { ConcurrentIndexes } from './concurrent-indexes';

/**
 * Events in the order of their names, so that tasks and jobs sorted by event are read event by event until a page is full;
 * and what pages of logins and jobs count for each row.
 */
export class JoinedOrderIndexes extends ConcurrentIndexes {
  readonly name = 'JoinedOrderIndexes1763600000128';
  protected readonly indexes = {
    events_name_sort: 'events (lower(name), id)',
    holds_held_of_login: "holds (realm_id, login_id, expires_at) WHERE status = 'held'",
    holds_held_of_job: "holds (realm_id, job_id, expires_at) WHERE status = 'held'",
    tickets_of_login: 'tickets (realm_id, login_id) WHERE deleted_at IS NULL',
  };
}
