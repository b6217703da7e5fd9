import type { JobControlDto, JobDto, TaskDto } from '@tessera/api';

export type { TaskCommand } from '@tessera/domain';
export type TaskStatus = TaskDto['status'];
export type JobCommand = JobControlDto['command'];

/** Fields that the list of tasks always requests: for rows on narrow screens and for the actions. */
export const rowFields = [
  'id',
  'name',
  'realm_id',
  'event_name',
  'login_email',
  'login_name',
  'status',
  'status_message',
  'status_reason',
  'paused',
  'payment_check',
  'seats_to_set',
  'scheduled_at',
  'queue_it_event_position',
  'updated_at',
] as const satisfies (keyof TaskDto)[];

export type TaskSummary = Pick<TaskDto, (typeof rowFields)[number]>;

/** A row of the list: these fields, and those of the visible columns. */
export type TaskRow = TaskSummary & Partial<TaskDto>;

/** A job with typed counts, which the API document leaves untyped. */
export type Job = JobDto & { counts: Record<string, number> };
