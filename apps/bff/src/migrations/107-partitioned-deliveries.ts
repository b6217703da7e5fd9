import { PartitionMigration } from './partition-migration';

/** Deliveries by month: old ones go by dropping a partition. */
export class PartitionedDeliveries extends PartitionMigration {
  readonly name = 'PartitionedDeliveries1763600000107';
  protected readonly table = 'push_deliveries';
}
