import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import {
  CreatedAtColumn,
  IdColumn,
  RowVersionColumn,
  UpdatedAtColumn,
} from '../../platform/database/columns';
import type { BulkCommand, BulkState } from './bulk.dto';

/** A command over many tasks that runs in batches. */
@Entity('bulk_operations')
@Index('bulk_operations_created', ['created_at'])
@Index('bulk_operations_user', ['user_id'])
@Unique(['realm_id', 'id'])
export class BulkOperation {
  @IdColumn() id: number;
  @ForeignKey('realms') @Column({ type: 'int' }) realm_id: number;
  @ForeignKey('users', { onDelete: 'SET NULL' })
  @Column({ type: 'int', nullable: true })
  user_id: number | null;
  @Column({ type: 'text' }) who: string;
  @Column({ type: 'text' }) command: BulkCommand;
  @Column({ type: 'jsonb', nullable: true }) change: object | null;
  @Column({ type: 'jsonb', nullable: true }) copy: object | null;
  @Column({ type: 'boolean', default: false, comment: 'mark_bought: also baskets that somebody else pays' })
  override_claims: boolean;
  @Column({
    type: 'boolean',
    default: false,
    comment: 'mark_bought: also seats that are recorded already; that record is reversed',
  })
  replace_records: boolean;
  @Column({ type: 'text', default: 'queued' }) state: BulkState;
  @Column({ type: 'int' }) total: number;
  @Column({ type: 'int', default: 0 }) done: number;
  @Column({ type: 'int', default: 0 }) passed_over: number;
  @RowVersionColumn() version: number;
  @CreatedAtColumn() created_at: Date;
  @UpdatedAtColumn() updated_at: Date;
  @Column({ type: 'timestamptz', nullable: true }) finished_at: Date | null;
}

/** One task of an operation and its result; it outlives the task. */
@Entity('bulk_items')
@ForeignKey('bulk_operations', ['realm_id', 'operation_id'], ['realm_id', 'id'], { onDelete: 'CASCADE' })
export class BulkOperationItem {
  @PrimaryColumn({ type: 'int' }) operation_id: number;
  @PrimaryColumn({ type: 'int' }) task_id: number;
  @ForeignKey('realms') @Column({ type: 'int' }) realm_id: number;
  @Column({ type: 'text', nullable: true }) result: string | null;
  /** When its worker got the command to release it; null while nothing waits for that. */
  @Column({ type: 'timestamptz', nullable: true }) waits_since: Date | null;
  @Column({ type: 'int', nullable: true }) copy_id: number | null;
}
