import { ConcurrentIndexes } from './concurrent-indexes';

/** Orders of long lists, and what the dashboard counts: rows that are read without visiting the others. */
export class ListIndexes extends ConcurrentIndexes {
  readonly name = 'ListIndexes1763600000112';
  protected readonly indexes = {
    tasks_name: 'tasks (realm_id, lower(name), id) WHERE deleted_at IS NULL',
    tasks_name_of_all: 'tasks (lower(name), id) WHERE deleted_at IS NULL',
    tasks_failed: "tasks (finished_at) WHERE status IN ('failed', 'expired') AND deleted_at IS NULL",
    holds_lapse: "holds (expires_at) WHERE status IN ('held', 'expired')",
    holds_newest_of_all: 'holds (created_at DESC, id DESC)',
  };
}
