/** Interim: the wire as the DTOs have it; the generated client takes its place. */
export type TaskStatus =
  | 'idle'
  | 'scheduled'
  | 'queued'
  | 'running'
  | 'waiting_room'
  | 'carted'
  | 'stopping'
  | 'stopped'
  | 'bought'
  | 'failed'
  | 'expired';
export type TaskCommand = 'start' | 'stop' | 'pause' | 'resume';
export type TaskMode = 'hold' | 'buy';
export interface TaskChange {
  name?: string;
  seats_to_set?: number;
  event_price_type?: string | null;
  event_price_levels?: Record<string, unknown> | null;
  event_areas?: string[] | null;
  sleep_time_ms?: number;
  scheduled_at?: string | null;
  proxy?: string | null;
  proxy_template?: string | null;
}
export interface TaskInputDto extends TaskChange {
  realm_id?: number;
  login_id: number;
  site_id?: number;
  event_id?: number;
  event_guid?: string;
  pool_id?: number | null;
  start?: boolean;
}
export interface StartTaskDto {
  now?: boolean;
}
export interface MarkBoughtDto {
  loginId: number;
  siteId: number;
  eventGuid: string;
}
export interface PurchaseInputDto extends MarkBoughtDto {
  basket?: string | null;
}
export interface TaskSummary {
  id: number;
  name: string;
  realm_id: number;
  login_id: number | null;
  login_email: string | null;
  site_id: number;
  site_name: string | null;
  event_id: number;
  event_guid: string | null;
  event_name: string | null;
  status: TaskStatus;
  status_message: string | null;
  paused: boolean;
  mode: TaskMode;
  seats_to_set: number;
  basket: string | null;
  retry_count: number;
  run_duration: number | null;
  last_active: string | null;
  scheduled_at: string | null;
  queue_it_event_position: number | null;
  job_id: number | null;
  template_id: number | null;
  pool_id: number | null;
  worker_index: number | null;
  created_at: string;
  updated_at: string;
}
export interface TaskDto extends TaskSummary {
  login_supporter_id: string | null;
  site_url: string | null;
  event_status: string | null;
  event_ko: number | null;
  command: TaskCommand | null;
  command_message: string | null;
  event_price_type: string | null;
  event_price_levels: Record<string, unknown> | null;
  event_areas: string[] | null;
  event_closed_count: number;
  sleep_time_ms: number;
  redis_task_id: string | null;
  queue_name: string | null;
  queue_it_event_id: number | null;
  queue_it_event_name: string | null;
  queue_it_event_url: string | null;
  queue_it_event_status: string | null;
  queue_it_event_redirect_url: string | null;
  queue_it_event_created_at: string | null;
  queue_it_event_updated_at: string | null;
  proxy: string | null;
  proxy_template: string | null;
}
export interface TaskEventDto {
  id: number;
  task_id: number;
  actor: string | null;
  what: string;
  from: TaskStatus | null;
  to: TaskStatus | null;
  message: string | null;
  at: string;
}
export interface TaskCause {
  code: string;
  message: string;
  context: Record<string, unknown> | null;
}
export interface TaskWhyDto {
  task_id: number;
  status: TaskStatus;
  causes: TaskCause[];
}
export interface BulkTasksDto {
  command: TaskCommand;
  ids?: number[];
  filter?: Record<string, string>;
  preview?: boolean;
}
export type JobStatus =
  'draft' | 'scheduled' | 'running' | 'paused' | 'stopping' | 'stopped' | 'completed' | 'failed';
export type JobCommand = 'start' | 'stop' | 'pause' | 'resume' | 'retry_failed';
export type Verdict = 'ok' | 'warn' | 'blocked';
export interface JobInputDto {
  template_id: number;
  name?: string;
  event_id?: number;
  login_ids?: number[];
  pool_id?: number;
  worker_count?: number;
  seats_per_worker?: number;
  launch_delay?: number;
  seats_target?: number | null;
  scheduled_at?: string | null;
  draft?: boolean;
  plan_hash?: string;
}
export interface JobChangeDto {
  name?: string;
  seats_target?: number | null;
  scheduled_at?: string | null;
}
export interface JobControlDto {
  command: JobCommand;
}
export interface JobDto {
  id: number;
  name: string;
  realm_id: number;
  template_id: number | null;
  template_name: string | null;
  site_id: number;
  event_id: number;
  event_guid: string | null;
  event_name: string | null;
  status: JobStatus;
  seats_target: number | null;
  seats_won: number;
  seats_held: number;
  counts: Record<string, number>;
  config: Record<string, unknown>;
  created_by: number | null;
  created_by_name: string | null;
  scheduled_at: string | null;
  started_at: string | null;
  finished_at: string | null;
  created_at: string;
  updated_at: string;
}
export interface PlanReason {
  code: string;
  message: string;
}
export interface PlanLine {
  index: number;
  login_id: number | null;
  login_name: string | null;
  seats: number;
  starts_at: string | null;
  verdict: Verdict;
  reasons: PlanReason[];
}
export interface PlanTotals {
  tasks: number;
  ok: number;
  warn: number;
  blocked: number;
  seats: number;
  seats_target: number | null;
  places: number;
}
export interface JobPlanDto {
  plan_hash: string;
  name: string;
  lines: PlanLine[];
  totals: PlanTotals;
}
export interface SkippedTask {
  task_id: number;
  code: string;
}
export interface JobControlAnswer {
  job: JobDto;
  affected: number;
  skipped: SkippedTask[];
}
export interface SiteConfig {
  price_type_adult?: string | null;
  price_levels?: Record<string, unknown> | null;
  areas?: string[] | null;
  use_price_levels?: boolean;
}
export interface SiteDto {
  id: number;
  name: string;
  url: string;
  display_name: string;
  enabled: number;
  currency: string | null;
  time_zone: string | null;
  config: SiteConfig;
}
export interface EventDto {
  id: number;
  name: string;
  guid: string;
  site_id: number;
  ko: number | null;
  in_future: boolean;
  status: 'announced' | 'on_sale' | 'sold_out' | 'closed';
  price_type: string | null;
  price_levels: Record<string, unknown> | null;
  max_per_customer: number | null;
  category: string | null;
}
export interface LoginSummary {
  id: number;
  name: string;
  email: string;
  site_id: number;
  realm_id: number;
  status: 'active' | 'disabled' | 'failed';
  seats_to_set: number | null;
}
export interface PoolMemberDto {
  login_id: number;
  position: number;
  status: 'active' | 'disabled';
  added_at: string;
}
export interface PoolDto {
  id: number;
  name: string;
  realm_id: number;
  site_id: number;
  members: PoolMemberDto[];
}
export interface RealmDto {
  id: number;
  name: string;
  max_tasks: number;
  active_tasks: number;
}
export interface TemplateInput {
  realm_id?: number;
  name: string;
  type?: TaskMode;
  site_id: number;
  event_id?: number | null;
  worker_count?: number;
  seats_per_worker?: number;
  launch_delay?: number;
  target_count?: number | null;
  price_type?: string | null;
  price_levels?: Record<string, unknown> | null;
  proxy_template?: string | null;
  proxy_rotation_interval?: number | null;
  login_ids?: number[];
}
export type TemplateChange = Partial<TemplateInput>;
export interface TemplateDto {
  site_name: string;
  id: number;
  name: string;
  type: TaskMode;
  realm_id: number;
  site_id: number;
  event_id: number | null;
  event_guid: string | null;
  event_name: string | null;
  worker_count: number;
  seats_per_worker: number;
  launch_delay: number;
  target_count: number | null;
  price_type: string | null;
  price_levels: Record<string, unknown> | null;
  proxy_template: string | null;
  proxy_rotation_interval: number | null;
  login_ids: number[];
  created_at: string;
  updated_at: string;
}
export interface BulkReason { code: string; message: string; count: number }
export interface BulkResult { task_id: number; result: string }
export interface BulkAnswer { eligible: number; ineligible: number; reasons: BulkReason[]; results: BulkResult[] }
