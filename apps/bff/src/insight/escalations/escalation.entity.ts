import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** Something that waits for a person, and which steps have been notified. Removed once it no longer waits. */
@Entity('escalations')
export class Escalation {
  @ForeignKey('realms', { onDelete: 'CASCADE' }) @PrimaryColumn({ type: 'int' }) realm_id: number;
  @PrimaryColumn({ type: 'text', comment: 'What waits, e.g. seats:7 for the held seats of event 7' })
  subject: string;
  @Column({ type: 'timestamptz', default: () => 'now()', comment: 'Since when nobody has acted' })
  quiet_since: Date;
  @Column({
    type: 'smallint',
    default: 0,
    comment: '1: those who subscribed were notified; 2: the owners too',
  })
  step: number;
  @Column({ type: 'int', comment: 'Seats or tasks that wait' }) amount: number;
}

/** How long a realm's people have to act; a realm without a row has the default. */
@Entity('escalation_settings')
export class EscalationSetting {
  @ForeignKey('realms', { onDelete: 'CASCADE' }) @PrimaryColumn({ type: 'int' }) realm_id: number;
  @Column({ type: 'int', nullable: true, comment: 'Null: nothing is escalated' }) minutes: number | null;
}
