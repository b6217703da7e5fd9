import { Column, Entity, ForeignKey, Unique } from 'typeorm';
import {
  CreatedAtColumn,
  IdColumn,
  RowVersionColumn,
  UpdatedAtColumn,
} from '../../platform/database/columns';

/** A named selection of filters, columns and order of one page; a shared one is offered to the whole realm. */
@Entity('saved_views')
@Unique(['user_id', 'page', 'name'])
export class SavedView {
  @IdColumn() id: number;
  @ForeignKey('users', { onDelete: 'CASCADE' }) @Column({ type: 'int' }) user_id: number;
  @Column({ type: 'text' }) page: string;
  @Column({ type: 'text' }) name: string;
  @Column({ type: 'jsonb', default: {} }) query: object;
  @Column({ type: 'boolean', default: false }) shared: boolean;
  @RowVersionColumn() version: number;
  @CreatedAtColumn() created_at: Date;
  @UpdatedAtColumn() updated_at: Date;
}
