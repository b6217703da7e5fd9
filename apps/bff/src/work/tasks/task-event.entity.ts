import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import type { TaskStatus } from '@tessera/domain';
import { IdColumn } from '../../platform/database/columns';
import type { TaskReason } from './lifecycle/task-reasons';

/** A line of a task's timeline, written in the transaction of the change. Partitioned by the month of `at`. */
@Entity('task_events')
@ForeignKey('tasks', ['realm_id', 'task_id'], ['realm_id', 'id'], { onDelete: 'CASCADE' })
export class TaskEvent {
  @IdColumn('bigint') id: string;
  @Column({ type: 'int' }) realm_id: number;
  @Column({ type: 'int' }) task_id: number;
  @PrimaryColumn({ type: 'timestamptz', default: () => 'clock_timestamp()', insert: false, update: false })
  at: Date;
  @Column({ type: 'text' }) actor_kind: 'user' | 'worker' | 'system';
  @Column({ type: 'int', nullable: true }) actor_id: number | null;
  @Column({ type: 'text' }) who: string;
  @Column({ type: 'text' }) what: string;
  @Column({ type: 'text', nullable: true }) from_status: TaskStatus | null;
  @Column({ type: 'text', nullable: true }) to_status: TaskStatus | null;
  @Column({ type: 'text', nullable: true }) message: string | null;
  @Column({
    type: 'jsonb',
    nullable: true,
    comment: 'Code and parameters of message; null: free text of a worker or a person',
  })
  reason: TaskReason | null;
}
