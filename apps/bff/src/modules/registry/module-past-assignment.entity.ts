import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { IdColumn } from '../../platform/database/columns';

/** An assignment that ended or changed, as it was; written by a trigger. */
@Entity('module_past_assignments')
@Index('module_past_assignments_ended', ['ended_at'])
@Index('module_past_assignments_realm', ['realm_id'])
@Index('module_past_assignments_release', ['release_id'])
export class ModulePastAssignment {
  @IdColumn() id: number;
  @ForeignKey('module_releases') @Column({ type: 'int' }) release_id: number;
  @Column({ type: 'text' }) channel: string;
  @ForeignKey('realms') @Column({ type: 'int', nullable: true }) realm_id: number | null;
  @Column({ type: 'int', nullable: true }) percent: number | null;
  @Column({ type: 'timestamptz' }) assigned_at: Date;
  @Column({ type: 'timestamptz', default: () => 'now()' }) ended_at: Date;
}
