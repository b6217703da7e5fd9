import { ConcurrentIndexes } from './sql-migration';

/** Drops the indexes by `lower(…)`: lists follow the Unicode collation, and have indexes named `…_order` for it. */
export class NoLowerCaseOrders extends ConcurrentIndexes {
  readonly name = 'NoLowerCaseOrders1795910400002';
  protected readonly indexes = {
    events_ko: null,
    events_name_sort: null,
    jobs_name_of_all: null,
    logins_email: null,
    logins_email_of_all: null,
    logins_name: null,
    logins_name_of_all: null,
    pools_name: null,
    sites_name: null,
    tasks_name: null,
    tasks_name_of_all: null,
    templates_name: null,
    tickets_event_name: null,
    tickets_event_name_of_all: null,
    users_realm: null,
  };
}
