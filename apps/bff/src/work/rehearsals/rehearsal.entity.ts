import { Column, DeleteDateColumn, Entity, ForeignKey, Index, Unique } from 'typeorm';
import type { RehearsalScenario } from '@tessera/domain';
import {
  CreatedAtColumn,
  IdColumn,
  RowVersionColumn,
  UpdatedAtColumn,
} from '../../platform/database/columns';

export const rehearsalSources = ['template', 'job', 'event'] as const;
export type RehearsalSource = (typeof rehearsalSources)[number];

export const rehearsalStatuses = ['running', 'finished', 'stopped'] as const;
export type RehearsalStatus = (typeof rehearsalStatuses)[number];

/** A plan that runs at the sandbox, in a realm of its own. */
@Entity('rehearsals')
@Index('rehearsals_created_by', ['created_by'])
@Index('rehearsals_event', ['event_id'])
@Index('rehearsals_job', ['realm_id', 'job_id'])
@Index('rehearsals_rehearsal_event', ['rehearsal_event_id'])
@Index('rehearsals_rehearsal_realm', ['rehearsal_realm_id'])
@ForeignKey('templates', ['realm_id', 'template_id'], ['realm_id', 'id'], { onDelete: 'SET NULL' })
@ForeignKey('jobs', ['realm_id', 'job_id'], ['realm_id', 'id'], { onDelete: 'SET NULL' })
@Unique(['realm_id', 'id'])
@Unique(['realm_id', 'rehearsal_realm_id'])
export class Rehearsal {
  @IdColumn() id: number;
  @ForeignKey('realms') @Column({ type: 'int' }) realm_id: number;
  @ForeignKey('realms') @Column({ type: 'int' }) rehearsal_realm_id: number;
  @Column({ type: 'text' }) source: RehearsalSource;
  @Column({ type: 'int', nullable: true }) template_id: number | null;
  @Column({ type: 'int', nullable: true }) job_id: number | null;
  @ForeignKey('events') @Column({ type: 'int' }) event_id: number;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'text' }) event_name: string;
  @Column({ type: 'text' }) scenario: RehearsalScenario;
  @Column({ type: 'int' }) seed: number;
  @Column({ type: 'jsonb' }) settings: object;
  @ForeignKey('events') @Column({ type: 'int' }) rehearsal_event_id: number;
  @Column({ type: 'int', comment: 'The job in the rehearsal realm; it is gone once its rows are purged' })
  rehearsal_job_id: number;
  @Column({ type: 'text', default: 'running' }) status: RehearsalStatus;
  @ForeignKey('users', { onDelete: 'SET NULL' })
  @Column({ type: 'int', nullable: true })
  created_by: number | null;
  @Column({ type: 'timestamptz', default: () => 'now()' }) started_at: Date;
  @Column({ type: 'timestamptz', comment: 'When its tickets go on sale' }) starts_at: Date;
  @Column({ type: 'timestamptz', nullable: true }) finished_at: Date | null;
  @Column({ type: 'jsonb', nullable: true, comment: 'Computed from the timeline when it ends' })
  report: object | null;
  @Column({
    type: 'timestamptz',
    nullable: true,
    comment: 'When the rows of its realm were removed; the report stays',
  })
  purged_at: Date | null;
  @RowVersionColumn() version: number;
  @CreatedAtColumn() created_at: Date;
  @UpdatedAtColumn() updated_at: Date;
  @DeleteDateColumn({ type: 'timestamptz', nullable: true }) deleted_at: Date | null;
}
