import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { CreatedAtColumn, RowVersionColumn, UpdatedAtColumn } from '../../platform/database/columns';

/** Who pays a basket now. The row stays when the claim ends, and the next claim reuses it. */
@Entity('pay_claims')
@Index('pay_claims_realm', ['realm_id', 'id'])
@ForeignKey('tasks', ['realm_id', 'id'], ['realm_id', 'id'], { onDelete: 'CASCADE' })
export class PayClaim {
  @PrimaryColumn({ type: 'int', comment: 'The id of the task that holds the seats' }) id: number;
  @ForeignKey('realms') @Column({ type: 'int' }) realm_id: number;
  @ForeignKey('users', { onDelete: 'SET NULL' })
  @Column({ type: 'int', nullable: true })
  user_id: number | null;
  @Column({ type: 'text', nullable: true }) who: string | null;
  @Column({ type: 'timestamptz', nullable: true }) claimed_at: Date | null;
  @Column({ type: 'timestamptz', nullable: true, comment: 'Null: nobody has claimed it' })
  expires_at: Date | null;
  @RowVersionColumn() version: number;
  @CreatedAtColumn() created_at: Date;
  @UpdatedAtColumn() updated_at: Date;
}
