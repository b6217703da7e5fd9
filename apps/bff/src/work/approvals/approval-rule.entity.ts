import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import {
  AmountColumn,
  CreatedAtColumn,
  RowVersionColumn,
  UpdatedAtColumn,
} from '../../platform/database/columns';

const LimitColumn = () => AmountColumn('Null: no rule');

/** The sums that a realm spends without a second person. */
@Entity('approval_rules', { comment: 'The sums that a realm spends without a second person' })
export class ApprovalRule {
  @ForeignKey('realms') @PrimaryColumn({ type: 'int' }) realm_id: number;
  @Column({ type: 'text' }) currency: string;
  @LimitColumn() per_launch: number | null;
  @LimitColumn() per_event: number | null;
  @LimitColumn() per_month: number | null;
  @RowVersionColumn() version: number;
  @CreatedAtColumn() created_at: Date;
  @UpdatedAtColumn() updated_at: Date;
}
