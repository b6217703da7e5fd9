import {
  Column,
  DeleteDateColumn,
  Entity,
  ForeignKey,
  Generated,
  Index,
  PrimaryColumn,
  Unique,
} from 'typeorm';
import type { TaskStatus } from '@tessera/domain';
import {
  AmountColumn,
  CreatedAtColumn,
  IdColumn,
  RowVersionColumn,
  UpdatedAtColumn,
} from '../../platform/database/columns';
import type { TaskReason } from './lifecycle/task-reasons';

/** `hold`: the worker holds seats and a person pays. `buy`: the worker also pays. */
export const taskModes = ['hold', 'buy'] as const;
export type TaskMode = (typeof taskModes)[number];

/** Work for one login at one event. Its status and its lease change through `Transitions` alone. */
@Entity('tasks')
@Index('tasks_event', ['event_id', 'realm_id'])
@Index('tasks_job', ['realm_id', 'job_id', 'status'])
@Index('tasks_login_event', ['login_id', 'event_id'])
@Index('tasks_site', ['site_id'])
@ForeignKey('logins', ['realm_id', 'login_id'], ['realm_id', 'id'])
@ForeignKey('jobs', ['realm_id', 'job_id'], ['realm_id', 'id'], { onDelete: 'SET NULL' })
@ForeignKey('templates', ['realm_id', 'template_id'], ['realm_id', 'id'], { onDelete: 'SET NULL' })
@ForeignKey('pools', ['realm_id', 'pool_id'], ['realm_id', 'id'], { onDelete: 'SET NULL' })
@Unique(['realm_id', 'id'])
@Unique(['realm_id', 'login_id', 'id'])
export class Task {
  @IdColumn() id: number;
  @ForeignKey('realms') @Column({ type: 'int' }) realm_id: number;
  @Column({ type: 'int', nullable: true }) job_id: number | null;
  @Column({ type: 'int', nullable: true }) template_id: number | null;
  @Column({ type: 'int', nullable: true }) pool_id: number | null;
  @Column({ type: 'int' }) login_id: number;
  @ForeignKey('sites') @Column({ type: 'int' }) site_id: number;
  @ForeignKey('events') @Column({ type: 'int' }) event_id: number;
  @Column({ type: 'text', default: '' }) name: string;
  @Column({ type: 'text', default: 'hold' }) mode: TaskMode;
  @Column({ type: 'int', nullable: true }) job_index: number | null;
  @Column({ type: 'text', default: 'idle' }) status: TaskStatus;
  /** Generated from the status. */
  @Column({ type: 'boolean', insert: false, update: false }) unfinished: boolean;
  @Column({ type: 'boolean', default: false }) paused: boolean;
  @Column({ type: 'text', nullable: true }) status_message: string | null;
  @Column({
    type: 'jsonb',
    nullable: true,
    comment: 'Code and parameters of status_message; null: free text of a worker or a person',
  })
  status_reason: TaskReason | null;
  @Column({ type: 'text', nullable: true }) command: string | null;
  @Column({ type: 'text', nullable: true }) command_message: string | null;
  @Column({ type: 'int', default: 1 }) seats_to_set: number;
  @AmountColumn('The most that one task may spend; null: no budget')
  budget_per_task: number | null;
  @AmountColumn('The most that one seat may cost; null: no budget')
  budget_per_seat: number | null;
  @Column({ type: 'text', nullable: true, comment: 'Null: the budgets of its job' })
  budget_currency: string | null;
  @Column({ type: 'text', nullable: true }) event_price_type: string | null;
  @Column({ type: 'jsonb', nullable: true }) event_price_levels: unknown;
  @Column({ type: 'jsonb', nullable: true }) event_areas: unknown;
  @Column({ type: 'int', default: 0 }) event_closed_count: number;
  @Column({ type: 'text', nullable: true }) basket: string | null;
  @Column({ type: 'int', nullable: true }) sleep_time_ms: number | null;
  @Column({ type: 'text', nullable: true }) proxy: string | null;
  @Column({ type: 'text', nullable: true }) proxy_template: string | null;
  @Column({ type: 'int', nullable: true }) worker_index: number | null;
  @Column({
    type: 'text',
    nullable: true,
    comment: 'Its site as site.<id>, since tasks are their own queue; no queue has this name',
  })
  queue_name: string | null;
  @Column({
    type: 'uuid',
    nullable: true,
    comment:
      'Id of its turn to be taken by a worker, new each time it waits; redis_task_id on the wire, where no Redis is involved',
  })
  boss_job_id: string | null;
  @Column({
    type: 'timestamptz',
    nullable: true,
    comment: 'when a worker may take the task; null: it waits for none',
  })
  ready_at: Date | null;
  @Column({ type: 'text', nullable: true, comment: 'traceparent of what made the task wait for a worker' })
  queued_trace: string | null;
  @Column({ type: 'text', nullable: true }) queue_it_event_id: string | null;
  @Column({ type: 'text', nullable: true }) queue_it_event_name: string | null;
  @Column({ type: 'text', nullable: true }) queue_it_event_url: string | null;
  @Column({ type: 'text', nullable: true }) queue_it_event_status: string | null;
  @Column({ type: 'text', nullable: true }) queue_it_event_redirect_url: string | null;
  @Column({ type: 'int', nullable: true }) queue_it_event_position: number | null;
  @Column({ type: 'timestamptz', nullable: true }) queue_it_event_created_at: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) queue_it_event_updated_at: Date | null;
  @Generated('uuid')
  @Column({
    type: 'uuid',
    unique: true,
    comment: 'Permanent key of the task at its ticketing site, which makes orders idempotent',
  })
  order_key: string;
  @Column({ type: 'uuid', nullable: true, unique: true }) lease_id: string | null;
  @ForeignKey('workers') @Column({ type: 'int', nullable: true }) leased_by: number | null;
  @Column({ type: 'timestamptz', nullable: true }) lease_expires_at: Date | null;
  @Column({ type: 'int', default: 0 }) attempt: number;
  @Column({ type: 'int', default: 0 }) retry_count: number;
  @Column({ type: 'int', default: 5 }) max_retries: number;
  @Column({ type: 'boolean', default: false }) requeued_after_lapse: boolean;
  @Column({ type: 'timestamptz', nullable: true }) next_attempt_at: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) scheduled_at: Date | null;
  @Column({ type: 'timestamptz', nullable: true, comment: 'Start of the current or the last run' })
  started_at: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) first_started_at: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) finished_at: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) last_active: Date | null;
  @Column({ type: 'int', default: 0, comment: 'Seconds' }) run_duration: number;
  @Column({
    type: 'text',
    nullable: true,
    comment: 'possible: its worker may pay; unknown: contact was lost with a worker that may have paid',
  })
  payment_state: 'possible' | 'unknown' | null;
  /** Generated from the payment state and the status. */
  @Column({
    type: 'boolean',
    insert: false,
    update: false,
    comment: 'Finished, and the site must still be asked whether its order was paid',
  })
  payment_check: boolean;
  /** Without a foreign key: an account may have created so many tasks that its deletion must not write them. */
  @Column({ type: 'int', nullable: true }) created_by: number | null;
  @RowVersionColumn() version: number;
  @CreatedAtColumn() created_at: Date;
  @UpdatedAtColumn() updated_at: Date;
  @DeleteDateColumn({ type: 'timestamptz', nullable: true }) deleted_at: Date | null;
}

/** A line of a task's timeline, written in the transaction of the change. Partitioned by the month of `at`. */
@Entity('task_events')
@ForeignKey('tasks', ['realm_id', 'task_id'], ['realm_id', 'id'], { onDelete: 'CASCADE' })
export class TaskEvent {
  @IdColumn('bigint') id: string;
  @Column({ type: 'int' }) realm_id: number;
  @Column({ type: 'int' }) task_id: number;
  @PrimaryColumn({ type: 'timestamptz', default: () => 'clock_timestamp()', insert: false, update: false })
  at: Date;
  @Column({ type: 'text' }) actor_kind: 'user' | 'worker' | 'system';
  @Column({ type: 'int', nullable: true }) actor_id: number | null;
  @Column({ type: 'text' }) who: string;
  @Column({ type: 'text' }) what: string;
  @Column({ type: 'text', nullable: true }) from_status: TaskStatus | null;
  @Column({ type: 'text', nullable: true }) to_status: TaskStatus | null;
  @Column({ type: 'text', nullable: true }) message: string | null;
  @Column({
    type: 'jsonb',
    nullable: true,
    comment: 'Code and parameters of message; null: free text of a worker or a person',
  })
  reason: TaskReason | null;
}

/** A position that a task had in a waiting room: the last one of five seconds. */
@Entity('task_positions')
@ForeignKey('tasks', ['realm_id', 'task_id'], ['realm_id', 'id'], { onDelete: 'CASCADE' })
export class TaskPosition {
  @ForeignKey('realms') @PrimaryColumn({ type: 'int' }) realm_id: number;
  @PrimaryColumn({ type: 'int' }) task_id: number;
  @PrimaryColumn({ type: 'int', comment: 'Epoch seconds divided by five' }) slot: number;
  @Column({ type: 'int' }) position: number;
  @Column({ type: 'timestamptz', default: () => 'now()' }) at: Date;
}
