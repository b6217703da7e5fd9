import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { CreatedAtColumn, IdColumn, RowVersionColumn, UpdatedAtColumn } from '../platform/database/columns';

/** A token that workers authenticate with; only its hash is stored. */
@Entity('worker_tokens')
@Index('worker_tokens_created_by', ['created_by'])
export class WorkerToken {
  @IdColumn() id: number;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text', unique: true }) token_hash: string;
  @Column({ type: 'int', array: true, nullable: true, comment: 'Null: every site' }) site_ids:
    number[] | null;
  @Column({ type: 'int', array: true, nullable: true, comment: 'Null: every realm' })
  realm_ids: number[] | null;
  @ForeignKey('users', { onDelete: 'SET NULL' })
  @Column({ type: 'int', nullable: true })
  created_by: number | null;
  @Column({ type: 'timestamptz', nullable: true }) last_used_at: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) revoked_at: Date | null;
  @RowVersionColumn() version: number;
  @CreatedAtColumn() created_at: Date;
  @UpdatedAtColumn() updated_at: Date;
}

/** A worker as it was last seen, by its reported name. */
@Entity('workers')
@Unique(['token_id', 'name'])
export class Worker {
  @IdColumn() id: number;
  @ForeignKey('worker_tokens') @Column({ type: 'int' }) token_id: number;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'int', default: 0, comment: 'Tasks in parallel: those it holds and those it requests' })
  capacity: number;
  @Column({ type: 'text', nullable: true }) address: string | null;
  /** The release that the worker runs. */
  @Column({ type: 'text', nullable: true }) version: string | null;
  @Column({
    type: 'int',
    array: true,
    nullable: true,
    comment: 'Sites it requests; null: every site of its token',
  })
  site_ids: number[] | null;
  @Column({ type: 'boolean', default: false, comment: 'Finishes its tasks and takes no more' })
  draining: boolean;
  @Column({ type: 'boolean', default: false, comment: 'It can check logins' }) checks: boolean;
  @Column({ type: 'timestamptz', default: () => 'now()' }) last_seen_at: Date;
  @CreatedAtColumn() created_at: Date;
}

/**
 * The lease of a check whether a finished task's order was paid, and when the next check may start. The row remains
 * afterwards, so that a repeated call gets the same response.
 */
@Entity('payment_checks')
@Index('payment_checks_realm', ['realm_id', 'task_id'])
@ForeignKey('tasks', ['realm_id', 'task_id'], ['realm_id', 'id'], { onDelete: 'CASCADE' })
export class PaymentCheck {
  @PrimaryColumn({ type: 'int' }) task_id: number;
  @ForeignKey('realms') @Column({ type: 'int' }) realm_id: number;
  @Column({ type: 'uuid', nullable: true, unique: true }) lease_id: string | null;
  @ForeignKey('workers') @Column({ type: 'int', nullable: true }) leased_by: number | null;
  @Column({ type: 'timestamptz', nullable: true }) lease_expires_at: Date | null;
  /** 0 once the check is closed. */
  @Column({ type: 'int', default: 0 }) tries: number;
  @Column({ type: 'timestamptz', default: () => 'now()' }) next_try_at: Date;
  @Column({ type: 'text', nullable: true }) message: string | null;
}
