import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import {
  CreatedAtColumn,
  IdColumn,
  RowVersionColumn,
  UpdatedAtColumn,
} from '../../platform/database/columns';

/** The one row that numbers the states of the registry; triggers alone change it. */
@Entity('module_registry')
export class ModuleRegistry {
  @PrimaryColumn({ type: 'int', default: 1 }) id: number;
  @Column({
    type: 'bigint',
    comment: 'Rises with every change of what pages load; at least the milliseconds since 1970',
  })
  serial: string;
}

/** Which release of a module a channel, or one realm on it, gets. */
@Entity('module_assignments')
@Index('module_assignments_realm', ['realm_id'])
@Index('module_assignments_release', ['module_id', 'release_id'])
@ForeignKey('module_releases', ['module_id', 'release_id'], ['module_id', 'id'])
@ForeignKey('module_releases', ['module_id', 'previous_release_id'], ['module_id', 'id'])
@Unique(['module_id', 'channel', 'realm_id'])
export class ModuleAssignment {
  @IdColumn() id: number;
  @ForeignKey('modules', { onDelete: 'CASCADE' }) @Column({ type: 'int' }) module_id: number;
  @Column({ type: 'int' }) release_id: number;
  @Column({ type: 'text' }) channel: string;
  @ForeignKey('realms') @Column({ type: 'int', nullable: true }) realm_id: number | null;
  @Column({ type: 'int', nullable: true }) percent: number | null;
  @Column({ type: 'int', nullable: true, comment: 'What a roll-back of the stable release returns to' })
  previous_release_id: number | null;
  @ForeignKey('module_releases')
  @Column({
    type: 'int',
    nullable: true,
    comment: 'Of the stable release: what administrators get, the last one that an administrator promoted',
  })
  approved_release_id: number | null;
  @ForeignKey('module_releases')
  @Column({
    type: 'int',
    nullable: true,
    comment: 'What administrators got before; a roll-back returns to it',
  })
  previous_approved_release_id: number | null;
  @Column({
    type: 'timestamptz',
    default: () => 'now()',
    comment: 'Only loads from then on count for an automatic roll-back',
  })
  assigned_at: Date;
  @RowVersionColumn() version: number;
  @CreatedAtColumn() created_at: Date;
  @UpdatedAtColumn() updated_at: Date;
}

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

/** A release was taken back. Rows are only ever added. */
@Entity('module_rollbacks')
@ForeignKey('module_releases', ['module_id', 'release_id'], ['module_id', 'id'])
@ForeignKey('module_releases', ['module_id', 'to_release_id'], ['module_id', 'id'])
export class ModuleRollback {
  @IdColumn() id: number;
  @ForeignKey('modules') @Column({ type: 'int' }) module_id: number;
  @Column({ type: 'int' }) release_id: number;
  @Column({ type: 'text' }) channel: string;
  @Column({
    type: 'int',
    nullable: true,
    comment: 'The stable release from then on; null: none, so the module was disabled',
  })
  to_release_id: number | null;
  @Column({ type: 'text' }) reason: string;
  @Column({ type: 'jsonb', nullable: true, comment: 'What exceeded its budget; null: a person requested it' })
  measured: unknown;
  @Column({ type: 'timestamptz', default: () => 'now()' }) at: Date;
}
