import { Column, DeleteDateColumn, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import {
  AmountColumn,
  CreatedAtColumn,
  IdColumn,
  RowVersionColumn,
  UpdatedAtColumn,
} from '../../platform/database/columns';

/** `hold`: the worker holds seats and a person pays. `buy`: the worker also pays. */
export const templateTypes = ['hold', 'buy'] as const;
export type TemplateType = (typeof templateTypes)[number];

/** What a job is launched from. Its logins are in `template_logins`, in order, unless it names a pool. */
@Entity('templates')
@Index('templates_event', ['event_id'])
@Index('templates_site', ['site_id'])
@ForeignKey('pools', ['realm_id', 'pool_id'], ['realm_id', 'id'], { onDelete: 'SET NULL' })
@Unique(['realm_id', 'id'])
export class Template {
  @IdColumn() id: number;
  @ForeignKey('realms') @Column({ type: 'int' }) realm_id: number;
  @ForeignKey('sites') @Column({ type: 'int' }) site_id: number;
  @ForeignKey('events') @Column({ type: 'int', nullable: true }) event_id: number | null;
  @Column({ type: 'int', nullable: true }) pool_id: number | null;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text', default: 'hold' }) type: TemplateType;
  @Column({ type: 'int', default: 1 }) worker_count: number;
  @Column({ type: 'int', default: 1 }) seats_per_worker: number;
  @Column({ type: 'int', default: 0, comment: 'Seconds between the starts of two tasks' })
  launch_delay: number;
  @Column({ type: 'int', nullable: true }) target_count: number | null;
  @AmountColumn('The most that a job launched from it may spend; null: no budget')
  budget: number | null;
  @AmountColumn('The most that one task may spend; null: no budget')
  budget_per_task: number | null;
  @AmountColumn('The most that one seat may cost; null: no budget')
  budget_per_seat: number | null;
  @Column({ type: 'text', nullable: true }) budget_currency: string | null;
  @Column({ type: 'text', nullable: true }) price_type: string | null;
  @Column({ type: 'jsonb', nullable: true }) price_levels: object | null;
  @Column({ type: 'text', nullable: true }) proxy_template: string | null;
  @Column({ type: 'int', nullable: true }) proxy_rotation_interval: number | null;
  @RowVersionColumn() version: number;
  @CreatedAtColumn() created_at: Date;
  @UpdatedAtColumn() updated_at: Date;
  @DeleteDateColumn({ type: 'timestamptz', nullable: true }) deleted_at: Date | null;
}

/** A login that a template names, in its order. */
@Entity('template_logins')
@Index('template_logins_login', ['realm_id', 'login_id'])
@ForeignKey('logins', ['realm_id', 'login_id'], ['realm_id', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('templates', ['realm_id', 'template_id'], ['realm_id', 'id'], { onDelete: 'CASCADE' })
export class TemplateLogin {
  @PrimaryColumn({ type: 'int' }) template_id: number;
  @PrimaryColumn({ type: 'int' }) login_id: number;
  @ForeignKey('realms') @Column({ type: 'int' }) realm_id: number;
  @Column({ type: 'int' }) position: number;
}
