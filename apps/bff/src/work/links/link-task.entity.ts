import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A task that waits with a Queue-it link. */
@Entity('queue_link_tasks')
@Index('queue_link_tasks_task', ['realm_id', 'task_id'])
@ForeignKey('queue_links', ['realm_id', 'login_id', 'link_id'], ['realm_id', 'login_id', 'id'], {
  onDelete: 'CASCADE',
})
@ForeignKey('tasks', ['realm_id', 'login_id', 'task_id'], ['realm_id', 'login_id', 'id'], {
  onDelete: 'CASCADE',
})
export class QueueLinkTask {
  @ForeignKey('realms') @Column({ type: 'int' }) realm_id: number;
  @PrimaryColumn({ type: 'int' }) link_id: number;
  @Column({ type: 'int' }) login_id: number;
  @PrimaryColumn({ type: 'int' }) task_id: number;
}
