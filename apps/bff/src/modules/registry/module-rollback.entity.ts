import { Column, Entity, ForeignKey } from 'typeorm';
import { IdColumn } from '../../platform/database/columns';

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
