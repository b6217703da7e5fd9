import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { CreatedAtColumn, IdColumn } from '../../platform/database/columns';

export const mailKinds = ['invitation', 'password_reset', 'notice', 'digest'] as const;
export type MailKind = (typeof mailKinds)[number];

export const mailStatuses = ['queued', 'sent', 'dead'] as const;
export type MailStatus = (typeof mailStatuses)[number];

/** A mail to one person: written by the transaction that causes it, worded when it is sent. */
@Entity('mails')
@Index('mails_created', ['created_at'])
@Index('mails_realm', ['realm_id'])
@Index('mails_user', ['user_id', 'kind', 'created_at'])
export class Mail {
  @IdColumn() id: number;
  @ForeignKey('realms') @Column({ type: 'int', nullable: true }) realm_id: number | null;
  @ForeignKey('users', { onDelete: 'CASCADE' }) @Column({ type: 'int', nullable: true }) user_id:
    number | null;
  @Column({
    type: 'text',
    nullable: true,
    comment: 'Of somebody without an account; else the address that the user has when it is sent',
  })
  address: string | null;
  @Column({ type: 'text' }) kind: MailKind;
  @Column({ type: 'jsonb', default: {}, comment: 'What it is about; emptied once it is sent' })
  params: Record<string, unknown>;
  @Column({
    type: 'text',
    nullable: true,
    comment: 'The token of its link follows from this and TOKEN_SECRET; removed once it is sent',
  })
  link_seed: string | null;
  @Column({ type: 'text', default: 'queued' }) status: MailStatus;
  @Column({ type: 'int', default: 0 }) attempts: number;
  @Column({
    type: 'timestamptz',
    default: () => 'now()',
    comment: 'While it is being sent: when another server may take it over',
  })
  next_attempt_at: Date;
  @Column({ type: 'text', nullable: true, comment: 'Why the latest attempt failed' }) error: string | null;
  @Column({ type: 'timestamptz', nullable: true }) sent_at: Date | null;
  @CreatedAtColumn() created_at: Date;
}
