import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { CreatedAtColumn, IdColumn } from '../../platform/database/columns';

/** A person who is on for an event: who pays its baskets. Counts while they may pay. */
@Entity('event_payers', { comment: 'Who pays the baskets of an event' })
@Index('event_payers_event', ['event_id'])
@Index('event_payers_user', ['user_id'])
export class EventPayer {
  @ForeignKey('realms') @PrimaryColumn({ type: 'int' }) realm_id: number;
  @ForeignKey('events', { onDelete: 'CASCADE' }) @PrimaryColumn({ type: 'int' }) event_id: number;
  @ForeignKey('users', { onDelete: 'CASCADE' }) @PrimaryColumn({ type: 'int' }) user_id: number;
  @CreatedAtColumn() created_at: Date;
}

/** How long a person took from the claim of a basket to its record, from which paces are learnt. */
@Entity('payment_times', { comment: 'Seconds from claim to record of baskets that people paid' })
@Index('payment_times_event', ['event_id'])
@Index('payment_times_user', ['user_id', 'id'])
@Index('payment_times_realm', ['realm_id', 'id'])
@Index('payment_times_old', ['paid_at'])
export class PaymentTime {
  @IdColumn() id: number;
  @ForeignKey('realms') @Column({ type: 'int' }) realm_id: number;
  @ForeignKey('users', { onDelete: 'CASCADE' }) @Column({ type: 'int' }) user_id: number;
  @ForeignKey('events', { onDelete: 'CASCADE' }) @Column({ type: 'int' }) event_id: number;
  @Column({ type: 'double precision' }) seconds: number;
  @Column({ type: 'timestamptz', default: () => 'now()' }) paid_at: Date;
}
