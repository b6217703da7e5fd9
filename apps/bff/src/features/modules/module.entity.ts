import { Column, Entity } from 'typeorm';
import {
  CreatedAtColumn,
  IdColumn,
  RowVersionColumn,
  UpdatedAtColumn,
} from '../../platform/database/columns';

/** A federated remote of the console. */
@Entity('modules')
export class RemoteModule {
  @IdColumn() id: number;
  @Column({ type: 'text', unique: true }) name: string;
  @Column({ type: 'text' }) title: string;
  @Column({ type: 'text', nullable: true, comment: 'The team that answers for the module' })
  owner: string | null;
  @Column({ type: 'boolean', default: true }) enabled: boolean;
  @RowVersionColumn() version: number;
  @CreatedAtColumn() created_at: Date;
  @UpdatedAtColumn() updated_at: Date;
}
