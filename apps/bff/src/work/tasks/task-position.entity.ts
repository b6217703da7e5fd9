import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** A position that a task had in a waiting room: the last one of five seconds. */
@Entity('task_positions')
@ForeignKey('tasks', ['realm_id', 'task_id'], ['realm_id', 'id'], { onDelete: 'CASCADE' })
export class TaskPosition {
  @ForeignKey('realms') @PrimaryColumn({ type: 'int' }) realm_id: number;
  @PrimaryColumn({ type: 'int' }) task_id: number;
  @PrimaryColumn({ type: 'int', comment: 'Epoch seconds divided by five' }) slot: number;
  @Column({ type: 'int' }) position: number;
  @Column({ type: 'timestamptz', default: () => 'now()' }) at: Date;
}
