import { type EventStatus, eventStatuses, PlannedCosts, SeatBalance } from '../../catalogue';
import { Decimal, Enum, Id, Instant, Int, Json, Money, Text } from '../../platform/http/fields';
import { type FailureKind, failureKinds } from './failure-kinds';

/** Query of the on-sale room. */
export class OnSaleQuery {
  @Id({ optional: true, description: 'One realm; for administrators' }) realm_id?: number;
}

/** Query of `GET /on-sale/{eventId}/history`. */
export class OnSaleHistoryQuery extends OnSaleQuery {
  @Instant({ optional: true, description: 'The start of the sale by default' }) from?: string;
  @Instant({ optional: true, description: 'Now, or the end of the last task, by default' }) to?: string;
  @Int({
    min: 1,
    max: 86_400,
    optional: true,
    description: 'Seconds between two points; at most 1,000 points',
  })
  step?: number;
}

/** An event as the room shows it. */
export class OnSaleEvent {
  @Id() id: number;
  @Text({ example: 'Harbour City v Northgate Rovers' }) name: string;
  @Text({ example: 'HC-2026-11-28' }) guid: string;
  @Id() site_id: number;
  @Text({ example: 'Quayside Arena' }) site_name: string;
  @Text({ nullable: true, example: 'GBP' }) currency: string | null;
  @Enum(eventStatuses) status: EventStatus;
  @Instant({ nullable: true, description: 'Null: unknown' }) on_sale_at: string | null;
  @Int({ nullable: true, description: 'Kick-off in epoch seconds' }) ko: number | null;
}

/** The seats of an event. */
export class OnSaleSeats extends SeatBalance {
  @Int({ description: 'Wanted by tasks that are queued, running or in a waiting room' }) in_progress: number;
  @Int({ description: 'Held, and lapsed before anybody paid' }) lapsed: number;
}

/** Held seats that are paid together: those of one task and login. */
export class OnSaleBasket {
  @Id({ description: 'The first of its holds' }) id: number;
  @Id() realm_id: number;
  @Id({ nullable: true }) task_id: number | null;
  @Text({ nullable: true, example: 'Quayside Desk' }) task_name: string | null;
  @Id() login_id: number;
  @Text({ example: 'Quayside Desk' }) login_name: string;
  @Int() seats: number;
  @Text({ description: 'Of its first seat', example: 'North 104' }) area: string;
  @Money({ nullable: true }) total: number | null;
  @Text({ nullable: true }) currency: string | null;
  @Instant({ description: 'When the first of its seats lapses' }) expires_at: string;
}

/** The baskets to pay. */
export class OnSaleBaskets {
  @Int() count: number;
  @Int() seats: number;
  @Json({ items: OnSaleBasket, description: 'The next 40 to lapse' }) next: OnSaleBasket[];
}

/** Tasks that failed, or wait to retry, for one reason. */
export class OnSaleFailure {
  @Text({ min: 0, description: 'As the filter `reason` of tasks takes it', example: 'Sold out' })
  text: string;
  @Enum(failureKinds) kind: FailureKind;
  @Int({ description: 'Failed or expired' }) failed: number;
  @Int({ description: 'Queued, to try again' }) retrying: number;
  @Instant() last_at: string;
}

/** Places in the waiting rooms of the event. */
export class OnSaleWaiting {
  @Int({ description: 'Places that wait' }) places: number;
  @Int({ description: 'Places that may enter, or have entered' }) admitted: number;
  @Int({ nullable: true, description: 'The smallest position' }) best: number | null;
  @Int({ nullable: true, description: 'The position in the middle' }) median: number | null;
  @Decimal({ nullable: true, description: 'Positions that a place moves up per minute; null: unknown yet' })
  pace: number | null;
}

/** Workers that can run tasks of the event. */
export class OnSaleWorkers {
  @Int() connected: number;
  @Int({ description: 'Connected, and may run tasks of this site and realm' }) serving: number;
  @Int() draining: number;
  @Int({ description: 'Tasks that they could run in addition' }) free: number;
  @Int({ description: 'Tasks of the event that workers run now' }) busy: number;
  @Int({ nullable: true, description: 'Seconds that the first queued task has waited; null: none waits' })
  queue_age_s: number | null;
}

/** An amount in one currency; null: unknown. */
export class OnSaleTotal {
  @Text({ nullable: true, example: 'GBP' }) currency: string | null;
  @Int() seats: number;
  @Money({ example: 85 }) total: number;
}

/** Money spent on an event. */
export class OnSaleMoney {
  @Json({ items: OnSaleTotal }) spent: OnSaleTotal[];
  @Json({ items: OnSaleTotal, description: 'The price of the seats that are held' }) held: OnSaleTotal[];
  @Json({ type: PlannedCosts, description: 'What the plans of unfinished jobs cost' }) planned: PlannedCosts;
  @Json({
    type: PlannedCosts,
    description:
      'What will be spent when live tasks get all seats that they still try for, and how many these are',
  })
  forecast: PlannedCosts;
  @Money({ nullable: true, description: 'Null: no budget, or several realms' }) budget: number | null;
  @Text({ nullable: true }) budget_currency: string | null;
  @Money({
    nullable: true,
    deprecated: true,
    description: 'The former name of `budget`, until the next release',
  })
  ceiling: number | null;
  @Text({ nullable: true, deprecated: true }) ceiling_currency: string | null;
}

/** A job that tries for seats of the event. */
export class OnSaleJob {
  @Id() id: number;
  @Text({ example: 'Two seats each, Saturday' }) name: string;
  @Int({ nullable: true }) target: number | null;
  @Int() won: number;
  @Int() unfinished: number;
  @Int() paused: number;
}

/** Everything that the on-sale room shows, at one moment. */
export class OnSaleDto {
  @Instant({ description: "The server's clock" }) at: string;
  @Json({ type: OnSaleEvent }) event: OnSaleEvent;
  @Json({ type: OnSaleSeats }) seats: OnSaleSeats;
  @Json({ description: 'Number of tasks by status', example: { queued: 3, running: 2 } })
  counts: Record<string, number>;
  @Int() tasks: number;
  @Int({ description: 'Tasks that are paused' }) paused: number;
  @Instant({ nullable: true, description: 'The next scheduled start of a task' }) next_start_at:
    string | null;
  @Instant({ nullable: true, description: 'The first start of a task' }) started_at: string | null;
  @Json({ type: OnSaleBaskets }) baskets: OnSaleBaskets;
  @Json({ items: OnSaleFailure, description: 'The 20 largest groups' }) failures: OnSaleFailure[];
  @Json({ type: OnSaleWaiting }) waiting: OnSaleWaiting;
  @Json({ type: OnSaleWorkers }) workers: OnSaleWorkers;
  @Json({ type: OnSaleMoney }) money: OnSaleMoney;
  @Json({ items: OnSaleJob, description: 'At most 50, unfinished ones first' }) jobs: OnSaleJob[];
}

/** The state of the sale at the end of one step of time. */
export class OnSalePoint {
  @Instant() at: string;
  @Json({ description: 'Number of tasks by status', example: { queued: 3, running: 2 } })
  counts: Record<string, number>;
  @Int() won: number;
  @Int() held: number;
  @Int() in_progress: number;
  @Int({ description: 'A task still tries for them, or will' }) open: number;
  @Int({ description: 'Seats that the jobs and tasks until then were for' }) wanted: number;
  @Int() lapsed: number;
  @Money({ description: "Price of the tickets that are in the site's currency" }) spent: number;
  @Money({ description: "Price of the held seats that are in the site's currency" }) due: number;
  @Int({ description: 'Places that wait in waiting rooms' }) waiting: number;
  @Int({ nullable: true, description: 'The smallest position reported in this step' }) best: number | null;
}

/** Failed attempts of one kind within one step of time. */
export class OnSaleMark {
  @Instant({ description: 'The end of the step' }) at: string;
  @Enum(failureKinds) kind: FailureKind;
  @Int() count: number;
}

/** An on-sale over time, computed from the timelines of its tasks, seats and waiting places. */
export class OnSaleHistoryDto {
  @Instant() from: string;
  @Instant() to: string;
  @Int() step_seconds: number;
  @Int({ description: 'Seats that are wanted' }) wanted: number;
  @Json({ items: OnSalePoint }) points: OnSalePoint[];
  @Json({ items: OnSaleMark }) marks: OnSaleMark[];
}
