import { Column, Entity } from 'typeorm';
import { IdColumn } from '../../platform/database/columns';
import type { NotificationDraft } from './notification-draft';

/** A notification that isn't yet counted in the lines of its recipients. */
@Entity('pending_notifications')
export class PendingNotification {
  @IdColumn('bigint') id: string;
  @Column({ type: 'int' }) realm_id: number;
  @Column({ type: 'jsonb' }) draft: NotificationDraft;
  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' }) at: Date;
}
