import type { BulkTasksDto, JobControlDto, JobDto, TaskDto } from '@tessera/api';

export type TaskStatus = TaskDto['status'];
export type TaskCommand = BulkTasksDto['command'];
export type JobCommand = JobControlDto['command'];

/** A task as lists and the live stream carry it: `GET /tasks` answers these fields alone unless `detailed`. */
export type TaskSummary = Pick<
  TaskDto,
  | 'id'
  | 'name'
  | 'realm_id'
  | 'login_id'
  | 'login_email'
  | 'site_id'
  | 'site_name'
  | 'event_id'
  | 'event_guid'
  | 'event_name'
  | 'status'
  | 'status_message'
  | 'paused'
  | 'mode'
  | 'seats_to_set'
  | 'basket'
  | 'retry_count'
  | 'run_duration'
  | 'last_active'
  | 'scheduled_at'
  | 'queue_it_event_position'
  | 'job_id'
  | 'template_id'
  | 'pool_id'
  | 'worker_index'
  | 'created_at'
  | 'updated_at'
>;

/** A job whose counts are known to be numbers, which the API's document can't say. */
export type Job = JobDto & { counts: Record<string, number> };
