import { Enum, Id, Instant, Int, Json, Money, Text } from '../../platform/http/fields';
import { JobDto } from '../jobs/jobs.dto';

/** Spans of the chart. */
export const spans = ['1h', '24h', '7d'] as const;
export type Span = (typeof spans)[number];

/** Query of `GET /dashboard`. */
export class DashboardQuery {
  @Enum(spans, { optional: true, description: 'Span of tasks_over_time; 24h unless told' }) span?: Span;
  @Id({ optional: true, description: 'One realm; for administrators' }) realm_id?: number;
}

/** An amount in one currency; null is unknown. */
export class CurrencyTotal {
  @Text({ nullable: true }) currency: string | null;
  @Int() seats: number;
  @Money() total: number;
}

/** How often a message was the end of a task. */
export class MessageCount {
  @Text() message: string;
  @Int() count: number;
}

/** Use of a limit. */
export class LimitUse {
  @Int() used: number;
  @Int() max: number;
}

/** Changes into each status within one step of time. */
export class TimeStep {
  @Instant() at: string;
  @Json({ description: 'Number of changes by the status they led to' }) counts: Record<string, number>;
}

/** A task that is to start. */
export class NextTask {
  @Id() id: number;
  @Text() name: string;
  @Instant() scheduled_at: string;
}

/** Something that people should look at. */
export class Attention {
  @Enum(['hold_lapsing', 'login_failed', 'worker_lost'] as const) kind:
    'hold_lapsing' | 'login_failed' | 'worker_lost';
  @Id() id: number;
  @Text() title: string;
  @Text({ nullable: true }) detail: string | null;
  @Instant({ nullable: true }) at: string | null;
}

/** The figures of the dashboard (screens: Dashboard). */
export class DashboardDto {
  @Json({ description: 'Number of unfinished tasks by status' }) unfinished: Record<string, number>;
  @Int() unfinished_total: number;
  @Int({ description: 'In a waiting room' }) waiting: number;
  @Int() held: number;
  @Instant({ nullable: true }) next_lapse_at: string | null;
  @Int() bought_today: number;
  @Json({ items: CurrencyTotal }) bought_today_totals: CurrencyTotal[];
  @Int() failed_24h: number;
  @Json({ items: MessageCount }) failed_24h_messages: MessageCount[];
  @Json({ type: LimitUse }) tasks_limit: LimitUse;
  @Json({ type: LimitUse }) logins_limit: LimitUse;
  @Json({ items: TimeStep }) tasks_over_time: TimeStep[];
  @Json({ items: JobDto }) recent_jobs: JobDto[];
  @Json({ items: NextTask }) next_scheduled: NextTask[];
  @Json({ items: Attention }) attention: Attention[];
  @Json({ description: 'What exists already: sites, events, logins, templates' }) setup: Record<
    string,
    number
  >;
}
