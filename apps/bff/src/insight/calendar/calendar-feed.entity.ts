import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { CreatedAtColumn } from '../../platform/database/columns';

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
