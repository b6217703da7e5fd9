import { type RehearsalScenario, rehearsalScenarios } from '@tessera/domain';
import { type AdviceCode, adviceCodes } from '@tessera/domain/messages';
import { CostDto } from '../../catalogue';
import { Bool, Decimal, Enum, Id, Ids, Instant, Int, Json, Money, Text } from '../../platform/http/fields';
import { ListQuery } from '../../platform/http/list-query';
import {
  type RehearsalSource,
  rehearsalSources,
  type RehearsalStatus,
  rehearsalStatuses,
} from './rehearsal.entity';

const modes = ['hold', 'buy'] as const;

/** Body of `POST /rehearsals`: a template, a job or an event, the scenario, and overrides of a launch's settings. */
export class RehearsalInput {
  @Id({ optional: true, example: 12 }) template_id?: number;
  @Id({ optional: true }) job_id?: number;
  @Id({ optional: true, description: 'Alone: rehearses the event. With a template: in place of its event' })
  event_id?: number;
  @Enum(rehearsalScenarios, { example: 'rush' }) scenario: RehearsalScenario;
  @Int({ max: 999_999, optional: true, description: 'The same seed repeats a rehearsal; random without' })
  seed?: number;
  @Int({
    max: 300,
    optional: true,
    description: 'Seconds until the tickets go on sale; 10 without',
    example: 10,
  })
  starts_in_s?: number;
  @Text({ max: 200, optional: true, example: 'Two seats each, Saturday' }) name?: string;
  @Enum(modes, { optional: true, description: 'For an event alone: whether its tasks hold or buy' })
  type?: (typeof modes)[number];
  @Ids({
    optional: true,
    example: [17, 18],
    description: 'The logins of the plan; made-up ones take their place',
  })
  login_ids?: number[];
  @Id({ optional: true }) pool_id?: number;
  @Int({ min: 1, max: 10_000, optional: true, example: 4 }) worker_count?: number;
  @Int({ min: 1, max: 100, optional: true, example: 2 }) seats_per_worker?: number;
  @Int({ max: 86_400, optional: true, example: 5 }) launch_delay?: number;
  @Int({ min: 1, max: 1_000_000, optional: true, nullable: true, example: 8 }) seats_target?: number | null;
  @Id({ optional: true, description: 'For administrators who rehearse an event alone' }) realm_id?: number;
}

/** Filters of `GET /rehearsals`. */
export class RehearsalListQuery extends ListQuery {
  @Text({ optional: true, description: 'Part of the name or event' }) q?: string;
  @Text({ optional: true }) status?: string;
  @Text({ optional: true }) scenario?: string;
  @Text({ optional: true }) template_id?: string;
  @Text({ optional: true }) job_id?: string;
  @Text({ optional: true }) event_id?: string;
  @Text({ optional: true }) realm_id?: string;
}

/** What a rehearsal runs. */
export class RehearsalSettings {
  @Enum(modes) type: (typeof modes)[number];
  @Int({ example: 20 }) tasks: number;
  @Int({ example: 2 }) seats_per_worker: number;
  @Int({ description: 'Seconds between the starts of two tasks', example: 0 }) launch_delay: number;
  @Int({ nullable: true, description: 'Null: every task tries for its seats', example: 8 }) seats_target:
    number | null;
}

/** Tries that failed for one reason. */
export class RehearsalFailure {
  @Text({ max: 2000, example: 'Too many requests, try again later' }) reason: string;
  @Int({ description: 'Tries that failed for it' }) tries: number;
  @Int({ description: 'Tasks that ended without seats because of it' }) tasks: number;
}

/** What the timeline says of the workers. */
export class RehearsalWorkers {
  @Int({ description: 'Tasks that all workers together take at once', example: 25 }) slots: number;
  @Int({ description: 'Most tasks that workers had at once' }) most_busy: number;
  @Int({ description: 'Most tasks that could have run at once' }) most_wanted: number;
  @Decimal({ description: 'Longest time in s that a task which could run waited for a worker' })
  oldest_queue_s: number;
}

/** What seats cost in one currency. */
export class RehearsalCharge {
  @Text({ nullable: true, description: 'Null: unknown', example: 'GBP' }) currency: string | null;
  @Int({ example: 38 }) seats: number;
  @Money({ example: 1182 }) total: number;
}

/** What to change before the sale. */
export class RehearsalAdvice {
  @Enum(adviceCodes) code: AdviceCode;
  @Text({ example: '12 workers too few: queue age 40 s' }) message: string;
  @Json({
    schema: { type: 'object', additionalProperties: { type: 'number' } },
    description: 'The numbers in the message, by name',
  })
  params: Record<string, number>;
}

/** The report of a rehearsal, computed from the timelines of its tasks. */
export class RehearsalReport {
  @Int() tasks: number;
  @Int({ description: 'Seats that the tasks try for' }) seats_planned: number;
  @Int({ nullable: true }) seats_target: number | null;
  @Int() seats_held: number;
  @Int() seats_bought: number;
  @Decimal({ nullable: true, description: 'Seconds from the on-sale to the first seats' }) first_seat_s:
    number | null;
  @Decimal({ nullable: true, description: "Median seconds from a task's start to its first seats" })
  hold_p50_s: number | null;
  @Decimal({ nullable: true }) hold_p95_s: number | null;
  @Json({
    schema: { type: 'array', items: { type: 'number' } },
    optional: true,
    description:
      "Seconds from each task's start to its first seats, ascending, at most 200 of them; older reports lack them",
  })
  hold_times_s?: number[];
  @Int({ description: 'Tries that failed and were repeated' }) retries: number;
  @Int({ description: 'How often held seats lapsed' }) lapses: number;
  @Json({ example: { carted: 18, failed: 2 }, description: 'Number of tasks by status' }) outcomes: Record<
    string,
    number
  >;
  @Json({
    type: CostDto,
    nullable: true,
    optional: true,
    description: 'What its plan cost; null: no price was known. Older reports lack it',
  })
  cost?: CostDto | null;
  @Json({
    items: RehearsalCharge,
    optional: true,
    description: 'What the seats cost that its tasks hold or bought; older reports lack it',
  })
  charged?: RehearsalCharge[];
  @Int({ optional: true, description: 'Those of these seats whose price is unknown; older reports lack it' })
  uncharged_seats?: number;
  @Json({ items: RehearsalFailure }) failures: RehearsalFailure[];
  @Json({ type: RehearsalWorkers }) workers: RehearsalWorkers;
  @Json({ items: RehearsalAdvice }) advice: RehearsalAdvice[];
  @Text({
    isOpaque: true,
    description:
      'Equal for two rehearsals whose tasks ended alike: status, seats, retries and reasons of each',
    example: '3d0f5c1e9a77',
  })
  end_state: string;
}

/** A rehearsal, with its report once it has ended. */
export class RehearsalDto {
  @Id() id: number;
  @Id() realm_id: number;
  @Text({ example: 'Two seats each, Saturday' }) name: string;
  @Enum(rehearsalSources) source: RehearsalSource;
  @Id({ nullable: true }) template_id: number | null;
  @Id({ nullable: true }) job_id: number | null;
  @Id() event_id: number;
  @Text({ example: 'Harbour City v Northgate Rovers' }) event_name: string;
  @Enum(rehearsalScenarios, { example: 'rush' }) scenario: RehearsalScenario;
  @Int({ example: 7 }) seed: number;
  @Enum(rehearsalStatuses) status: RehearsalStatus;
  @Json({ type: RehearsalSettings }) settings: RehearsalSettings;
  @Id({ description: 'The event in the rehearsal' }) rehearsal_event_id: number;
  @Id({ description: 'The job in the rehearsal' }) rehearsal_job_id: number;
  @Bool({ description: 'Whether it can be entered; its rows are removed after a week' }) enterable: boolean;
  @Id({ nullable: true }) created_by: number | null;
  @Text({ nullable: true, example: 'owner@quayside.example' }) created_by_name: string | null;
  @Instant() started_at: Date;
  @Instant({ description: 'When its tickets go on sale' }) starts_at: Date;
  @Instant({ nullable: true }) finished_at: Date | null;
  @Json({ type: RehearsalReport, nullable: true }) report: RehearsalReport | null;
  @Instant() created_at: Date;
  @Instant() updated_at: Date;
}
