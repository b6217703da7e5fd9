import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A user's request for a new password, and the links for it: one that somebody created, and one sent by mail. */
@Entity('password_resets')
@Index('password_resets_created_by', ['created_by'])
export class PasswordReset {
  @ForeignKey('users', { onDelete: 'CASCADE' }) @PrimaryColumn({ type: 'int' }) user_id: number;
  @Column({ type: 'timestamptz', nullable: true }) requested_at: Date | null;
  @Column({ type: 'text', nullable: true, unique: true }) token_hash: string | null;
  @Column({ type: 'timestamptz', nullable: true }) token_expires_at: Date | null;
  @ForeignKey('users', { onDelete: 'SET NULL' }) @Column({ type: 'int', nullable: true }) created_by:
    number | null;
  @Column({ type: 'timestamptz', default: () => 'now()' }) updated_at: Date;
  @Column({ type: 'text', nullable: true, comment: 'Hash of the token of the link that was sent by mail' })
  mailed_hash: string | null;
  @Column({ type: 'timestamptz', nullable: true }) mailed_until: Date | null;
  @Column({
    type: 'text',
    nullable: true,
    comment: 'The address it was sent to: the link ends when the user gets another',
  })
  mailed_to: string | null;
}
