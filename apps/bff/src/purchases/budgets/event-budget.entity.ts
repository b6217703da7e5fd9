import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { numberFromText } from '../../platform/database/columns';

/** The most that a realm may spend on an event. */
@Entity('event_budgets', { comment: 'The most that a realm may spend on an event' })
@Index('event_budgets_event', ['event_id'])
export class EventBudget {
  @ForeignKey('realms') @PrimaryColumn({ type: 'int' }) realm_id: number;
  @ForeignKey('events', { onDelete: 'CASCADE' }) @PrimaryColumn({ type: 'int' }) event_id: number;
  @Column({ type: 'numeric', transformer: numberFromText }) amount: number;
  @Column({ type: 'text' }) currency: string;
}
