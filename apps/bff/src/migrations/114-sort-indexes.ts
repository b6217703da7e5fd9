import { ConcurrentIndexes } from './concurrent-indexes';

/** Orders of the tasks of all realms, their counts by status, and the failed logins that the dashboard names. */
export class SortIndexes extends ConcurrentIndexes {
  readonly name = 'SortIndexes1763600000114';
  protected readonly indexes = {
    tasks_status_of_all: 'tasks (status, id) WHERE deleted_at IS NULL',
    tasks_updated: 'tasks (realm_id, updated_at, id) WHERE deleted_at IS NULL',
    tasks_updated_of_all: 'tasks (updated_at, id) WHERE deleted_at IS NULL',
    logins_failed: "logins (site_id, realm_id) WHERE status = 'failed' AND deleted_at IS NULL",
    jobs_name_of_all: 'jobs (lower(name), id) WHERE deleted_at IS NULL',
  };
}
