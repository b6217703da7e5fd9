import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import {
  CreatedAtColumn,
  IdColumn,
  numberFromText,
  RowVersionColumn,
  UpdatedAtColumn,
} from '../../platform/database/columns';
import type { HoldStatus } from './carts.dto';

/** A seat that a worker holds at a site until `expires_at`, for a person or the worker to pay. */
@Entity('holds')
@Index('holds_job', ['realm_id', 'job_id', 'status'])
@Index('holds_login', ['realm_id', 'login_id', 'event_id'])
@Index('holds_site', ['site_id'])
@Index('holds_task', ['realm_id', 'task_id', 'status'])
@ForeignKey('logins', ['realm_id', 'login_id'], ['realm_id', 'id'])
@ForeignKey('tasks', ['realm_id', 'task_id'], ['realm_id', 'id'], { onDelete: 'SET NULL' })
@ForeignKey('jobs', ['realm_id', 'job_id'], ['realm_id', 'id'], { onDelete: 'SET NULL' })
@Unique(['realm_id', 'id'])
export class Hold {
  @IdColumn() id: number;
  @ForeignKey('realms') @Column({ type: 'int' }) realm_id: number;
  @Column({ type: 'int', nullable: true }) task_id: number | null;
  @Column({ type: 'int', nullable: true }) job_id: number | null;
  @Column({ type: 'int' }) login_id: number;
  @ForeignKey('sites') @Column({ type: 'int' }) site_id: number;
  @ForeignKey('events') @Column({ type: 'int' }) event_id: number;
  @Column({ type: 'text' }) event_guid: string;
  @Column({ type: 'text' }) event_name: string;
  @Column({
    type: 'text',
    comment: 'Customer identity of the login when the seat was held; never changes',
  })
  customer_identity: string;
  @Column({ type: 'text', default: '' }) area: string;
  @Column({ type: 'text', default: '' }) row: string;
  @Column({ type: 'text', default: '' }) seat: string;
  @Column({ type: 'numeric', precision: 12, scale: 2, nullable: true, transformer: numberFromText })
  price: number | null;
  @Column({ type: 'text', nullable: true }) currency: string | null;
  @Column({ type: 'text', nullable: true }) basket: string | null;
  @Column({ type: 'text', default: 'held' }) status: HoldStatus;
  @Column({ type: 'uuid', nullable: true }) lease_id: string | null;
  @ForeignKey('workers') @Column({ type: 'int', nullable: true }) worker_id: number | null;
  @Column({ type: 'timestamptz' }) expires_at: Date;
  @Column({ type: 'timestamptz', nullable: true }) confirmed_at: Date | null;
  @RowVersionColumn() version: number;
  @CreatedAtColumn() created_at: Date;
  @UpdatedAtColumn() updated_at: Date;
}
