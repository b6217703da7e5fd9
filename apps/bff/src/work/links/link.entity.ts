import { Column, DeleteDateColumn, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import {
  CreatedAtColumn,
  IdColumn,
  RowVersionColumn,
  UpdatedAtColumn,
} from '../../platform/database/columns';

export const linkStatuses = [
  'prequeue',
  'waiting',
  'your_turn',
  'entered',
  'expired',
  'cancelled',
  'error',
] as const;
/** Statuses of live links; a login has at most one live link for an event. */
export const liveLinkStatuses = [
  'prequeue',
  'waiting',
  'your_turn',
  'entered',
] as const satisfies readonly LinkStatus[];
export type LinkStatus = (typeof linkStatuses)[number];

/** Fields that are sealed at rest and never returned. */
export const linkSecrets = ['cookies', 'unique_link', 'pass_link', 'enqueue_token'] as const;

/** A login's position in the waiting room of an event. */
@Entity('queue_links')
@Index('queue_links_event', ['event_id', 'realm_id'])
@ForeignKey('logins', ['realm_id', 'login_id'], ['realm_id', 'id'])
@Unique(['realm_id', 'id'])
@Unique(['realm_id', 'login_id', 'id'])
export class QueueLink {
  @IdColumn() id: number;
  @ForeignKey('realms') @Column({ type: 'int' }) realm_id: number;
  @Column({ type: 'int' }) login_id: number;
  @ForeignKey('events') @Column({ type: 'int' }) event_id: number;
  @Column({ type: 'text', nullable: true }) event_url: string | null;
  @Column({ type: 'text', default: 'prequeue' }) status: LinkStatus;
  @Column({ type: 'text', nullable: true }) status_msg: string | null;
  @Column({ type: 'int', nullable: true }) position: number | null;
  @Column({ type: 'timestamptz', nullable: true }) enqueue_token_expires: Date | null;
  @Column({
    type: 'jsonb',
    default: {},
    select: false,
    comment: 'Sealed: cookies, unique_link, pass_link, enqueue_token',
  })
  secrets: object;
  @RowVersionColumn() version: number;
  @CreatedAtColumn() created_at: Date;
  @UpdatedAtColumn() updated_at: Date;
  @DeleteDateColumn({ type: 'timestamptz', nullable: true }) deleted_at: Date | null;
}

/** A status or position that a Queue-it link had. */
@Entity('queue_link_steps')
@ForeignKey('queue_links', ['realm_id', 'link_id'], ['realm_id', 'id'], { onDelete: 'CASCADE' })
export class QueueLinkStep {
  @IdColumn('bigint') id: string;
  @ForeignKey('realms') @Column({ type: 'int' }) realm_id: number;
  @Column({ type: 'int' }) link_id: number;
  @Column({ type: 'text' }) status: LinkStatus;
  @Column({ type: 'int', nullable: true }) position: number | null;
  @Column({ type: 'timestamptz', default: () => 'now()' }) at: Date;
}

/** A task that waits with a Queue-it link. */
@Entity('queue_link_tasks')
@Index('queue_link_tasks_task', ['realm_id', 'task_id'])
@ForeignKey('queue_links', ['realm_id', 'login_id', 'link_id'], ['realm_id', 'login_id', 'id'], {
  onDelete: 'CASCADE',
})
@ForeignKey('tasks', ['realm_id', 'login_id', 'task_id'], ['realm_id', 'login_id', 'id'], {
  onDelete: 'CASCADE',
})
export class QueueLinkTask {
  @ForeignKey('realms') @Column({ type: 'int' }) realm_id: number;
  @PrimaryColumn({ type: 'int' }) link_id: number;
  @Column({ type: 'int' }) login_id: number;
  @PrimaryColumn({ type: 'int' }) task_id: number;
}
