import { Column, Entity, ForeignKey, Unique } from 'typeorm';
import { CreatedAtColumn, IdColumn } from '../../platform/database/columns';

/** A build of a module: where its manifest is, and its integrity. */
@Entity('module_releases')
@Unique(['module_id', 'id'])
@Unique(['module_id', 'version'])
export class ModuleRelease {
  @IdColumn() id: number;
  @ForeignKey('modules') @Column({ type: 'int' }) module_id: number;
  @Column({ type: 'text' }) version: string;
  @Column({ type: 'text' }) manifest_url: string;
  @Column({ type: 'text' }) integrity: string;
  @Column({ type: 'jsonb', default: [] }) routes: unknown;
  @Column({ type: 'jsonb', default: [] }) nav: unknown;
  @CreatedAtColumn() created_at: Date;
}
