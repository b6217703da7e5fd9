import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A user's request for a new password, and the link that an administrator issued for it. */
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
}
