import { type TaskCommand, taskCommands, taskEvents, type TaskStatus, taskStatuses } from '@tessera/domain';
import { type CauseCode, causeCodes } from '@tessera/domain/messages';
import { Bool, Enum, Id, Instant, Int, Json, Text, Texts } from '../../platform/http/fields';
import { ListQuery } from '../../platform/http/list-query';
import { PlainLabel } from '../../platform/http/text-fields';
import { Budget, BudgetCurrency } from '../budget-fields';
import { TaskReason } from './lifecycle/task-reasons';
import { type TaskMode, taskModes } from './task.entity';

/** Settings of a task that people may set at creation and later, for one task or several. */
class TaskSettings {
  @Int({ min: 1, max: 100, optional: true, example: 2 }) seats_to_set?: number;
  @Budget('budget_per_task', { optional: true }) budget_per_task?: number | null;
  @Budget('budget_per_seat', { optional: true }) budget_per_seat?: number | null;
  @BudgetCurrency({ optional: true }) budget_currency?: string | null;
  @Text({ max: 80, optional: true, nullable: true, example: 'adult' }) event_price_type?: string | null;
  @Json({
    optional: true,
    nullable: true,
    description: 'Accepted price levels by name, each with its number or label',
    example: { 'North Stand': 1 },
  })
  event_price_levels?: Record<string, unknown> | null;
  @Texts({
    max: 200,
    optional: true,
    nullable: true,
    description: 'Accepted areas in order of preference',
    example: ['North Stand'],
  })
  event_areas?: string[] | null;
  @Int({ min: 0, max: 3_600_000, optional: true, nullable: true }) sleep_time_ms?: number | null;
  @Instant({ optional: true, nullable: true }) scheduled_at?: string | null;
  @PlainLabel({ max: 200, optional: true, nullable: true }) proxy?: string | null;
  @PlainLabel({ max: 200, optional: true, nullable: true }) proxy_template?: string | null;
}

/** Settings that people may change for several tasks. */
export class BulkTaskSettings extends TaskSettings {
  @Enum(taskModes, { optional: true, description: 'Tasks that hold seats keep theirs' }) mode?: TaskMode;
}

/** The fields of a task that people may change. */
export class TaskChange extends TaskSettings {
  @Text({ max: 200, optional: true, example: 'Two in the North Stand' }) name?: string;
}

/** Body of `POST /tasks`: one of these or an array. The realm follows from the login. */
export class TaskInputDto extends TaskChange {
  @Id({ optional: true }) realm_id?: number;
  @Id() login_id: number;
  @Id({ optional: true, example: 4 }) site_id?: number;
  @Id({ optional: true, example: 31 }) event_id?: number;
  @Text({ max: 120, optional: true }) event_guid?: string;
  @Id({ optional: true, nullable: true }) pool_id?: number | null;
  @Bool({
    optional: true,
    description: 'Start it at once: queued, or scheduled while scheduled_at is in the future',
  })
  start?: boolean;
}

/** Body of `POST /tasks/{id}/start`. */
export class StartTaskDto {
  @Bool({ optional: true, description: 'Start now although scheduled_at is in the future' }) now?: boolean;
}

/** Body of `POST /tasks/bought`. */
export class MarkBoughtDto {
  @Id() loginId: number;
  @Id() siteId: number;
  @Text({ max: 120, example: 'harbour-northgate-2026' }) eventGuid: string;
}

/** Body of `POST /purchases`. */
export class PurchaseInputDto extends MarkBoughtDto {
  @Text({ max: 2000, optional: true, nullable: true, example: 'https://tickets.example/basket/9f2c' })
  basket?: string | null;
}

/** A task as `GET /tasks` lists it: every field except those that `detailed` adds. */
export class ListedTaskDto {
  @Id() id: number;
  @Text({ example: 'Harbour City v Northgate Rovers · buyer@quayside.example' }) name: string;
  @Id() realm_id: number;
  @Text({ nullable: true, example: 'buyer@quayside.example' }) login_email: string | null;
  @Text({
    nullable: true,
    description: "The login's name, else its e-mail",
    example: 'buyer@quayside.example',
  })
  login_name: string | null;
  @Text({ nullable: true, example: 'Harbour City v Northgate Rovers' }) event_name: string | null;
  @Enum(taskStatuses, { example: 'carted' }) status: TaskStatus;
  @Text({ nullable: true }) status_message: string | null;
  @Json({
    type: TaskReason,
    nullable: true,
    description: "The message's code and parameters; null: free text of a worker or a person",
  })
  status_reason: TaskReason | null;
  @Bool() paused: boolean;
  @Bool({ description: 'It finished while its worker may have paid: a worker checks this at the site' })
  payment_check: boolean;
  @Int({ example: 2 }) seats_to_set: number;
  @Instant({ nullable: true }) last_active: string | null;
  @Instant({ nullable: true }) scheduled_at: string | null;
  @Int({ nullable: true }) queue_it_event_position: number | null;
  @Id({ nullable: true }) job_id: number | null;
  @Instant() created_at: string;
  @Instant() updated_at: string;
  @Text({ nullable: true, example: '100200' }) login_supporter_id: string | null;
  @Text({ nullable: true, example: 'Harbour Tickets' }) site_name: string | null;
  @Text({ nullable: true, example: 'https://tickets.example' }) site_url: string | null;
  @Id() event_id: number;
  @Text({ nullable: true, example: 'on_sale' }) event_status: string | null;
  @Int({ nullable: true, example: 1796828400 }) event_ko: number | null;
  @Enum(taskCommands, { nullable: true, example: 'stop' }) command: TaskCommand | null;
  @Text({ nullable: true }) command_message: string | null;
  @Budget('budget_per_task') budget_per_task: number | null;
  @Budget('budget_per_seat') budget_per_seat: number | null;
  @BudgetCurrency() budget_currency: string | null;
  @Text({ nullable: true, example: 'adult' }) event_price_type: string | null;
  @Json({ nullable: true, example: { 'North Stand': 1 } }) event_price_levels: Record<string, unknown> | null;
  @Texts({ nullable: true, example: ['North Stand'] }) event_areas: string[] | null;
  @Enum(taskModes) mode: TaskMode;
  @Int() retry_count: number;
  @Int({ description: 'Total seconds under lease' }) run_duration: number;
  @Id({ nullable: true }) template_id: number | null;
  @Id({ nullable: true }) pool_id: number | null;
  @Int({ nullable: true, example: 0 }) worker_index: number | null;
  @Int() event_closed_count: number;
  @Int({ nullable: true }) sleep_time_ms: number | null;
  @Text({ nullable: true }) redis_task_id: string | null;
  @Text({ nullable: true }) queue_name: string | null;
  @Text({ nullable: true }) queue_it_event_id: string | null;
  @Text({ nullable: true }) queue_it_event_name: string | null;
  @Text({ nullable: true }) queue_it_event_url: string | null;
  @Text({ nullable: true }) queue_it_event_status: string | null;
  @Text({ nullable: true }) queue_it_event_redirect_url: string | null;
  @Instant({ nullable: true }) queue_it_event_created_at: string | null;
  @Instant({ nullable: true }) queue_it_event_updated_at: string | null;
  @Text({ nullable: true }) proxy: string | null;
  @Text({ nullable: true }) proxy_template: string | null;
}

/** A task with every field. */
export class TaskDto extends ListedTaskDto {
  @Id({ nullable: true }) login_id: number | null;
  @Id() site_id: number;
  @Text({ nullable: true, example: 'harbour-northgate-2026' }) event_guid: string | null;
  @Text({ nullable: true, example: 'https://tickets.example/basket/9f2c' }) basket: string | null;
}

/** The fields of the live stream's tasks, and of lists that request no others. */
export const summaryFields = [
  'id',
  'name',
  'realm_id',
  'login_email',
  'login_name',
  'site_name',
  'event_name',
  'status',
  'status_message',
  'status_reason',
  'paused',
  'payment_check',
  'seats_to_set',
  'basket',
  'retry_count',
  'run_duration',
  'last_active',
  'scheduled_at',
  'queue_it_event_position',
  'job_id',
  'created_at',
  'updated_at',
] as const satisfies (keyof TaskDto)[];
export type TaskSummary = Pick<TaskDto, (typeof summaryFields)[number]>;

/** Filters of `GET /tasks`. Each takes a comma-separated list; a leading `!` excludes. */
export class TaskListQuery extends ListQuery {
  @Bool({ optional: true, description: 'With site_id, login_id, event_guid and basket' }) detailed?: boolean;
  @Text({ optional: true, description: 'Part of the name, login or event' }) q?: string;
  @Text({ optional: true }) status?: string;
  @Text({ optional: true }) id?: string;
  @Text({ optional: true }) site_id?: string;
  @Text({ optional: true }) event_id?: string;
  @Text({ optional: true }) login_id?: string;
  @Text({ optional: true }) job_id?: string;
  @Text({ optional: true }) template_id?: string;
  @Text({ optional: true }) pool_id?: string;
  @Text({ optional: true, description: 'Leased by one of these workers now' }) worker_id?: string;
  @Text({ optional: true }) realm_id?: string;
  @Text({ optional: true }) mode?: string;
  @Text({
    max: 1000,
    raw: true,
    min: 0,
    optional: true,
    description: 'What its worker said of the last try, or the code of its status_reason',
  })
  reason?: string;
  @Bool({ optional: true }) paused?: boolean;
  @Bool({ optional: true, description: 'Whether its payment must be checked' }) payment_check?: boolean;
  @Text({ optional: true, description: 'Number of seats it tries for' }) seats_to_set?: string;
  @Int({ min: 1, max: 100, optional: true, description: 'At least this number of seats' })
  seats_at_least?: number;
  @Instant({ optional: true, description: 'Ended from this instant on' }) finished_from?: string;
  @Instant({ optional: true, description: 'Ended before this instant' }) finished_to?: string;
  @Instant({ optional: true, description: 'Created from this instant on' }) created_from?: string;
  @Instant({ optional: true, description: 'Created before this instant' }) created_to?: string;
  @Instant({ optional: true, description: 'Scheduled from this instant on' }) scheduled_from?: string;
  @Instant({ optional: true, description: 'Scheduled before this instant' }) scheduled_to?: string;
  @Instant({ optional: true, description: 'Changed its status from this instant on' }) changed_from?: string;
  @Instant({ optional: true, description: 'Changed its status before this instant' }) changed_to?: string;
}

/** Pagination of `GET /tasks/{id}/events`. */
export class TaskEventsQuery extends ListQuery {}

/** Kinds of timeline entries: inputs of the state machine, and changes that leave the status as it is. */
export const taskEventKinds = [
  ...(Object.keys(taskEvents) as (keyof typeof taskEvents)[]),
  'create',
  'launch',
  'change',
  'payment_checked',
  'delete',
  'restore',
] as const;
export type TaskEventKind = (typeof taskEventKinds)[number];

/** One entry of a task's timeline. */
export class TaskEventDto {
  @Id() id: number;
  @Id() task_id: number;
  @Text({ nullable: true, example: 'owner@quayside.example' }) actor: string | null;
  @Enum(taskEventKinds) what: TaskEventKind;
  @Enum(taskStatuses, { nullable: true }) from: TaskStatus | null;
  @Enum(taskStatuses, { nullable: true }) to: TaskStatus | null;
  @Text({ nullable: true, example: 'Seats held' }) message: string | null;
  @Json({
    type: TaskReason,
    nullable: true,
    description: "The message's code and parameters; null: free text of a worker or a person",
  })
  reason: TaskReason | null;
  @Instant() at: string;
}

/** One cause why a task isn't running. */
export class TaskCause {
  @Enum(causeCodes) code: CauseCode;
  @Text({ example: 'Seats held' }) message: string;
  @Json({ description: 'The values in the message by name; `words`: free text of a worker or a person' })
  params: Record<string, unknown>;
  @Json({ type: TaskReason, nullable: true, description: 'Why it was paused, stopped or retried' })
  reason: TaskReason | null;
}

/** Answer of `GET /tasks/{id}/why`: the most direct cause first; empty while the task runs or once it is bought. */
export class TaskWhyDto {
  @Id() task_id: number;
  @Enum(taskStatuses) status: TaskStatus;
  @Json({ items: TaskCause }) causes: TaskCause[];
}

/** How many tasks match, by status; a status without any is left out. */
export class TaskCountsDto {
  @Json({
    schema: { type: 'object', additionalProperties: { type: 'integer' } },
    description: 'Number of tasks by status; a status without any is left out',
  })
  counts: Partial<Record<TaskStatus, number>>;
}
