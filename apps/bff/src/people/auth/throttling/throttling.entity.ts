import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** The recent wrong guesses that count against one bucket. */
@Entity('guess_budgets')
@Index('guess_budgets_updated', ['updated_at'])
export class GuessBudget {
  @PrimaryColumn({ type: 'text', comment: 'Keyed hash that stands for an address or an e-mail' })
  bucket: string;
  @Column({ type: 'timestamptz', array: true }) guesses: Date[];
  @Column({ type: 'timestamptz', nullable: true }) next_at: Date | null;
  @Column({ type: 'timestamptz' }) updated_at: Date;
}

/** A browser that a user has signed in from. Only the hash of its cookie is stored. */
@Entity('known_devices')
@Index('known_devices_seen', ['seen_at'])
export class KnownDevice {
  @ForeignKey('users', { onDelete: 'CASCADE' }) @PrimaryColumn({ type: 'int' }) user_id: number;
  @PrimaryColumn({ type: 'text' }) device_hash: string;
  @Column({ type: 'timestamptz', default: () => 'now()', comment: 'Last sign-in' }) seen_at: Date;
}
