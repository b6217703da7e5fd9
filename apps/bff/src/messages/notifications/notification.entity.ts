import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { CreatedAtColumn, IdColumn } from '../../platform/database/columns';
import type { NotificationDraft } from './notification-draft';

/** A message to one user. Messages of one group share a row, which counts them. */
@Entity('notifications')
@Index('notifications_created', ['created_at'])
@Index('notifications_realm', ['realm_id'])
export class Notification {
  @IdColumn() id: number;
  @ForeignKey('realms') @Column({ type: 'int', nullable: true }) realm_id: number | null;
  @ForeignKey('users', { onDelete: 'CASCADE' }) @Column({ type: 'int' }) user_id: number;
  @Column({ type: 'text' }) topic: string;
  @Column({ type: 'text' }) title: string;
  @Column({ type: 'text', default: '' }) body: string;
  @Column({ type: 'text', nullable: true }) path: string | null;
  @Column({ type: 'timestamptz', nullable: true }) read_at: Date | null;
  @CreatedAtColumn() created_at: Date;
  @Column({
    type: 'text',
    nullable: true,
    comment: 'What happened, so that pages can word it; null: only title and body are known',
  })
  kind: string | null;
  @Column({
    type: 'jsonb',
    nullable: true,
    comment: 'key joins unread notifications of a topic into one row; title, body and path describe that row',
  })
  grouped: unknown;
  @Column({ type: 'text', nullable: true, insert: false, update: false }) group_key: string | null;
  @Column({ type: 'text', nullable: true }) subject: string | null;
  @Column({ type: 'int', default: 1 }) count: number;
  @Column({
    type: 'text',
    array: true,
    default: '{}',
    comment: 'Subjects to report only once, e.g. task:7; the latest 1,000',
  })
  abouts: string[];
  @Column({ type: 'timestamptz', default: () => 'now()' }) pushed_at: Date;
  @Column({
    type: 'jsonb',
    nullable: true,
    comment: 'Names, numbers and reasons for the text of a kind, by name; null: only the body is known',
  })
  params: unknown;
  @Column({
    type: 'int',
    default: 0,
    comment: 'Seats of the tasks that it counts; 0: it is not about seats',
  })
  seats: number;
  @Column({
    type: 'timestamptz',
    default: () => 'now()',
    comment: 'When the first of what it counts happened',
  })
  first_at: Date;
  @Column({ type: 'timestamptz', nullable: true }) dismissed_at: Date | null;
  @Column({
    type: 'jsonb',
    nullable: true,
    comment: "Seats of each task that it counts, by the task's id; null: it does not count tasks",
  })
  tasks: unknown;
}

/** A threshold of a person that is crossed now, so that the crossing is reported once. */
@Entity('notification_alerts')
export class NotificationAlert {
  @ForeignKey('users', { onDelete: 'CASCADE' }) @PrimaryColumn({ type: 'int' }) user_id: number;
  @PrimaryColumn({ type: 'text', comment: 'kind, amount, event and job of a threshold that is crossed' })
  alert: string;
  @Column({ type: 'timestamptz', default: () => 'now()' }) at: Date;
}

/** A notification that isn't yet counted in the lines of its recipients. */
@Entity('pending_notifications')
export class PendingNotification {
  @IdColumn('bigint') id: string;
  @Column({ type: 'int' }) realm_id: number;
  @Column({ type: 'jsonb' }) draft: NotificationDraft;
  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' }) at: Date;
}
