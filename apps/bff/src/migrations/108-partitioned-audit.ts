import { PartitionMigration } from './partition-migration';

/** The audit log by month: old entries go by dropping a partition. */
export class PartitionedAudit extends PartitionMigration {
  readonly name = 'PartitionedAudit1763600000108';
  protected readonly table = 'audit';
}
