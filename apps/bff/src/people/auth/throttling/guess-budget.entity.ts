import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

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
