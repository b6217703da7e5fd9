import { Column, DeleteDateColumn, Entity, ForeignKey, Index, Unique } from 'typeorm';
import {
  CreatedAtColumn,
  IdColumn,
  numberFromText,
  RowVersionColumn,
  UpdatedAtColumn,
} from '../../platform/database/columns';
import type { TicketStatus } from './tickets.dto';

/** A purchased seat. One ticket comes of a hold, for good. */
@Entity('tickets')
@Index('tickets_confirmed_by', ['confirmed_by'])
@Index('tickets_identity', ['event_id', 'customer_identity'])
@Index('tickets_job', ['realm_id', 'job_id'])
@Index('tickets_login', ['realm_id', 'login_id', 'event_id'])
@Index('tickets_seat', ['event_id', 'area', 'row', 'seat'])
@Index('tickets_site', ['site_id'])
@Index('tickets_status_changed_by', ['status_changed_by'])
@Index('tickets_task', ['realm_id', 'task_id'])
@ForeignKey('holds', ['realm_id', 'hold_id'], ['realm_id', 'id'])
@ForeignKey('logins', ['realm_id', 'login_id'], ['realm_id', 'id'])
@ForeignKey('tasks', ['realm_id', 'task_id'], ['realm_id', 'id'], { onDelete: 'SET NULL' })
@ForeignKey('jobs', ['realm_id', 'job_id'], ['realm_id', 'id'], { onDelete: 'SET NULL' })
@Unique(['realm_id', 'id'])
export class Ticket {
  @IdColumn() id: number;
  @ForeignKey('realms') @Column({ type: 'int' }) realm_id: number;
  @Column({ type: 'int', unique: true }) hold_id: number;
  @Column({ type: 'int', nullable: true }) task_id: number | null;
  @Column({ type: 'int', nullable: true }) job_id: number | null;
  @Column({ type: 'int' }) login_id: number;
  @ForeignKey('sites') @Column({ type: 'int' }) site_id: number;
  @ForeignKey('events') @Column({ type: 'int' }) event_id: number;
  @Column({ type: 'text' }) event_guid: string;
  @Column({ type: 'text' }) event_name: string;
  @Column({ type: 'text' }) login_email: string;
  @Column({ type: 'text' }) customer_identity: string;
  @Column({ type: 'text', default: '' }) area: string;
  @Column({ type: 'text', default: '' }) row: string;
  @Column({ type: 'text', default: '' }) seat: string;
  @Column({ type: 'numeric', precision: 12, scale: 2, nullable: true, transformer: numberFromText })
  price: number | null;
  @Column({ type: 'text', nullable: true }) currency: string | null;
  @Column({ type: 'text', default: 'ACTIVE' }) status: TicketStatus;
  @Column({ type: 'text', nullable: true }) ticket_reference: string | null;
  @Column({ type: 'boolean', default: false }) late: boolean;
  @Column({ type: 'boolean', default: false }) over_limit: boolean;
  @ForeignKey('users', { onDelete: 'SET NULL' })
  @Column({ type: 'int', nullable: true })
  confirmed_by: number | null;
  @Column({ type: 'timestamptz', nullable: true }) status_changed_at: Date | null;
  @ForeignKey('users', { onDelete: 'SET NULL' })
  @Column({ type: 'int', nullable: true })
  status_changed_by: number | null;
  @RowVersionColumn() version: number;
  @CreatedAtColumn() created_at: Date;
  @UpdatedAtColumn() updated_at: Date;
  @DeleteDateColumn({ type: 'timestamptz', nullable: true }) deleted_at: Date | null;
}
