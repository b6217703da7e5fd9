import { Column, ForeignKey, Unique } from 'typeorm';
import {
  AmountColumn,
  CreatedAtColumn,
  IdColumn,
  RowVersionColumn,
  UpdatedAtColumn,
} from '../../platform/database/columns';

/** The columns that holds and tickets share: a seat of an event, for a customer, and what obtained it. */
@ForeignKey('logins', ['realm_id', 'login_id'], ['realm_id', 'id'])
@ForeignKey('tasks', ['realm_id', 'task_id'], ['realm_id', 'id'], { onDelete: 'SET NULL' })
@ForeignKey('jobs', ['realm_id', 'job_id'], ['realm_id', 'id'], { onDelete: 'SET NULL' })
@Unique(['realm_id', 'id'])
export abstract class EventSeat {
  @IdColumn() id: number;
  @ForeignKey('realms') @Column({ type: 'int' }) realm_id: number;
  @Column({ type: 'int', nullable: true }) task_id: number | null;
  @Column({ type: 'int', nullable: true }) job_id: number | null;
  @Column({ type: 'int' }) login_id: number;
  @ForeignKey('sites') @Column({ type: 'int' }) site_id: number;
  @ForeignKey('events') @Column({ type: 'int' }) event_id: number;
  @Column({ type: 'text' }) event_guid: string;
  @Column({ type: 'text' }) event_name: string;
  @Column({ type: 'text', default: '' }) area: string;
  @Column({ type: 'text', default: '' }) row: string;
  @Column({ type: 'text', default: '' }) seat: string;
  @AmountColumn() price: number | null;
  @Column({ type: 'text', nullable: true }) currency: string | null;
  @RowVersionColumn() version: number;
  @CreatedAtColumn() created_at: Date;
  @UpdatedAtColumn() updated_at: Date;
}
