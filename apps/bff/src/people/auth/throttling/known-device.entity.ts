import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A browser that a user has signed in from. Only the hash of its cookie is stored. */
@Entity('known_devices')
@Index('known_devices_seen', ['seen_at'])
export class KnownDevice {
  @ForeignKey('users', { onDelete: 'CASCADE' }) @PrimaryColumn({ type: 'int' }) user_id: number;
  @PrimaryColumn({ type: 'text' }) device_hash: string;
  @Column({ type: 'timestamptz', default: () => 'now()', comment: 'Last sign-in' }) seen_at: Date;
}
