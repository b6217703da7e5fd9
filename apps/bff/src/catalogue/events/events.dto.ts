import { IsObject } from 'class-validator';
import { rule } from '../../platform/http/field-checks';
import { Bool, Enum, Id, Instant, Int, Json, Text } from '../../platform/http/fields';
import { ListQuery } from '../../platform/http/list-query';
import { WebAddress } from '../../platform/http/text-fields';
import { type EventStatus, eventStatuses } from './event.entity';

/** The last second of the year 9999. */
const LAST_SECOND = 253_402_300_799;

/** An event of a site. */
export class EventDto {
  @Id() id: number;
  @Text({ example: 'Harbour City v Northgate Rovers' }) name: string;
  @Text({ example: 'harbour-northgate-2026' }) guid: string;
  @Id() site_id: number;
  @Text({ example: 'Harbour Tickets' }) site_name: string;
  @Int({ max: LAST_SECOND, nullable: true, description: 'Kick-off, epoch seconds', example: 1796828400 }) ko:
    number | null;
  @Bool({ description: 'Whether the kick-off is in the future' }) in_future: boolean;
  @Instant({ nullable: true, description: 'When tickets go on sale; null: unknown' })
  on_sale_at: Date | null;
  @Text({ nullable: true, example: '2026-12-09' }) date: string | null;
  @Text({ nullable: true, example: '15:00' }) time: string | null;
  @Enum(eventStatuses, { description: 'closed: its tasks are not leased', example: 'on_sale' })
  status: EventStatus;
  @Text({ nullable: true, example: 'https://tickets.example' }) url: string | null;
  @Text({ nullable: true, example: 'https://tickets.example/e/harbour-northgate' }) event_url: string | null;
  @Text({ nullable: true, example: 'football' }) category: string | null;
  @Text({ nullable: true, example: 'adult' }) price_type: string | null;
  @Json({ nullable: true, example: { 'North Stand': 1, 'East Stand': 2 } }) price_levels: Record<
    string,
    unknown
  > | null;
  @Int({ min: 1, nullable: true, description: 'Seats per customer; null: no limit', example: 4 })
  max_per_customer: number | null;
  @Id({ nullable: true, description: 'The realm that created it' }) created_by_realm_id: number | null;
  @Instant() created_at: Date;
  @Instant() updated_at: Date;
}

/** An event of a site's list with counts for the caller's realm; for administrators, of all realms. */
export class CountedEventDto extends EventDto {
  @Int({ description: 'Links that wait in its queue' }) waiting_count: number;
  @Int({ description: 'Seats held now' }) hold_count: number;
  @Int({ description: 'Seats bought' }) ticket_count: number;
}

/** The optional fields of an event. */
export class EventDetails {
  @Int({
    max: LAST_SECOND,
    optional: true,
    nullable: true,
    description: 'Kick-off, epoch seconds',
    example: 1796828400,
  })
  ko?: number | null;
  @Instant({ optional: true, nullable: true, description: 'When tickets go on sale' }) on_sale_at?:
    string | null;
  @Text({ max: 50, optional: true, nullable: true, example: '2026-12-09' }) date?: string | null;
  @Text({ max: 50, optional: true, nullable: true, example: '15:00' }) time?: string | null;
  @Enum(eventStatuses, { optional: true }) status?: EventStatus;
  @WebAddress({ optional: true, nullable: true, example: 'https://tickets.example' }) url?: string | null;
  @WebAddress({ optional: true, nullable: true, example: 'https://tickets.example/e/harbour-northgate' })
  event_url?: string | null;
  @Text({ max: 200, optional: true, nullable: true, example: 'football' }) category?: string | null;
  @Text({ max: 200, optional: true, nullable: true, example: 'adult' }) price_type?: string | null;
  @IsObject(rule('$property must be an object', 'NOT_OBJECT'))
  @Json({ optional: true, nullable: true, example: { 'North Stand': 1, 'East Stand': 2 } })
  price_levels?: Record<string, unknown> | null;
  @Int({
    min: 1,
    max: 10_000,
    optional: true,
    nullable: true,
    description: 'Administrators only',
    example: 4,
  })
  max_per_customer?: number | null;
}

/** Body of `POST /events`. Without a guid, one is generated. */
export class EventInput extends EventDetails {
  @Id() site_id: number;
  @Text({ max: 300, example: 'Harbour City v Northgate Rovers' }) name: string;
  @Text({ min: 1, max: 200, optional: true, example: 'harbour-northgate-2026' }) guid?: string;
}

/** Body of `PATCH /events/{id}`: only the fields sent change. */
export class EventChange extends EventDetails {
  @Text({ min: 1, max: 300, optional: true, example: 'Harbour City v Northgate Rovers' }) name?: string;
  @Id({ optional: true, description: 'Administrators only', example: 4 }) site_id?: number;
  @Text({
    min: 1,
    max: 200,
    optional: true,
    description: 'Administrators only',
    example: 'harbour-northgate-2026',
  })
  guid?: string;
}

/** Filters of `GET /sites/{id}/events`. */
export class SiteEventListQuery extends ListQuery {
  @Text({ optional: true, description: 'Part of the name or guid' }) q?: string;
  @Text({ optional: true }) status?: string;
  @Text({ optional: true }) category?: string;
  @Text({ max: 200, optional: true }) guid?: string;
  @Bool({ optional: true }) in_future?: boolean;
}

/** Filters of `GET /events`. */
export class EventListQuery extends SiteEventListQuery {
  @Text({ optional: true }) site_id?: string;
}
