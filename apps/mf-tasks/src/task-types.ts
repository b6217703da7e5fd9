import type { JobControlDto, JobDto, TaskDto } from '@tessera/api';

export type { TaskCommand } from '@tessera/access';
export type TaskStatus = TaskDto['status'];
export type JobCommand = JobControlDto['command'];

/** A task as the live stream carries it, and `GET /tasks` unless `detailed`. */
export type TaskSummary = Pick<
  TaskDto,
  | 'id'
  | 'name'
  | 'realm_id'
  | 'login_email'
  | 'event_name'
  | 'status'
  | 'status_message'
  | 'paused'
  | 'seats_to_set'
  | 'last_active'
  | 'scheduled_at'
  | 'queue_it_event_position'
  | 'job_id'
  | 'created_at'
  | 'updated_at'
>;

/** A task of the list: the summary, and the other fields where the list was asked for them. */
export type TaskRow = TaskSummary & Partial<TaskDto>;

/** A job whose counts are known to be numbers, which the API's document can't say. */
export type Job = JobDto & { counts: Record<string, number> };
