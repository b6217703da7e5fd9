import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { CreatedAtColumn } from '../../../platform/database/columns';

/** A user's authenticator app. */
@Entity('second_factors')
export class TwoFactor {
  @ForeignKey('users', { onDelete: 'CASCADE' }) @PrimaryColumn({ type: 'int' }) user_id: number;
  @Column({
    type: 'jsonb',
    select: false,
    comment: 'Sealed: totp, under realm 0 because it belongs to a person',
  })
  secrets: unknown;
  @Column({
    type: 'timestamptz',
    nullable: true,
    comment: 'Null: set up but not confirmed, so sign-in does not require it',
  })
  confirmed_at: Date | null;
  @Column({
    type: 'bigint',
    default: 0,
    comment: 'RFC 6238: time step of the last accepted code; only a later one is accepted',
  })
  last_step: number;
  @CreatedAtColumn() created_at: Date;
}

/** A code that replaces the app or a passkey once. Only its salted hash is stored. */
@Entity('recovery_codes')
export class RecoveryCode {
  @ForeignKey('users', { onDelete: 'CASCADE' }) @PrimaryColumn({ type: 'int' }) user_id: number;
  @PrimaryColumn({ type: 'text' }) code_hash: string;
  @Column({ type: 'timestamptz', nullable: true }) used_at: Date | null;
  @Column({ type: 'text' }) salt: string;
}
