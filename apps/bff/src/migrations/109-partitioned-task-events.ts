import { PartitionMigration } from './partition-migration';

/** Timelines of tasks by month: old entries go by dropping a partition. */
export class PartitionedTaskEvents extends PartitionMigration {
  readonly name = 'PartitionedTaskEvents1763600000109';
  protected readonly table = 'task_events';
}
