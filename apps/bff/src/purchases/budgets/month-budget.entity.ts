import { Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { AmountColumn } from '../../platform/database/columns';

/** The most that a realm may spend in each month from one on, until the next row of the currency. */
@Entity('month_budgets', {
  comment: 'The most that a realm may spend in each month from one on, until the next row',
})
export class MonthBudget {
  @ForeignKey('realms') @PrimaryColumn({ type: 'int' }) realm_id: number;
  @PrimaryColumn({ type: 'text' }) currency: string;
  @PrimaryColumn({ type: 'date' }) from_month: string;
  @AmountColumn('Null: no budget from this month on')
  amount: number | null;
}
