import { Column, Entity, ForeignKey } from 'typeorm';
import { IdColumn } from '../../platform/database/columns';

/** Who must have a second factor, and from when on. */
@Entity('second_factor_rules')
export class SecondFactorRule {
  @IdColumn() id: number;
  @ForeignKey('realms')
  @Column({
    type: 'int',
    nullable: true,
    unique: true,
    comment: 'Whose people must have a second factor; null: administrators',
  })
  realm_id: number | null;
  @Column({ type: 'timestamptz' }) required_from: Date;
}
