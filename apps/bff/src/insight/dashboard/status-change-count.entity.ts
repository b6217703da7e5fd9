import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** How many tasks of a realm went from one status to another in a half hour. */
@Entity('status_change_counts')
@Index('status_change_counts_at', ['at'])
export class StatusChangeCount {
  @ForeignKey('realms') @PrimaryColumn({ type: 'int' }) realm_id: number;
  @PrimaryColumn({ type: 'timestamptz', comment: 'start of the half hour' }) at: Date;
  @PrimaryColumn({ type: 'text', comment: 'empty: the task was created' }) from_status: string;
  @PrimaryColumn({ type: 'text' }) to_status: string;
  @Column({ type: 'int' }) changes: number;
}

/** Up to when rows of a kind are counted. */
@Entity('rollups', { comment: 'Up to when rows of a kind are counted' })
export class Rollup {
  @PrimaryColumn({ type: 'text' }) name: string;
  @Column({ type: 'timestamptz' }) counted_until: Date;
}
