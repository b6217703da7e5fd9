import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

export const linkStatuses = [
  'prequeue',
  'waiting',
  'your_turn',
  'entered',
  'expired',
  'cancelled',
  'error',
] as const;
/** Of these a login has one at most for an event. */
export const liveLinkStatuses = [
  'prequeue',
  'waiting',
  'your_turn',
  'entered',
] as const satisfies readonly LinkStatus[];
export type LinkStatus = (typeof linkStatuses)[number];

/** Columns that are sealed at rest and never answered. */
export const linkSecrets = ['cookies', 'unique_link', 'pass_link', 'enqueue_token'] as const;

/** A login's place in an event's queue. The tasks it serves are in `queue_link_tasks`. */
@Entity('queue_links')
export class QueueLink {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' }) id: number;
  @Column({ type: 'int' }) realm_id: number;
  @Column({ type: 'int' }) login_id: number;
  @Column({ type: 'int' }) event_id: number;
  @Column({ type: 'text', nullable: true }) event_url: string | null;
  @Column({ type: 'text' }) status: LinkStatus;
  @Column({ type: 'text', nullable: true }) status_msg: string | null;
  @Column({ type: 'int', nullable: true }) position: number | null;
  @Column({ type: 'timestamptz', nullable: true }) enqueue_token_expires: Date | null;
  @Column({ type: 'jsonb', select: false }) secrets: unknown;
  @Column({ type: 'int', insert: false, update: false }) version: number;
  @Column({ type: 'timestamptz', insert: false, update: false }) created_at: Date;
  @Column({ type: 'timestamptz', insert: false, update: false }) updated_at: Date;
  @Column({ type: 'timestamptz', nullable: true }) deleted_at: Date | null;
}
