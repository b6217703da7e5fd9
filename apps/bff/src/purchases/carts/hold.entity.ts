import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { EventSeat } from '../tickets/event-seat.entity';
import type { HoldStatus } from './carts.dto';

/** A seat that a worker holds at a site until `expires_at`, for a person or the worker to pay. */
@Entity('holds')
@Index('holds_event', ['event_id', 'realm_id'])
@Index('holds_job', ['realm_id', 'job_id', 'status'])
@Index('holds_login', ['realm_id', 'login_id', 'event_id'])
@Index('holds_site', ['site_id'])
@Index('holds_task', ['realm_id', 'task_id', 'status'])
export class Hold extends EventSeat {
  @Column({ type: 'text', comment: 'Customer identity of the login when the seat was held; never changes' })
  customer_identity: string;
  @Column({ type: 'text', nullable: true }) basket: string | null;
  @Column({ type: 'text', default: 'held' }) status: HoldStatus;
  @Column({ type: 'uuid', nullable: true }) lease_id: string | null;
  @ForeignKey('workers') @Column({ type: 'int', nullable: true }) worker_id: number | null;
  @Column({ type: 'timestamptz' }) expires_at: Date;
  @Column({ type: 'timestamptz', nullable: true }) confirmed_at: Date | null;
}
