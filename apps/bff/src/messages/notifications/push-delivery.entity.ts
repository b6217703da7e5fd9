import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { IdColumn } from '../../platform/database/columns';

/** One attempt to deliver a notification to one device. Partitioned by the month of `at`. */
@Entity('push_deliveries')
@Index('push_deliveries_at', ['at'])
@Index('push_deliveries_notification', ['notification_id'])
@Index('push_deliveries_subscription', ['subscription_id'])
export class PushDelivery {
  @IdColumn('bigint') id: string;
  @ForeignKey('users', { onDelete: 'CASCADE' }) @Column({ type: 'int' }) user_id: number;
  @ForeignKey('push_subscriptions', { onDelete: 'SET NULL' })
  @Column({ type: 'int', nullable: true })
  subscription_id: number | null;
  @Column({ type: 'text' }) topic: string;
  @Column({ type: 'text' }) outcome: string;
  @Column({ type: 'int', nullable: true }) response_status: number | null;
  @Column({ type: 'text', nullable: true }) message: string | null;
  @Column({ type: 'int', default: 1 }) attempt: number;
  @PrimaryColumn({ type: 'timestamptz', default: () => 'now()' }) at: Date;
  @ForeignKey('notifications', { onDelete: 'SET NULL' })
  @Column({ type: 'int', nullable: true })
  notification_id: number | null;
  @Column({
    type: 'text',
    nullable: true,
    comment: 'Why the server gave up; null: message holds the words of the push service',
  })
  reason: string | null;
}
