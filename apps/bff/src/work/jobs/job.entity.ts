import { Column, DeleteDateColumn, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import {
  AmountColumn,
  CreatedAtColumn,
  IdColumn,
  RowVersionColumn,
  UpdatedAtColumn,
} from '../../platform/database/columns';

/** The `config` of a job: its template's settings at the launch, with the caller's overrides. */
export interface JobConfig {
  type: 'hold' | 'buy';
  worker_count: number;
  seats_per_worker: number;
  launch_delay: number;
  pool_id: number | null;
  login_ids: number[];
  price_type: string | null;
  price_levels: unknown;
  proxy_template: string | null;
}

/** One run of a template: tasks that are launched and controlled together. */
@Entity('jobs')
@Index('jobs_created_by', ['created_by'])
@Index('jobs_event', ['event_id'])
@Index('jobs_site', ['site_id'])
@ForeignKey('templates', ['realm_id', 'template_id'], ['realm_id', 'id'], { onDelete: 'SET NULL' })
@Unique(['realm_id', 'id'])
export class Job {
  @IdColumn() id: number;
  @ForeignKey('realms') @Column({ type: 'int' }) realm_id: number;
  @Column({ type: 'int', nullable: true }) template_id: number | null;
  @ForeignKey('sites') @Column({ type: 'int' }) site_id: number;
  @ForeignKey('events') @Column({ type: 'int' }) event_id: number;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'int', nullable: true }) seats_target: number | null;
  @Column({
    type: 'int',
    nullable: true,
    comment: 'Seats that the tasks of the launch were to win; null: launched before this was stored',
  })
  seats_planned: number | null;
  @AmountColumn('The most that its tasks may spend; null: no budget')
  budget: number | null;
  @AmountColumn('The most that one task may spend; null: no budget')
  budget_per_task: number | null;
  @AmountColumn('The most that one seat may cost; null: no budget')
  budget_per_seat: number | null;
  @Column({ type: 'text', nullable: true }) budget_currency: string | null;
  @AmountColumn('Of the plan it was launched with, fees included; null: no price was known')
  cost_min: number | null;
  @AmountColumn() cost_max: number | null;
  @Column({ type: 'text', nullable: true }) cost_currency: string | null;
  @Column({
    type: 'int',
    nullable: true,
    comment: 'Seats of the plan without a known price; null: launched before this was stored',
  })
  unpriced_seats: number | null;
  @Column({ type: 'jsonb', default: {} }) config: object;
  @ForeignKey('users', { onDelete: 'SET NULL' })
  @Column({ type: 'int', nullable: true })
  created_by: number | null;
  @Column({ type: 'timestamptz', nullable: true }) scheduled_at: Date | null;
  @Column({
    type: 'timestamptz',
    nullable: true,
    comment: 'Earliest start among tasks that were removed from the job; its current tasks have their own',
  })
  started_at: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) finished_at: Date | null;
  @RowVersionColumn() version: number;
  @CreatedAtColumn() created_at: Date;
  @UpdatedAtColumn() updated_at: Date;
  @DeleteDateColumn({ type: 'timestamptz', nullable: true }) deleted_at: Date | null;
}

/**
 * The number of a job's tasks by status, and of its tickets. Triggers maintain the counts in several shards (`place`), so
 * that concurrent transactions don't wait for one another; a figure is the sum over the shards.
 */
@Entity('job_counts')
export class JobCount {
  @ForeignKey('realms') @PrimaryColumn({ type: 'int' }) realm_id: number;
  @PrimaryColumn({ type: 'int' }) job_id: number;
  @PrimaryColumn({ type: 'text', comment: 'Status of tasks, or ticket' }) counted: string;
  @PrimaryColumn({ type: 'int' }) place: number;
  @Column({ type: 'int' }) total: number;
  @Column({ type: 'int' }) paused: number;
}

/** A line of the plan that a job was launched with. Removed with the job. */
@Entity('job_plan_lines')
@ForeignKey('jobs', ['realm_id', 'job_id'], ['realm_id', 'id'], { onDelete: 'CASCADE' })
export class JobPlanLine {
  @PrimaryColumn({ type: 'int' }) realm_id: number;
  @PrimaryColumn({ type: 'int' }) job_id: number;
  @PrimaryColumn({ type: 'int' }) job_index: number;
  @Column({
    type: 'int',
    nullable: true,
    comment: 'Without a foreign key: the login may have been removed since',
  })
  login_id: number | null;
  @Column({ type: 'int' }) seats: number;
  @Column({ type: 'timestamptz', nullable: true, comment: 'Null: a draft' }) starts_at: Date | null;
  @Column({ type: 'text' }) verdict: 'ok' | 'warn' | 'blocked';
  @Column({ type: 'jsonb', nullable: true, comment: 'Null: none' }) reasons: object | null;
}
