import { type PlanReasonCode, planReasonCodes } from '@tessera/domain/messages';
import { CostDto } from '../../catalogue';
import { Bool, Enum, Id, Ids, Instant, Int, Json, Text } from '../../platform/http/fields';
import { ListQuery } from '../../platform/http/list-query';
import { Budget, BudgetCurrency } from '../budget-fields';
import { PaymentForecastDto } from '../payers/payers.dto';
import { deletedParentCodes } from '../tasks/lifecycle/task-reasons';
import { BulkStep } from '../tasks/undo-steps';

/** Statuses of a job, which are derived from its tasks. */
export const jobStatuses = [
  'draft',
  'scheduled',
  'running',
  'paused',
  'stopping',
  'stopped',
  'completed',
  'failed',
] as const;
export type JobStatus = (typeof jobStatuses)[number];

/** Commands over a whole job. */
const jobCommands = ['start', 'stop', 'pause', 'resume', 'retry_failed'] as const;
export type JobCommand = (typeof jobCommands)[number];

/** Body of `POST /jobs` and `POST /jobs/preview`: a template, or a job to launch again, and overrides of its settings. */
export class JobInputDto {
  @Id({ optional: true, description: 'Either this or from_job_id' }) template_id?: number;
  @Id({ optional: true, description: 'A job whose own settings are launched again' }) from_job_id?: number;
  @Text({ max: 200, optional: true, example: 'Two seats each, Saturday' }) name?: string;
  @Id({ optional: true, example: 31 }) event_id?: number;
  @Ids({ optional: true, example: [17, 18] }) login_ids?: number[];
  @Id({ optional: true }) pool_id?: number;
  @Int({ min: 1, max: 10_000, optional: true, example: 4 }) worker_count?: number;
  @Int({ min: 1, max: 100, optional: true, example: 2 }) seats_per_worker?: number;
  @Int({
    min: 0,
    max: 86_400,
    optional: true,
    description: 'Seconds between the starts of two tasks',
    example: 5,
  })
  launch_delay?: number;
  @Int({ min: 1, max: 1_000_000, optional: true, nullable: true, example: 8 }) seats_target?: number | null;
  @Budget('budget', { optional: true }) budget?: number | null;
  @Budget('budget_per_task', { optional: true }) budget_per_task?: number | null;
  @Budget('budget_per_seat', { optional: true }) budget_per_seat?: number | null;
  @BudgetCurrency({ optional: true }) budget_currency?: string | null;
  @Instant({ optional: true, nullable: true }) scheduled_at?: string | null;
  @Bool({ optional: true, description: 'Create idle tasks, to be started later' }) draft?: boolean;
  @Text({ isOpaque: true, max: 20_000, optional: true }) plan_hash?: string;
}

/** Filters of `GET /jobs`. */
export class JobListQuery extends ListQuery {
  @Text({ optional: true, description: 'Part of the name or event' }) q?: string;
  @Text({ optional: true }) status?: string;
  @Text({ optional: true }) id?: string;
  @Text({ optional: true }) template_id?: string;
  @Text({ optional: true }) site_id?: string;
  @Text({ optional: true }) event_id?: string;
  @Text({ optional: true }) realm_id?: string;
  @Instant({ optional: true, description: 'Created from this instant on' }) created_from?: string;
  @Instant({ optional: true, description: 'Created before this instant' }) created_to?: string;
  @Instant({ optional: true, description: 'Scheduled from this instant on' }) scheduled_from?: string;
  @Instant({ optional: true, description: 'Scheduled before this instant' }) scheduled_to?: string;
}

/** Body of `PATCH /jobs/{id}`. */
export class JobChangeDto {
  @Text({ min: 1, max: 200, optional: true, example: 'Two seats each, Saturday' }) name?: string;
  @Int({ min: 1, max: 1_000_000, optional: true, nullable: true, example: 8 }) seats_target?: number | null;
  @Budget('budget', { optional: true }) budget?: number | null;
  @Budget('budget_per_task', { optional: true }) budget_per_task?: number | null;
  @Budget('budget_per_seat', { optional: true }) budget_per_seat?: number | null;
  @BudgetCurrency({ optional: true }) budget_currency?: string | null;
  @Instant({ optional: true, nullable: true }) scheduled_at?: string | null;
  @Int({
    min: 0,
    max: 86_400,
    optional: true,
    description: 'Seconds between the starts of two tasks; until one has started',
    example: 5,
  })
  launch_delay?: number;
}

/** Body of `POST /jobs/{id}/control`. */
export class JobControlDto {
  @Enum(jobCommands, { example: 'stop' }) command: JobCommand;
}

/** A job with figures derived from its tasks. */
export class JobDto {
  @Id() id: number;
  @Text({ example: 'Two seats each, Saturday' }) name: string;
  @Id() realm_id: number;
  @Id({ nullable: true }) template_id: number | null;
  @Text({ nullable: true, example: 'Two seats each' }) template_name: string | null;
  @Id() site_id: number;
  @Id() event_id: number;
  @Text({ nullable: true, example: 'harbour-northgate-2026' }) event_guid: string | null;
  @Text({ nullable: true, example: 'Harbour City v Northgate Rovers' }) event_name: string | null;
  @Enum(jobStatuses, { example: 'running' }) status: JobStatus;
  @Int({ nullable: true, example: 8 }) seats_target: number | null;
  @Int({
    description:
      'Its target, or the seats that it was launched for; won, held, open and lost ones add up to it',
  })
  seats_wanted: number;
  @Int() seats_won: number;
  @Int() seats_held: number;
  @Int({ description: 'A task still tries for them, or will' }) seats_open: number;
  @Int({ description: 'No task tries for them' }) seats_lost: number;
  @Json({ description: 'Number of tasks by status', example: { queued: 3, running: 2 } }) counts: Record<
    string,
    number
  >;
  @Int({ description: 'Tasks that are paused' }) paused_tasks: number;
  @Budget('budget') budget: number | null;
  @Budget('budget_per_task') budget_per_task: number | null;
  @Budget('budget_per_seat') budget_per_seat: number | null;
  @BudgetCurrency() budget_currency: string | null;
  @Json({ type: CostDto, nullable: true, description: 'What its plan cost; null: no price was known' })
  cost: CostDto | null;
  @Int({
    nullable: true,
    description: 'Seats of its plan without a known price; null: launched before costs were kept',
  })
  unpriced_seats: number | null;
  @Json({ example: {} }) config: Record<string, unknown>;
  @Id({ nullable: true }) created_by: number | null;
  @Text({ nullable: true, example: 'owner@quayside.example' }) created_by_name: string | null;
  @Instant({ nullable: true }) scheduled_at: string | null;
  @Instant({ nullable: true }) started_at: string | null;
  @Instant({ nullable: true }) finished_at: string | null;
  @Instant() created_at: string;
  @Instant() updated_at: string;
}

export const verdicts = ['ok', 'warn', 'blocked'] as const;
export type Verdict = (typeof verdicts)[number];

/** Why a plan line has a warning or is blocked. */
export class PlanReason {
  @Enum(planReasonCodes, { example: 'LIMIT_REACHED' }) code: PlanReasonCode;
  @Text({ example: 'Seats held' }) message: string;
  @Json({
    schema: { type: 'object', additionalProperties: { type: 'integer' } },
    description: 'The numbers in the message, by name',
  })
  params: Record<string, number>;
}

/** One line of a plan as a job keeps it. */
export class KeptPlanLine {
  @Int() index: number;
  @Id({ nullable: true }) login_id: number | null;
  @Text({ nullable: true, example: 'buyer@quayside.example' }) login_name: string | null;
  @Int() seats: number;
  @Instant({ nullable: true }) starts_at: string | null;
  @Enum(verdicts) verdict: Verdict;
  @Json({ items: PlanReason }) reasons: PlanReason[];
}

/** One task that a launch would create. */
export class PlanLine extends KeptPlanLine {
  @Json({ type: CostDto, nullable: true, description: 'Of its seats with all fees; null: no price is known' })
  cost: CostDto | null;
}

/** What of a plan has no known price. */
export class UnpricedTasks {
  @Int() tasks: number;
  @Int() seats: number;
}

/**
 * Totals of a plan. `places` is the number of free slots under the realm's `max_tasks`; `most_per_customer` is the largest
 * number of seats that a customer would have for the event, including seats already bought and held. Blocked lines cost
 * nothing.
 */
export class PlanTotals {
  @Int() tasks: number;
  @Int() ok: number;
  @Int() warn: number;
  @Int() blocked: number;
  @Int() seats: number;
  @Int({ nullable: true, example: 8 }) seats_target: number | null;
  @Int() places: number;
  @Int() most_per_customer: number;
  @Json({ items: CostDto, description: 'What its tasks cost together; empty: no price is known' })
  costs: CostDto[];
  @Json({ type: UnpricedTasks }) unpriced: UnpricedTasks;
}

/** The workers that are connected now, and those of them that serve the plan's site and realm. */
export class PlanWorkers {
  @Int() connected: number;
  @Int({ description: 'Those that accept tasks of the site and realm' }) serving: number;
  @Int({ description: 'Tasks that they could take now' }) free: number;
}

/** Answer of `POST /jobs/preview`. */
export class JobPlanDto {
  @Text({ example: '3d0f5c1e' }) plan_hash: string;
  @Text({ example: 'Two seats each, Saturday' }) name: string;
  @Json({ items: PlanLine }) lines: PlanLine[];
  @Json({ type: PlanTotals }) totals: PlanTotals;
  @Json({ type: PlanWorkers }) workers: PlanWorkers;
  @Json({
    type: PaymentForecastDto,
    nullable: true,
    description:
      'Whether people can pay its baskets, with what the event has to be paid already; null: its tasks buy, or none would hold',
  })
  payments: PaymentForecastDto | null;
}

const skipCodes = ['ALREADY', 'INVALID_STATE', ...deletedParentCodes] as const;
export type SkipCode = (typeof skipCodes)[number];

/** A task that a command skipped, and why. */
export class SkippedTask {
  @Id() task_id: number;
  @Enum(skipCodes, { example: 'INVALID_STATE' }) code: SkipCode;
}

/** Answer of `POST /jobs/{id}/control`. */
export class JobControlAnswer {
  @Json({ type: JobDto }) job: JobDto;
  @Int() affected: number;
  @Json({ items: SkippedTask }) skipped: SkippedTask[];
  @Json({ items: BulkStep, description: 'Commands of POST /tasks/bulk that undo it, in this order' })
  undo: BulkStep[];
}

/** Pagination of `GET /jobs/{id}/events`. */
export class JobEventsQuery extends ListQuery {}

/**
 * Kinds of entries in a job's timeline: commands and changes by people, the first planned start (`schedule`), the first
 * actual start (`begin`), the ticket that reached the target, and the end.
 */
const jobEventKinds = [
  'launch',
  ...jobCommands,
  'update',
  'delete',
  'restore',
  'schedule',
  'begin',
  'target',
  'end',
] as const;
export type JobEventKind = (typeof jobEventKinds)[number];

/** One entry of a job's timeline. */
export class JobEventDto {
  @Text({ description: 'Unique within the job' }) id: string;
  @Instant() at: string;
  @Text({
    nullable: true,
    description:
      "The person's name, else their e-mail; null for what no person did, such as a scheduled start",
    example: 'owner@quayside.example',
  })
  actor: string | null;
  @Enum(jobEventKinds) what: JobEventKind;
  @Int({ nullable: true, description: 'How many tasks it created or changed' }) affected: number | null;
  @Json({
    nullable: true,
    description:
      'With `update`: those of name, seats_target, scheduled_at, launch_delay and the budgets that changed',
  })
  changes: Record<string, unknown> | null;
  @Enum(jobStatuses, { nullable: true, description: 'With `end`: the final status' })
  status: JobStatus | null;
}
