import { type TaskStatus, taskStatuses } from '@tessera/domain';
import { Bool, Decimal, Enum, Id, Instant, Int, Json, Text } from '../../platform/http/fields';
import { ListQuery } from '../../platform/http/list-query';
import { TaskReason } from '../tasks/lifecycle/task-reasons';
import { type TaskEventKind, taskEventKinds } from '../tasks/tasks.dto';
import { type JobStatus, jobStatuses, KeptPlanLine } from './jobs.dto';

/** Pagination and filter of `GET /jobs/{id}/plan`. */
export class JobPlanQuery extends ListQuery {
  @Text({ optional: true, description: 'ok, warn or blocked, comma-joined' }) verdict?: string;
}

/** A line of the plan that a job was launched with, and the task that it became. */
export class JobPlanLineDto extends KeptPlanLine {
  @Id({ nullable: true, description: 'Null: blocked, or its task was removed' }) task_id: number | null;
  @Enum(taskStatuses, { nullable: true }) task_status: TaskStatus | null;
}

/** How many lines a kept plan has by verdict. */
export class JobPlanTotalsDto {
  @Bool({ description: 'False: the job was launched before plans were kept' }) kept: boolean;
  @Int() ok: number;
  @Int() warn: number;
  @Int() blocked: number;
}

/** Settings of a launch that are compared. `logins` are the number of chosen logins. */
export const comparedSettings = [
  'type',
  'event',
  'pool',
  'logins',
  'worker_count',
  'seats_per_worker',
  'launch_delay',
  'seats_target',
  'budget',
  'budget_per_task',
  'budget_per_seat',
  'budget_currency',
  'price_type',
  'price_levels',
  'proxy_template',
] as const;
export type ComparedSetting = (typeof comparedSettings)[number];

/** A setting that two runs, or a run and its template, have different values of. */
export class SettingDifferenceDto {
  @Enum(comparedSettings) setting: ComparedSetting;
  @Json({
    description:
      "The job's `own` value and the `other` run's or the template's; of an event and a pool its id and name",
    example: { own: 4, other: 6 },
  })
  values: Record<string, unknown>;
  @Int({ nullable: true, description: 'With `logins`: how many the other has and the job has not' })
  added: number | null;
  @Int({ nullable: true, description: 'With `logins`: how many the job has and the other has not' })
  removed: number | null;
}

/** A job's template as it is now, beside the job. */
export class TemplateDifferenceDto {
  @Id({ nullable: true }) template_id: number | null;
  @Text({ nullable: true, example: 'Two seats each' }) template_name: string | null;
  @Bool({ description: 'Whether the template was deleted, so that nothing is compared' }) deleted: boolean;
  @Json({ items: SettingDifferenceDto }) settings: SettingDifferenceDto[];
}

/**
 * How a job went, counted from its tasks' timelines. A task is due when it is first queued; it holds when it first has
 * seats.
 */
export class JobRunDto {
  @Id() id: number;
  @Text({ example: 'Two seats each, Saturday' }) name: string;
  @Enum(jobStatuses) status: JobStatus;
  @Instant() created_at: string;
  @Instant({ nullable: true }) started_at: string | null;
  @Instant({ nullable: true }) finished_at: string | null;
  @Decimal({ nullable: true, description: 'Seconds from the first start to the end, or to now' })
  duration_s: number | null;
  @Int() tasks: number;
  @Int({ description: 'Tasks whose timeline has an entry; fewer than `tasks` once old entries are removed' })
  timed_tasks: number;
  @Int({ nullable: true, example: 8 }) seats_target: number | null;
  @Int({ description: 'Its target, or the seats that it was launched for' }) seats_wanted: number;
  @Int() seats_won: number;
  @Int() seats_held: number;
  @Int({ description: 'Tasks that held seats at least once' }) holding_tasks: number;
  @Int({ description: 'Tasks that ended failed or expired' }) failed_tasks: number;
  @Int({ description: 'Failed attempts of all tasks' }) failed_attempts: number;
  @Decimal({ nullable: true, description: 'Seconds from when the first task was due to the first seats' })
  first_seat_s: number | null;
  @Decimal({
    nullable: true,
    description: 'Median of the seconds from when a task was due to its first seats',
  })
  hold_p50_s: number | null;
  @Decimal({ nullable: true, description: 'The same, 95th percentile' }) hold_p95_s: number | null;
  @Json({
    schema: { type: 'array', items: { type: 'number' } },
    description:
      'The same at every 5% of the tasks that held seats, the last of them the longest; empty without',
  })
  hold_curve_s: number[];
}

/** How many of a job's tasks had which outcome at one time. */
export class JobHistoryPoint {
  @Instant() at: string;
  @Int({ description: 'Tasks with seats in the cart' }) held: number;
  @Int({ description: 'Tasks whose seats were purchased' }) bought: number;
  @Int({ description: 'Tasks that had failed or expired' }) failed: number;
}

/** The outcomes of a job's tasks over time. */
export class JobHistoryDto {
  @Json({
    items: JobHistoryPoint,
    description:
      'From the first start to the end, or to now, in equal steps; at most 61. Empty before the first start',
  })
  points: JobHistoryPoint[];
}

/** Failed attempts of two runs with the same reason. */
export class RunFailuresDto {
  @Json({ type: TaskReason, nullable: true, description: "Null: the worker's own words" })
  reason: TaskReason | null;
  @Text({ nullable: true, example: 'Sold out' }) message: string | null;
  @Int() attempts: number;
  @Int({ description: "The other run's" }) other_attempts: number;
}

/** Which run a job is compared with. */
export class JobCompareQuery {
  @Id({ description: 'Id of the other job' }) with: number;
}

/** Two runs side by side. */
export class JobComparisonDto {
  @Json({ type: JobRunDto }) run: JobRunDto;
  @Json({ type: JobRunDto }) other: JobRunDto;
  @Json({ items: SettingDifferenceDto }) settings: SettingDifferenceDto[];
  @Json({ items: RunFailuresDto, description: 'Most frequent first, at most 50' }) failures: RunFailuresDto[];
}

const actorKinds = ['user', 'worker', 'system'] as const;

/** Filters of `GET /jobs/{id}/task-events`. */
export class JobTaskEventsQuery extends ListQuery {
  @Text({ optional: true, description: 'user, worker or system, comma-joined' }) actor_kind?: string;
  @Text({ optional: true, description: 'Kinds of events, comma-joined' }) what?: string;
}

/** What happened to tasks of a job for the same reason within one second. */
export class JobTaskEventsDto {
  @Text({ description: 'Unique within the job' }) id: string;
  @Instant({ description: 'Start of the second' }) at: string;
  @Enum(actorKinds) actor_kind: (typeof actorKinds)[number];
  @Enum(taskEventKinds) what: TaskEventKind;
  @Enum(taskStatuses, { nullable: true }) from: TaskStatus | null;
  @Enum(taskStatuses, { nullable: true }) to: TaskStatus | null;
  @Int({ description: 'How many entries the tasks have' }) count: number;
  @Id({ nullable: true, description: 'With one entry: its task' }) task_id: number | null;
  @Text({ nullable: true, example: 'North stand 07' }) task_name: string | null;
  @Json({ type: TaskReason, nullable: true, description: "Null: none, or the worker's own words" })
  reason: TaskReason | null;
  @Text({ nullable: true, example: 'Sold out' }) message: string | null;
}
