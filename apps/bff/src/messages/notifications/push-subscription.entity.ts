import { Column, Entity, ForeignKey, Index } from 'typeorm';
import {
  CreatedAtColumn,
  IdColumn,
  RowVersionColumn,
  UpdatedAtColumn,
} from '../../platform/database/columns';

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
