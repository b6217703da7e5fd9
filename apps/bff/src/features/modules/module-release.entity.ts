import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import { CreatedAtColumn, IdColumn, numberFromText } from '../../platform/database/columns';

/** A release of a module: its signed manifest and who published it. Rows are never changed. */
@Entity('module_releases')
@Unique(['module_id', 'id'])
@Unique(['module_id', 'version'])
@Index('module_releases_publisher', ['publisher_id'])
export class ModuleRelease {
  @IdColumn() id: number;
  @ForeignKey('modules') @Column({ type: 'int' }) module_id: number;
  @Column({ type: 'text' }) version: string;
  @Column({
    type: 'text',
    nullable: true,
    comment: 'The text of module.json, as it was signed; null: recorded before releases were signed',
  })
  manifest: string | null;
  @Column({ type: 'text', nullable: true }) signature: string | null;
  @Column({ type: 'text', nullable: true }) key_id: string | null;
  @ForeignKey('module_publishers')
  @Column({ type: 'int', nullable: true, comment: 'Null: the installation itself' })
  publisher_id: number | null;
  @Column({ type: 'text', nullable: true }) owner: string | null;
  @Column({ type: 'bigint', nullable: true, transformer: numberFromText }) size_bytes: number | null;
  @Column({ type: 'text', nullable: true }) published_by: string | null;
  @Column({ type: 'jsonb', default: [] }) routes: unknown;
  /** Only for servers of the version before, which write it: a later release drops it. */
  @Column({ type: 'jsonb', default: [], insert: false, update: false }) nav: unknown;
  @CreatedAtColumn() created_at: Date;
}
