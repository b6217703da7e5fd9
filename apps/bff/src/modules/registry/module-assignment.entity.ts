import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import {
  CreatedAtColumn,
  IdColumn,
  RowVersionColumn,
  UpdatedAtColumn,
} from '../../platform/database/columns';

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
