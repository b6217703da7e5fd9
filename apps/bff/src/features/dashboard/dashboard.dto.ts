import { Enum, Id, Instant, Int, Json, Money, Text } from '../../platform/http/fields';
import { TaskReason } from '../tasks';

/** Spans of the chart. */
export const spans = ['1h', '24h', '7d'] as const;
export type Span = (typeof spans)[number];

/** Query of `GET /dashboard`. */
export class DashboardQuery {
  @Id({ optional: true, description: 'One realm; for administrators' }) realm_id?: number;
  @Text({
    max: 64,
    optional: true,
    description: 'IANA name: where today begins; UTC without it',
    example: 'Europe/London',
  })
  time_zone?: string;
}

/** Query of `GET /dashboard/tasks-over-time`. */
export class TasksOverTimeQuery {
  @Id({ optional: true, description: 'One realm; for administrators' }) realm_id?: number;
  @Enum(spans, { optional: true, description: '24h unless told' }) span?: Span;
}

/** An amount in one currency; null is unknown. */
export class CurrencyTotal {
  @Text({ nullable: true, example: 'GBP' }) currency: string | null;
  @Int() seats: number;
  @Money({ example: 85 }) total: number;
}

/** How often a message was the end of a task. */
export class MessageCount {
  @Text({ nullable: true, description: 'null: no reason was given', example: 'Sold out' }) message:
    string | null;
  @Json({ type: TaskReason, nullable: true, description: "Of the message; null: another's words" })
  reason: TaskReason | null;
  @Int() count: number;
}

/** Use of a limit. */
export class LimitUse {
  @Int() used: number;
  @Int() max: number;
}

/** Tasks by status at the end of one step of time. */
export class TimeStep {
  @Instant({ description: 'When the step began' }) at: string;
  @Json({
    description: 'Unfinished tasks by status; of the finished ones, those that ended in this step',
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

/** Tasks that start together: those of one job, or one by itself. */
export class NextStart {
  @Id({ nullable: true }) job_id: number | null;
  @Text({ description: "The job's name, or the task's", example: 'Two seats each, Saturday' }) name: string;
  @Int() tasks: number;
  @Instant({ description: 'Of the first of them' }) scheduled_at: string;
}

/** What may need people. */
const attentionKinds = [
  'hold_lapsing',
  'seats_unpaid',
  'seats_lapsed',
  'payment_check',
  'job_failed',
  'login_failed',
  'no_worker',
  'place_ending',
  'worker_lost',
  'user_waiting',
] as const;

/** Something that people should look at, or several of a kind together. */
export class Attention {
  @Enum(attentionKinds) kind: (typeof attentionKinds)[number];
  @Id({ description: 'Of the first of them' }) id: number;
  @Text({
    description:
      'The event (unpaid seats of several: empty), job, login (several: their site), site, worker or user',
    example: 'Two seats lapse soon',
  })
  title: string;
  @Text({
    nullable: true,
    description:
      "The seats' area, the commonest reason of a job's tasks, the login's message, the place's event, the user's e-mail",
  })
  detail: string | null;
  @Json({
    type: TaskReason,
    nullable: true,
    description: "Of a job's tasks; null: the detail is another's words",
  })
  reason: TaskReason | null;
  @Instant({ nullable: true, description: 'When it lapses or ends, or since when it is so' }) at:
    string | null;
  @Int({ description: 'Seats, logins or tasks' }) count: number;
  @Id({ nullable: true }) site_id: number | null;
  @Json({ items: CurrencyTotal, description: 'What the unpaid seats cost; empty for every other kind' })
  totals: CurrencyTotal[];
}

/** The figures of the dashboard (screens: Dashboard). */
export class DashboardDto {
  @Json({ description: 'Number of unfinished tasks by status', example: { queued: 3, running: 2 } })
  unfinished: Record<string, number>;
  @Int() unfinished_total: number;
  @Int({ description: 'Jobs with unfinished tasks' }) unfinished_jobs: number;
  @Int({ description: 'In a waiting room' }) waiting: number;
  @Int({ description: 'Of those in a waiting room, the ones whose place in line is known' })
  places_known: number;
  @Int({ nullable: true, description: 'The lowest place that is known' }) best_place: number | null;
  @Int({ description: 'Live queue places' }) live_places: number;
  @Int() held: number;
  @Instant({ nullable: true }) next_lapse_at: string | null;
  @Int({ description: 'Seats that lapse then' }) next_lapse_seats: number;
  @Int({ description: 'Tickets bought from `today_from` on' }) bought_today: number;
  @Instant({ description: 'When today began in the time zone asked for' }) today_from: string;
  @Int({
    description: "Seats that tasks started or starting today have yet to buy, within their jobs' targets",
  })
  still_wanted: number;
  @Json({ items: CurrencyTotal }) bought_today_totals: CurrencyTotal[];
  @Int({ description: 'Tasks that failed or expired from `failed_since` on, and still are so' })
  failed_24h: number;
  @Instant({ description: '24 hours ago' }) failed_since: string;
  @Json({ items: MessageCount }) failed_24h_messages: MessageCount[];
  @Json({ type: LimitUse }) tasks_limit: LimitUse;
  @Json({ type: LimitUse }) logins_limit: LimitUse;
  @Json({ items: NextStart }) next_scheduled: NextStart[];
  @Json({ items: Attention }) attention: Attention[];
  @Json({
    description: 'What exists already: sites, events, logins, templates',
    example: { sites: 1, events: 4, logins: 12, templates: 2 },
  })
  setup: Record<string, number>;
}
