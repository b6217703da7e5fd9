import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import {
  CreatedAtColumn,
  IdColumn,
  numberFromText,
  RowVersionColumn,
  UpdatedAtColumn,
} from '../../platform/database/columns';

/** What a challenge is for. It is of use for nothing else. */
export type ChallengePurpose = 'register' | 'sign_in' | 'second_factor' | 'reauthenticate';

/** A user's passkey (a discoverable credential of Web Authentication). */
@Entity('passkeys')
@Index('passkeys_user', ['user_id'])
export class Passkey {
  @IdColumn() id: number;
  @ForeignKey('users', { onDelete: 'CASCADE' }) @Column({ type: 'int' }) user_id: number;
  @Column({ type: 'text', unique: true }) credential_id: string;
  @Column({ type: 'bytea' }) public_key: Buffer;
  @Column({
    type: 'bigint',
    transformer: numberFromText,
    comment: 'Uses that the authenticator counted last; 0: it counts none',
  })
  counter: number;
  @Column({ type: 'text', array: true, default: '{}' }) transports: string[];
  @Column({ type: 'boolean', comment: 'Whether it is on several devices of the person' }) backed_up: boolean;
  @Column({ type: 'text', comment: 'It is valid for this domain alone' }) domain: string;
  @Column({ type: 'text' }) name: string;
  @RowVersionColumn() version: number;
  @CreatedAtColumn() created_at: Date;
  @UpdatedAtColumn() updated_at: Date;
  @Column({ type: 'timestamptz', nullable: true }) last_used_at: Date | null;
}

/** A challenge that a passkey signs within five minutes, once. Only its hash is stored. */
@Entity('passkey_challenges')
@Index('passkey_challenges_expiry', ['expires_at'])
@Index('passkey_challenges_user', ['user_id'])
export class PasskeyChallenge {
  @PrimaryColumn({ type: 'text' }) challenge_hash: string;
  @Column({ type: 'text' }) purpose: ChallengePurpose;
  @ForeignKey('users', { onDelete: 'CASCADE' })
  @Column({ type: 'int', nullable: true, comment: 'Null: a sign-in, before it is known whose' })
  user_id: number | null;
  @Column({ type: 'timestamptz' }) expires_at: Date;
}
