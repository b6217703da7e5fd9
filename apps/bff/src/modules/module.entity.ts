import { Column, Entity } from 'typeorm';
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
