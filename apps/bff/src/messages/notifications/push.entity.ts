import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import {
  CreatedAtColumn,
  IdColumn,
  RowVersionColumn,
  UpdatedAtColumn,
} from '../../platform/database/columns';

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

/** A device that receives web push, and the topics that it receives. */
@Entity('push_subscriptions')
@Index('push_subscriptions_user', ['user_id'])
export class PushSubscription {
  @IdColumn() id: number;
  @ForeignKey('users', { onDelete: 'CASCADE' }) @Column({ type: 'int' }) user_id: number;
  @Column({ type: 'text', unique: true }) endpoint: string;
  @Column({ type: 'text' }) p256dh: string;
  @Column({ type: 'text' }) auth: string;
  @Column({ type: 'text', array: true, default: '{}' }) notification_types: string[];
  @Column({ type: 'text', nullable: true }) user_agent: string | null;
  @Column({ type: 'timestamptz', nullable: true }) wait_until: Date | null;
  @RowVersionColumn() version: number;
  @CreatedAtColumn() created_at: Date;
  @UpdatedAtColumn() updated_at: Date;
}
