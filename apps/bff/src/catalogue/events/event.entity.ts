import { Column, DeleteDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import {
  CreatedAtColumn,
  IdColumn,
  numberFromText,
  RowVersionColumn,
  UpdatedAtColumn,
} from '../../platform/database/columns';

export const eventStatuses = ['announced', 'on_sale', 'sold_out', 'closed'] as const;
export type EventStatus = (typeof eventStatuses)[number];

/** An event of a site, shared by all realms; `realm_id` is the realm that created it. */
@Entity('events')
@Index('events_created_by_realm', ['created_by_realm_id'])
export class Event {
  @IdColumn() id: number;
  @ForeignKey('sites') @Column({ type: 'int' }) site_id: number;
  @Column({ type: 'text' }) guid: string;
  @Column({ type: 'text' }) name: string;
  @Column({
    type: 'bigint',
    nullable: true,
    transformer: numberFromText,
    comment: 'Kick-off in epoch seconds',
  })
  ko: number | null;
  @Column({ type: 'timestamptz', nullable: true, comment: 'Null: unknown' }) on_sale_at: Date | null;
  @Column({ type: 'text', nullable: true }) date: string | null;
  @Column({ type: 'text', nullable: true }) time: string | null;
  @Column({ type: 'text', default: 'announced' }) status: EventStatus;
  @Column({ type: 'text', nullable: true }) url: string | null;
  @Column({ type: 'text', nullable: true }) event_url: string | null;
  @Column({ type: 'text', nullable: true }) category: string | null;
  @Column({ type: 'text', nullable: true }) price_type: string | null;
  @Column({ type: 'jsonb', nullable: true }) price_levels: object | null;
  @Column({ type: 'int', nullable: true }) max_per_customer: number | null;
  @ForeignKey('realms') @Column({ type: 'int', nullable: true }) created_by_realm_id: number | null;
  @RowVersionColumn() version: number;
  @CreatedAtColumn() created_at: Date;
  @UpdatedAtColumn() updated_at: Date;
  @DeleteDateColumn({ type: 'timestamptz', nullable: true }) deleted_at: Date | null;
}

/** What an event is recognized by at its site; triggers write it. Events that share a key share their purchase limit. */
@Entity('event_identities', {
  comment: 'What an event is recognized by at its site; events that share a key share their purchase limit',
})
export class EventIdentity {
  @ForeignKey('events', { onDelete: 'CASCADE' }) @PrimaryColumn({ type: 'int' }) event_id: number;
  @Column({ type: 'int' }) site_id: number;
  @Column({ type: 'text', array: true, comment: 'Canonical guid and addresses' }) keys: string[];
  @Column({
    type: 'boolean',
    default: false,
    comment: 'An administrator decided that it is another event although it shares a key',
  })
  kept_apart: boolean;
}
