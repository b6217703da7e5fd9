import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** A threshold of a person that is crossed now, so that the crossing is reported once. */
@Entity('notification_alerts')
export class NotificationAlert {
  @ForeignKey('users', { onDelete: 'CASCADE' }) @PrimaryColumn({ type: 'int' }) user_id: number;
  @PrimaryColumn({ type: 'text', comment: 'kind, amount, event and job of a threshold that is crossed' })
  alert: string;
  @Column({ type: 'timestamptz', default: () => 'now()' }) at: Date;
}
