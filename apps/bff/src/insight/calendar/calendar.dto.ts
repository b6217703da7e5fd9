import { blockerCodes } from '@tessera/domain/messages';
import { CostDto } from '../../catalogue';
import { Bool, Enum, Id, Ids, Instant, Int, Json, Text, Texts } from '../../platform/http/fields';

/** The entries of a calendar. */
export const calendarKinds = ['on_sale', 'kick_off', 'job'] as const;
export type CalendarKind = (typeof calendarKinds)[number];

/** Days that one request may cover. */
export const MAX_DAYS = 400;
/** Entries of each kind that one request returns. */
export const MAX_ENTRIES = 1000;

/** Query of `GET /calendar`. */
export class CalendarQuery {
  @Instant({ description: 'Entries from this instant on', example: '2026-12-01T00:00:00Z' }) from: string;
  @Instant({
    description: `Entries before this instant, at most ${MAX_DAYS} days later`,
    example: '2026-12-08T00:00:00Z',
  })
  to: string;
  @Text({ optional: true, description: 'on_sale, kick_off, job: comma-joined; without it all of them' })
  kind?: string;
  @Text({ optional: true, description: 'Ids of sites' }) site_id?: string;
  @Bool({ optional: true, description: 'Only events that a template, a job or a task is for' })
  planned?: boolean;
}

/** An on-sale, a kick-off or a scheduled job. */
export class CalendarEntryDto {
  @Text({ description: 'Unique within the calendar', example: 'job:12' }) id: string;
  @Enum(calendarKinds, { example: 'job' }) kind: CalendarKind;
  @Instant() at: string;
  @Instant({ nullable: true, description: "The last start of a job's tasks; null for events" })
  ends_at: string | null;
  @Text({ description: 'The name of the job or the event', example: 'Two seats each, Saturday' })
  name: string;
  @Id() event_id: number;
  @Text({ example: 'Harbour City v Northgate Rovers' }) event_name: string;
  @Id() site_id: number;
  @Text({ example: 'Harbour Tickets' }) site_name: string;
  @Text({ nullable: true, description: "The site's time zone", example: 'Europe/London' })
  time_zone: string | null;
  @Id({ nullable: true }) job_id: number | null;
  @Id({ nullable: true, description: "The job's realm" }) realm_id: number | null;
  @Text({ description: 'The status of the job or the event', example: 'scheduled' }) status: string;
  @Int({ description: 'Tasks of the job; unfinished tasks for the event' }) tasks: number;
  @Json({
    type: CostDto,
    nullable: true,
    description: "What the job's plan cost; null for events, and where no price was known",
  })
  cost: CostDto | null;
  @Int({ nullable: true, description: "Seats of the job's plan without a known price; null: unknown" })
  unpriced_seats: number | null;
  @Bool({ description: 'Whether the job can move: no task has started' }) can_move: boolean;
}

/** One side of a conflict: the tasks of a login in a job, or for an event without a job. */
export class ConflictSideDto {
  @Id({ nullable: true }) job_id: number | null;
  @Text({ nullable: true, example: 'Two seats each, Saturday' }) job_name: string | null;
  @Id() event_id: number;
  @Text({ example: 'Harbour City v Northgate Rovers' }) event_name: string;
  @Instant({ description: 'The first start of the logins that are in both' }) at: string;
}

/** Logins that are needed in two jobs or on-sales at about the same time. */
export class CalendarConflictDto {
  @Int({ description: 'Logins that are in both' }) logins: number;
  @Texts({ description: 'Names of some of them', example: ['buyer@quayside.example'] }) login_names: string[];
  @Json({ items: ConflictSideDto }) sides: ConflictSideDto[];
}

/** Answer of `GET /calendar`. */
export class CalendarDto {
  @Json({ items: CalendarEntryDto }) entries: CalendarEntryDto[];
  @Json({ items: CalendarConflictDto }) conflicts: CalendarConflictDto[];
  @Int({ description: 'Two starts of a login within this many minutes are a conflict', example: 30 })
  conflict_minutes: number;
  @Bool({ description: `Whether a kind has more than ${MAX_ENTRIES} entries: the later ones are left out` })
  capped: boolean;
}

/** Query of `GET /calendar/jobs/{id}/move`. */
export class JobMoveQuery {
  @Instant({ description: 'When the job would start', example: '2026-12-08T09:00:00Z' }) scheduled_at: string;
}

/** `warn`: the tasks run all the same; `blocked`: they don't. */
const moveVerdicts = ['warn', 'blocked'] as const;
export type MoveVerdict = (typeof moveVerdicts)[number];

/** What a move would have to say about a job's tasks. */
const moveCheckCodes = [
  ...blockerCodes,
  'LOGIN_FAILED',
  'PURCHASE_LIMIT',
  'STARTS_AT_ONCE',
  'BEFORE_ON_SALE',
  'AFTER_ON_SALE',
  'AFTER_KICK_OFF',
] as const;
export type MoveCheckCode = (typeof moveCheckCodes)[number];

/** A reason against the new time, or against tasks at any time. */
export class MoveCheckDto {
  @Enum(moveCheckCodes, { example: 'BEFORE_ON_SALE' }) code: MoveCheckCode;
  @Enum(moveVerdicts, { example: 'warn' }) verdict: MoveVerdict;
  @Text({ example: 'Starts before tickets go on sale' }) message: string;
  @Int({ description: 'Tasks that it is about' }) tasks: number;
}

/** What moving a job would change. Its ETag is the job's, for `If-Match` of `PATCH /jobs/{id}`. */
export class JobMoveDto {
  @Id() job_id: number;
  @Text({ example: 'Two seats each, Saturday' }) name: string;
  @Instant({ nullable: true, description: 'When it starts now' }) from: string | null;
  @Instant({ description: 'When its first task would start' }) to: string;
  @Instant({ description: 'When its last task would start' }) last_at: string;
  @Int({ description: 'Tasks that would move' }) tasks: number;
  @Int({ description: 'Seconds between the starts of two tasks', example: 5 }) launch_delay: number;
  @Json({ items: MoveCheckDto }) checks: MoveCheckDto[];
  @Json({ items: CalendarConflictDto, description: 'Of this job at the new time' })
  conflicts: CalendarConflictDto[];
}

/** Reminders that a person may have before each on-sale, and the longest of them. */
const MAX_REMINDERS = 5;
export const MAX_REMINDER_MINUTES = 28 * 24 * 60;

/** When a person is reminded of on-sales. */
export class RemindersDto {
  @Json({
    schema: {
      type: 'array',
      items: { type: 'integer', minimum: 1, maximum: MAX_REMINDER_MINUTES },
      maxItems: MAX_REMINDERS,
    },
    description: 'Minutes before each on-sale, the longest first; none: no reminders',
    example: [1440, 60, 10],
  })
  minutes: number[];
  @Bool({ description: 'Only events that a template, a job or a task is for' }) planned: boolean;
}

/** Body of `PUT /calendar/reminders`. */
export class RemindersInput {
  @Ids({
    max: MAX_REMINDERS,
    of: 'minutes, each a whole number from 1',
    description: 'Minutes before each on-sale',
    example: [1440, 60, 10],
  })
  minutes: number[];
  @Bool({ description: 'Only events that a template, a job or a task is for' }) planned: boolean;
}

/** Body of `POST /calendar/feed`. */
export class FeedInput {
  @Texts({
    values: calendarKinds,
    max: calendarKinds.length,
    description: 'At least one',
    example: ['on_sale', 'job'],
  })
  kinds: CalendarKind[];
  @Bool({ description: 'Only events that a template, a job or a task is for' }) planned: boolean;
}

/** The feed of a person's calendar, without its address. */
export class FeedDto {
  @Texts({ values: calendarKinds, example: ['on_sale', 'job'] }) kinds: CalendarKind[];
  @Bool() planned: boolean;
  @Instant() created_at: string;
  @Instant({ nullable: true, description: 'To the hour; null: not yet' }) last_read_at: string | null;
}

/** Answer of `POST /calendar/feed`. */
export class NewFeedDto {
  @Text({
    description: 'The path of the feed below the address of the console; shown only now',
    example: '/api/calendar/feed/tc_9CjRb4mYxk3dUyA1vT0qLwHsE7nPzO2aKfGi5XeVr8o.ics',
  })
  path: string;
  @Json({ type: FeedDto }) feed: FeedDto;
}

/** What a person chose about their calendar. */
export class CalendarSettingsDto {
  @Json({ type: RemindersDto }) reminders: RemindersDto;
  @Json({ type: FeedDto, nullable: true }) feed: FeedDto | null;
}
