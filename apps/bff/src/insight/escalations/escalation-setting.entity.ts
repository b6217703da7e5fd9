import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** How long a realm's people have to act; a realm without a row has the default. */
@Entity('escalation_settings')
export class EscalationSetting {
  @ForeignKey('realms', { onDelete: 'CASCADE' }) @PrimaryColumn({ type: 'int' }) realm_id: number;
  @Column({ type: 'int', nullable: true, comment: 'Null: nothing is escalated' }) minutes: number | null;
}
