import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { IdColumn } from '../../platform/database/columns';

/** A switch that pauses a realm or the whole installation; tasks keep their own state. */
@Entity('pauses', { comment: 'Switches: tasks keep their own state' })
@Index('pauses_ended', ['ended_at'])
@Index('pauses_realm', ['realm_id'])
@Index('pauses_paused_by', ['paused_by'])
export class Pause {
  @IdColumn() id: number;
  @ForeignKey('realms')
  @Column({
    type: 'int',
    nullable: true,
    comment: 'Null: the whole installation, realms that are made meanwhile too',
  })
  realm_id: number | null;
  @Column({ type: 'text' }) reason: string;
  @Column({ type: 'timestamptz', default: () => 'now()' }) paused_at: Date;
  @ForeignKey('users', { onDelete: 'SET NULL' }) @Column({ type: 'int', nullable: true }) paused_by:
    number | null;
  @Column({ type: 'text', comment: 'The name that pages show, also once the account is gone' })
  paused_who: string;
  @Column({ type: 'timestamptz', nullable: true, comment: 'Null: in force' }) ended_at: Date | null;
}
