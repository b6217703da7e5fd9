import { Column, Entity, ForeignKey, Index } from 'typeorm';
import {
  CreatedAtColumn,
  IdColumn,
  RowVersionColumn,
  UpdatedAtColumn,
} from '../../platform/database/columns';

export const requestKinds = ['max_tasks', 'max_logins', 'site', 'max_per_customer'] as const;
export type RequestKind = (typeof requestKinds)[number];

export const requestStatuses = ['open', 'approved', 'declined', 'withdrawn'] as const;
export type RequestStatus = (typeof requestStatuses)[number];

/** What an owner asks the administrators for, and what came of it. */
@Entity('change_requests', { comment: 'What owners ask administrators for' })
@Index('change_requests_event', ['event_id'])
@Index('change_requests_asked_by', ['asked_by'])
@Index('change_requests_answered_by', ['answered_by'])
export class ChangeRequest {
  @IdColumn() id: number;
  @ForeignKey('realms') @Column({ type: 'int' }) realm_id: number;
  @Column({ type: 'text' }) kind: RequestKind;
  @ForeignKey('events') @Column({ type: 'int', nullable: true }) event_id: number | null;
  @Column({ type: 'text', nullable: true }) site_name: string | null;
  @Column({ type: 'text', nullable: true }) site_url: string | null;
  @Column({
    type: 'text',
    comment: 'What of its kind it is about: an event, the address of a site, or empty',
  })
  object: string;
  @Column({
    type: 'int',
    nullable: true,
    comment: 'The limit that is asked for; null: none, or a site',
  })
  asked: number | null;
  @Column({ type: 'text' }) reason: string;
  @Column({ type: 'text', default: 'open' }) status: RequestStatus;
  @ForeignKey('users', { onDelete: 'SET NULL' }) @Column({ type: 'int', nullable: true }) asked_by:
    number | null;
  @Column({ type: 'text', comment: 'The name that pages show, also once the account is gone' })
  asked_who: string;
  @Column({
    type: 'int',
    nullable: true,
    comment: 'The limit that was approved, which may be another than what was asked for',
  })
  granted: number | null;
  @Column({ type: 'text', nullable: true }) answer: string | null;
  @ForeignKey('users', { onDelete: 'SET NULL' }) @Column({ type: 'int', nullable: true }) answered_by:
    number | null;
  @Column({ type: 'text', nullable: true }) answered_who: string | null;
  @Column({ type: 'timestamptz', nullable: true }) answered_at: Date | null;
  @RowVersionColumn() version: number;
  @CreatedAtColumn() created_at: Date;
  @UpdatedAtColumn() updated_at: Date;
}
