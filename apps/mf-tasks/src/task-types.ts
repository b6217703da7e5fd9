import type { JobControlDto, JobDto, TaskDto } from '@tessera/api';

export type { TaskCommand } from '@tessera/domain';
export type TaskStatus = TaskDto['status'];
export type JobCommand = JobControlDto['command'];

/** The fields that the list of tasks reads whatever columns it shows: for rows on a narrow screen and for the actions. */
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

/** A task of the list: these fields, and those of the columns shown. */
export type TaskRow = TaskSummary & Partial<TaskDto>;

/** A job whose counts are known to be numbers, which the API's document can't say. */
export type Job = JobDto & { counts: Record<string, number> };
