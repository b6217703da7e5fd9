import { Column, Entity, ForeignKey } from 'typeorm';
import { IdColumn } from '../../platform/database/columns';
import type { LinkStatus } from './link.entity';

/** A status or position that a Queue-it link had. */
@Entity('queue_link_steps')
@ForeignKey('queue_links', ['realm_id', 'link_id'], ['realm_id', 'id'], { onDelete: 'CASCADE' })
export class QueueLinkStep {
  @IdColumn('bigint') id: string;
  @ForeignKey('realms') @Column({ type: 'int' }) realm_id: number;
  @Column({ type: 'int' }) link_id: number;
  @Column({ type: 'text' }) status: LinkStatus;
  @Column({ type: 'int', nullable: true }) position: number | null;
  @Column({ type: 'timestamptz', default: () => 'now()' }) at: Date;
}
