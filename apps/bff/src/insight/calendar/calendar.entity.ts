import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { CreatedAtColumn, UpdatedAtColumn } from '../../platform/database/columns';

/** The address at which a user's calendar program reads their calendar. Only the hash of its token is kept. */
@Entity('calendar_feeds')
export class CalendarFeed {
  @ForeignKey('users', { onDelete: 'CASCADE' }) @PrimaryColumn({ type: 'int' }) user_id: number;
  @Column({ type: 'text', unique: true, select: false }) token_hash: string;
  @Column({ type: 'text', array: true }) kinds: string[];
  @Column({ type: 'boolean', default: true, comment: 'Only events that a template, a job or a task is for' })
  planned: boolean;
  @Column({ type: 'timestamptz', nullable: true, comment: 'To the hour' }) last_read_at: Date | null;
  @CreatedAtColumn() created_at: Date;
}

/** How long before each on-sale a user wants to be reminded. */
@Entity('on_sale_reminders')
export class OnSaleReminder {
  @ForeignKey('users', { onDelete: 'CASCADE' }) @PrimaryColumn({ type: 'int' }) user_id: number;
  @Column({ type: 'int', array: true }) minutes: number[];
  @Column({ type: 'boolean', default: true, comment: 'Only events that a template, a job or a task is for' })
  planned: boolean;
  @UpdatedAtColumn() updated_at: Date;
}

/** A reminder that was sent, so that no server sends it again; deleted a day after its on-sale. */
@Entity('on_sale_reminders_sent')
@Index('on_sale_reminders_sent_event', ['event_id'])
export class OnSaleReminderSent {
  @ForeignKey('users', { onDelete: 'CASCADE' }) @PrimaryColumn({ type: 'int' }) user_id: number;
  @ForeignKey('events') @PrimaryColumn({ type: 'int' }) event_id: number;
  @PrimaryColumn({ type: 'timestamptz' }) on_sale_at: Date;
  @PrimaryColumn({ type: 'int' }) minutes: number;
}
