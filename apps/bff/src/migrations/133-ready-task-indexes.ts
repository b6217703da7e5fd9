import { ConcurrentIndexes } from './concurrent-indexes';

/** The tasks of a realm at a site that wait for a worker, and those that a worker has. */
export class ReadyTaskIndexes extends ConcurrentIndexes {
  readonly name = 'ReadyTaskIndexes1763600000133';
  protected readonly indexes = {
    tasks_ready: 'tasks (site_id, realm_id, ready_at, id) WHERE ready_at IS NOT NULL',
    tasks_leased: 'tasks (site_id, realm_id) WHERE lease_id IS NOT NULL',
  };
}
