import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

export const eventStatuses = ['announced', 'on_sale', 'sold_out', 'closed'] as const;
export type EventStatus = (typeof eventStatuses)[number];

/** Postgres' bigint, which fits a number here, comes as text. */
const epochSeconds = {
  to: (value: number | null | undefined) => value,
  from: (value: string | null) => (value === null ? null : Number(value)),
};

/** An event of a site, shared by all realms; it remembers the realm that made it. */
@Entity('events')
export class Event {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' }) id: number;
  @Column({ type: 'int' }) site_id: number;
  @Column({ type: 'text' }) guid: string;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'bigint', nullable: true, transformer: epochSeconds }) ko: number | null;
  @Column({ type: 'timestamptz', nullable: true }) on_sale_at: Date | null;
  @Column({ type: 'text', nullable: true }) date: string | null;
  @Column({ type: 'text', nullable: true }) time: string | null;
  @Column({ type: 'text' }) status: EventStatus;
  @Column({ type: 'text', nullable: true }) url: string | null;
  @Column({ type: 'text', nullable: true }) event_url: string | null;
  @Column({ type: 'text', nullable: true }) category: string | null;
  @Column({ type: 'text', nullable: true }) price_type: string | null;
  @Column({ type: 'jsonb', nullable: true }) price_levels: unknown;
  @Column({ type: 'int', nullable: true }) max_per_customer: number | null;
  @Column({ type: 'int', nullable: true }) created_by_realm_id: number | null;
  @Column({ type: 'int', insert: false, update: false }) version: number;
  @Column({ type: 'timestamptz', insert: false, update: false }) created_at: Date;
  @Column({ type: 'timestamptz', insert: false, update: false }) updated_at: Date;
  @Column({ type: 'timestamptz', nullable: true }) deleted_at: Date | null;
}
