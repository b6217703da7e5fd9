import { ConcurrentIndexes } from './concurrent-indexes';

/** Finds what is old without reading what isn't, each ten minutes. */
export class RetentionIndexes extends ConcurrentIndexes {
  readonly name = 'RetentionIndexes1763600000126';
  protected readonly indexes = {
    tasks_ended: 'tasks (finished_at) WHERE NOT unfinished',
    holds_ended: "holds (updated_at) WHERE status IN ('expired', 'removed')",
  };
}
