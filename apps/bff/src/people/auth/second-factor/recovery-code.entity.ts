import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** A code that replaces the authenticator once. Only its salted hash is stored. */
@Entity('recovery_codes')
export class RecoveryCode {
  @ForeignKey('second_factors', { onDelete: 'CASCADE' }) @PrimaryColumn({ type: 'int' }) user_id: number;
  @PrimaryColumn({ type: 'text' }) code_hash: string;
  @Column({ type: 'timestamptz', nullable: true }) used_at: Date | null;
  @Column({ type: 'text' }) salt: string;
}
