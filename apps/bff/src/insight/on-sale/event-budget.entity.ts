import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { numberFromText } from '../../platform/database/columns';

/** The most that a realm means to spend on an event. Spending more is shown, not prevented. */
@Entity('event_budgets')
@Index('event_budgets_event', ['event_id'])
export class EventBudget {
  @ForeignKey('realms') @PrimaryColumn({ type: 'int' }) realm_id: number;
  @ForeignKey('events', { onDelete: 'CASCADE' }) @PrimaryColumn({ type: 'int' }) event_id: number;
  @Column({ type: 'numeric', precision: 12, scale: 2, transformer: numberFromText }) amount: number;
  @Column({ type: 'text' }) currency: string;
}
