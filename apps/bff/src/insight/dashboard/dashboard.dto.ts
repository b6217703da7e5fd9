import { PlannedCosts, SeatBalance } from '../../catalogue/index';
import { Bool, Enum, Id, Instant, Int, Json, Money, Text } from '../../platform/http/fields';
import { TaskReason } from '../../work';

/** Query of `GET /dashboard/live`. */
export class LiveFiguresQuery {
  @Id({ optional: true, description: 'One realm; for administrators' }) realm_id?: number;
}

/** An event that is on sale for the realm, holds its seats, or has people of it in a waiting room. */
export class LiveEvent {
  @Id() event_id: number;
  @Text({ example: 'Harbour City – Northgate' }) name: string;
  @Bool({ description: 'The sale has begun, and the realm has unfinished tasks for it' }) on_sale: boolean;
  @Int({ description: 'Seats that are held' }) held: number;
  @Int({ description: 'Waiting places, as in `GET /on-sale/{eventId}/positions`' }) waiting: number;
}

/** The baskets of the pay queue. */
export class SeatsToPay {
  @Int() baskets: number;
  @Int() seats: number;
  @Instant({ nullable: true, description: 'When the first of the seats expires; null: there are none' })
  expires_at: string | null;
}

/** Seats of the pay queue that expire within the same ten seconds: those of one event in one currency. */
export class ExpiryStep {
  @Instant({ description: 'When the first of them expires' }) at: string;
  @Id() event_id: number;
  @Text({ nullable: true, description: 'Null: unknown', example: 'GBP' }) currency: string | null;
  @Int() seats: number;
  @Money({ description: 'Their price; seats without one count as 0', example: 85 }) total: number;
}

/** What every page shows of the sales that run now, at one moment. */
export class LiveFiguresDto {
  @Instant({ description: "The server's clock" }) at: string;
  @Json({ items: LiveEvent, description: 'At most 20, the one whose seats expire first at the top' })
  events: LiveEvent[];
  @Json({ type: SeatsToPay }) to_pay: SeatsToPay;
  @Json({ items: ExpiryStep, description: 'The next 1,000, the first one first' }) expiries: ExpiryStep[];
  @Bool({ description: 'Whether the realm or everything is paused; for administrators, any realm' })
  paused: boolean;
  @Int({ description: 'Requests to administrators that have no answer yet' }) open_requests: number;
}

/** What has to be in order before an on-sale. */
const readinessChecks = ['plan', 'logins', 'limit', 'workers', 'rehearsal', 'login_check', 'payers'] as const;

/** Query of `GET /dashboard/on-sales`. */
export class NextSalesQuery {
  @Id({ optional: true, description: 'One realm; for administrators' }) realm_id?: number;
  @Id({ optional: true, description: 'Only this event, whenever it goes on sale' }) event_id?: number;
}

/** One check of readiness, with its figures. */
export class ReadinessCheck {
  @Enum(readinessChecks) check: (typeof readinessChecks)[number];
  @Enum(['ok', 'warning', 'blocked']) state: 'ok' | 'warning' | 'blocked';
  @Int({
    description:
      'Tasks that wait, logins that are ready, tasks that the limit still allows, free slots of workers, seats won in the last rehearsal, logins that signed in, or baskets that people will pay in time',
  })
  have: number;
  @Int({
    description:
      'Tasks of templates, logins that are needed, tasks to launch, tasks that wait, seats that the rehearsal was for (0: not rehearsed), planned logins, or baskets to pay',
  })
  need: number;
}

/** What the last checks of an event's planned logins found; logins that were never checked are in no count but `planned`. */
export class SaleLoginCheck {
  @Int({ description: 'Enabled logins of unfinished tasks and drafts' }) planned: number;
  @Int({ description: 'Asked for, without a result yet' }) waiting: number;
  @Int({ description: 'Signed in' }) active: number;
  @Int() wrong_password: number;
  @Int() locked: number;
  @Int() code_needed: number;
  @Int() unknown: number;
  @Instant({ nullable: true, description: 'The latest result' }) checked_at: string | null;
}

/** An event that goes on sale soon, or went on sale just now, and whether the realm is ready for it. */
export class NextSaleDto {
  @Id() event_id: number;
  @Text({ example: 'Harbour City – Northgate' }) name: string;
  @Id() site_id: number;
  @Text({ example: 'Harbour Box Office' }) site_name: string;
  @Instant({ nullable: true, description: 'Null only for an event that was asked for: unknown' }) on_sale_at:
    string | null;
  @Int({ description: 'Unfinished tasks of the event' }) tasks: number;
  @Json({ type: SeatBalance }) seats: SeatBalance;
  @Int({ description: 'Templates for the event' }) templates: number;
  @Id({ nullable: true, description: 'The template to launch, while no task waits' }) template_id:
    number | null;
  @Id({ nullable: true, description: 'The last rehearsal of the event that ended' }) rehearsal_id:
    number | null;
  @Json({ type: SaleLoginCheck, nullable: true, description: 'Null: no check was asked for' })
  login_check: SaleLoginCheck | null;
  @Json({ items: ReadinessCheck }) checks: ReadinessCheck[];
}

/** The on-sales of the next 7 days and the last 2 hours that the realm has tasks or templates for, or of the event that was asked for. */
export class NextSalesDto {
  @Json({ items: NextSaleDto }) sales: NextSaleDto[];
}

/** Spans of the chart. */
const spans = ['1h', '24h', '7d'] as const;
export type Span = (typeof spans)[number];

/** Query of `GET /dashboard`. */
export class DashboardQuery {
  @Id({ optional: true, description: 'One realm; for administrators' }) realm_id?: number;
  @Text({
    max: 64,
    optional: true,
    description: 'IANA name of the time zone in which today begins; UTC by default',
    example: 'Europe/London',
  })
  time_zone?: string;
}

/** Query of `GET /dashboard/tasks-over-time`. */
export class TasksOverTimeQuery {
  @Id({ optional: true, description: 'One realm; for administrators' }) realm_id?: number;
  @Enum(spans, { optional: true, description: '24h by default' }) span?: Span;
}

/** An amount in one currency; null: unknown. */
export class CurrencyTotal {
  @Text({ nullable: true, example: 'GBP' }) currency: string | null;
  @Int() seats: number;
  @Money({ example: 85 }) total: number;
}

/** The number of tasks that ended with a message. */
export class MessageCount {
  @Text({ nullable: true, description: 'Null: no reason was given', example: 'Sold out' }) message:
    string | null;
  @Json({
    type: TaskReason,
    nullable: true,
    description: 'The reason in the message; null: only the message is known',
  })
  reason: TaskReason | null;
  @Int() count: number;
}

export class LimitUse {
  @Int() used: number;
  @Int() max: number;
}

/** Tasks by status at the end of one step of time. */
export class TimeStep {
  @Instant({ description: 'When the step began' }) at: string;
  @Json({
    description: 'Number of unfinished tasks by status, and of tasks that finished in this step',
    example: { queued: 3, running: 2 },
  })
  counts: Record<string, number>;
}

/** Tasks by status over a span of time. */
export class TasksOverTimeDto {
  @Enum(spans) span: Span;
  @Int() step_seconds: number;
  @Json({ items: TimeStep }) steps: TimeStep[];
}

/** Tasks that start at the same time: those of a job, or a single one. */
export class NextStart {
  @Id({ nullable: true }) job_id: number | null;
  @Text({ description: "The job's name, or the task's", example: 'Two seats each, Saturday' }) name: string;
  @Int() tasks: number;
  @Instant({ description: 'Start of the first task' }) scheduled_at: string;
}

/** What may need attention. */
const attentionKinds = [
  'seats_contradicted',
  'hold_lapsing',
  'seats_held',
  'seats_lapsed',
  'payment_check',
  'budget_used_up',
  'budget_nearly_used',
  'job_failed',
  'login_failed',
  'no_worker',
  'place_ending',
  'worker_lost',
  'user_waiting',
  'identity_undecided',
  'mail_dead',
] as const;

/** An entry that needs attention, or several entries of one kind. */
export class Attention {
  @Enum(attentionKinds) kind: (typeof attentionKinds)[number];
  @Id({ description: 'Id of the first one' }) id: number;
  @Text({
    description:
      'Name of the event, job, login (site for several), site, or the first three budgets, workers, users, identities or recipients',
    example: 'Two seats lapse soon',
  })
  title: string;
  @Text({
    nullable: true,
    description:
      "The seats' area, of contradicted seats `held` or `recorded` (more than once), the most frequent message of a job's tasks, the login's message, the event of the position, or the user's e-mail",
  })
  detail: string | null;
  @Json({
    type: TaskReason,
    nullable: true,
    description: "The reason of a job's tasks; null: only the detail is known",
  })
  reason: TaskReason | null;
  @Instant({ nullable: true, description: 'When it lapses or ends, or when it began' }) at: string | null;
  @Int({ description: 'Number of seats, logins, tasks, budgets, workers, users or matches of identities' })
  count: number;
  @Id({ nullable: true }) site_id: number | null;
  @Id({ nullable: true, description: 'The event of held seats, or of a budget' }) event_id: number | null;
  @Json({
    items: CurrencyTotal,
    description: 'Cost of the held seats, or what is free of budgets; empty for all other kinds',
  })
  totals: CurrencyTotal[];
}

/** The figures of the dashboard. */
export class DashboardDto {
  @Json({ description: 'Number of unfinished tasks by status', example: { queued: 3, running: 2 } })
  unfinished: Record<string, number>;
  @Int() unfinished_total: number;
  @Int({ description: 'Number of jobs with unfinished tasks' }) unfinished_jobs: number;
  @Int({ description: 'Number of tasks in a waiting room' }) waiting: number;
  @Int({ description: 'Number of tasks in a waiting room whose position is known' })
  places_known: number;
  @Int({ nullable: true, description: 'The lowest known position' }) best_place: number | null;
  @Int({ description: 'Number of positions in waiting rooms that are still valid' }) live_places: number;
  @Int() held: number;
  @Instant({ nullable: true }) next_lapse_at: string | null;
  @Int({ description: 'Number of seats that lapse at that time' }) next_lapse_seats: number;
  @Int({ description: 'Number of tickets bought since `today_from`' }) bought_today: number;
  @Instant({ description: 'Start of today in the requested time zone' }) today_from: string;
  @Int({
    description:
      'Number of seats that the jobs and tasks of today were launched for and have not bought, whatever became of them',
  })
  still_wanted: number;
  @Json({ items: CurrencyTotal }) bought_today_totals: CurrencyTotal[];
  @Int({
    description: 'Number of tasks that failed or expired since `failed_since` and were not started again',
  })
  failed_24h: number;
  @Instant({ description: '24 hours ago' }) failed_since: string;
  @Json({ items: MessageCount }) failed_24h_messages: MessageCount[];
  @Json({ type: PlannedCosts, description: 'What the plans of jobs cost that run or are scheduled' })
  planned: PlannedCosts;
  @Json({ type: LimitUse }) tasks_limit: LimitUse;
  @Json({ type: LimitUse }) logins_limit: LimitUse;
  @Json({ items: NextStart }) next_scheduled: NextStart[];
  @Json({ items: Attention }) attention: Attention[];
  @Json({
    description:
      "Number of all sites, and of the realm's events, logins and templates; 1 or 0: whether it has rehearsed, launched, held and bought",
    example: { sites: 1, events: 4, logins: 12, templates: 2, rehearsals: 1, jobs: 1, holds: 1, tickets: 0 },
  })
  setup: Record<string, number>;
}
