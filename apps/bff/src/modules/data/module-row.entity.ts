import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { CreatedAtColumn, RowVersionColumn, UpdatedAtColumn } from '../../platform/database/columns';

/** A row that a module keeps in a realm; it goes with what it refers to. */
@Entity('module_rows')
@ForeignKey('tasks', ['realm_id', 'task_id'], ['realm_id', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('jobs', ['realm_id', 'job_id'], ['realm_id', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('logins', ['realm_id', 'login_id'], ['realm_id', 'id'], { onDelete: 'CASCADE' })
@ForeignKey('tickets', ['realm_id', 'ticket_id'], ['realm_id', 'id'], { onDelete: 'CASCADE' })
export class ModuleRow {
  @ForeignKey('realms') @PrimaryColumn({ type: 'int' }) realm_id: number;
  @PrimaryColumn({
    type: 'text',
    comment: 'The name of the module, whose release declares the entity',
  })
  module: string;
  @PrimaryColumn({ type: 'text' }) entity: string;
  @PrimaryColumn({ type: 'text', comment: 'Chosen by the module' }) id: string;
  @Column({ type: 'jsonb' }) data: object;
  @Column({
    type: 'text',
    nullable: true,
    comment: 'The value of the first field that the entity names as an index, when the row was written',
  })
  index1: string | null;
  @Column({ type: 'text', nullable: true, comment: 'The value of the second one' }) index2: string | null;
  @Column({ type: 'int', nullable: true }) task_id: number | null;
  @Column({ type: 'int', nullable: true }) job_id: number | null;
  @Column({ type: 'int', nullable: true }) login_id: number | null;
  @Column({ type: 'int', nullable: true }) ticket_id: number | null;
  @RowVersionColumn() version: number;
  @CreatedAtColumn() created_at: Date;
  @UpdatedAtColumn() updated_at: Date;
}

/** How many rows a module keeps in a realm. */
@Entity('module_row_counts')
export class ModuleRowCount {
  @ForeignKey('realms') @PrimaryColumn({ type: 'int' }) realm_id: number;
  @PrimaryColumn({ type: 'text' }) module: string;
  @Column({ type: 'int', comment: 'Rows in module_rows; triggers alone change it' }) total: number;
}
