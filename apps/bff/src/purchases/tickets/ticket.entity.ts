import { Column, DeleteDateColumn, Entity, ForeignKey, Index } from 'typeorm';
import { EventSeat } from './event-seat.entity';
import type { TicketStatus } from './tickets.dto';

/** A purchased seat. Each hold becomes at most one ticket; a reversed one no longer belongs to its hold. */
@Entity('tickets')
@Index('tickets_confirmed_by', ['confirmed_by'])
@Index('tickets_identity', ['event_id', 'customer_identity'])
@Index('tickets_job', ['realm_id', 'job_id'])
@Index('tickets_login', ['realm_id', 'login_id', 'event_id'])
@Index('tickets_price', ['realm_id', 'price', 'id'])
@Index('tickets_price_of_all', ['price', 'id'])
@Index('tickets_reversed_by', ['reversed_by'])
@Index('tickets_seat', ['event_id', 'area', 'row', 'seat'])
@Index('tickets_site', ['site_id'])
@Index('tickets_status_changed_by', ['status_changed_by'])
@Index('tickets_task', ['realm_id', 'task_id'])
@ForeignKey('holds', ['realm_id', 'hold_id'], ['realm_id', 'id'])
export class Ticket extends EventSeat {
  @Column({ type: 'int', unique: true, nullable: true }) hold_id: number | null;
  @Column({ type: 'text' }) login_email: string;
  @Column({ type: 'text' }) customer_identity: string;
  @Column({ type: 'text', default: 'ACTIVE' }) status: TicketStatus;
  @Column({ type: 'text', nullable: true }) ticket_reference: string | null;
  @Column({ type: 'boolean', default: false }) late: boolean;
  @Column({ type: 'boolean', default: false }) over_limit: boolean;
  @Column({
    type: 'boolean',
    default: false,
    comment: 'When it was recorded, more was spent and reserved than a budget allowed',
  })
  over_budget: boolean;
  @ForeignKey('users', { onDelete: 'SET NULL' })
  @Column({ type: 'int', nullable: true })
  confirmed_by: number | null;
  @Column({ type: 'timestamptz', nullable: true }) status_changed_at: Date | null;
  @ForeignKey('users', { onDelete: 'SET NULL' })
  @Column({ type: 'int', nullable: true })
  status_changed_by: number | null;
  @Column({ type: 'timestamptz', nullable: true }) reversed_at: Date | null;
  @ForeignKey('users', { onDelete: 'SET NULL' })
  @Column({ type: 'int', nullable: true })
  reversed_by: number | null;
  @Column({ type: 'text', nullable: true }) reversal_reason: string | null;
  @Column({
    type: 'int',
    nullable: true,
    comment: 'The record of the same seat that replaced this one, which is reversed',
  })
  replaced_by: number | null;
  @DeleteDateColumn({ type: 'timestamptz', nullable: true }) deleted_at: Date | null;
}
