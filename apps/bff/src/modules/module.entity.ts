import { Column, Entity, ForeignKey, Index, Unique } from 'typeorm';
import {
  CreatedAtColumn,
  IdColumn,
  numberFromText,
  RowVersionColumn,
  UpdatedAtColumn,
} from '../platform/database/columns';

/** A federated remote of the console. */
@Entity('modules')
export class RemoteModule {
  @IdColumn() id: number;
  @Column({ type: 'text', unique: true }) name: string;
  @Column({ type: 'text' }) title: string;
  @Column({ type: 'text', nullable: true, comment: 'The team that answers for the module' })
  owner: string | null;
  @Column({ type: 'boolean', default: true }) enabled: boolean;
  @Column({
    type: 'text',
    nullable: true,
    comment: 'administrator or publisher; null: enabled, or disabled before this was recorded',
  })
  disabled_by: string | null;
  @Column({
    type: 'boolean',
    default: false,
    comment: 'An administrator decided who gets which release: publishers can not change it',
  })
  administrators_decide: boolean;
  @Column({
    type: 'numeric',
    precision: 5,
    scale: 2,
    default: 1,
    transformer: numberFromText,
    comment: 'A canary or fresh stable release with more failed loads is rolled back',
  })
  error_budget_percent: number;
  @Column({
    type: 'int',
    default: 5000,
    comment: 'A canary or fresh stable release whose p95 is longer is rolled back',
  })
  load_budget_ms: number;
  @Column({ type: 'boolean', default: true }) automatic_rollback: boolean;
  @RowVersionColumn() version: number;
  @CreatedAtColumn() created_at: Date;
  @UpdatedAtColumn() updated_at: Date;
}

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
