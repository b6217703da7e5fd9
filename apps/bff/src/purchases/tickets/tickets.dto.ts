import { Bool, Enum, Id, Instant, Int, Json, Money, Text } from '../../platform/http/fields';
import { ListQuery } from '../../platform/http/list-query';

/** States of a purchased ticket; USED and CANCELLED are final once they can no longer be undone. */
export const ticketStatuses = ['ACTIVE', 'USED', 'CANCELLED'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

/** A purchased ticket. */
export class TicketDto {
  @Id() id: number;
  @Id() realm_id: number;
  @Id({ nullable: true }) hold_id: number | null;
  @Id({ nullable: true }) task_id: number | null;
  @Id({ nullable: true }) job_id: number | null;
  @Id() login_id: number;
  @Text({ nullable: true, example: 'buyer@quayside.example' }) login_email: string | null;
  @Text({
    nullable: true,
    description: "The login's name, else its e-mail",
    example: 'buyer@quayside.example',
  })
  login_name: string | null;
  @Id() site_id: number;
  @Id() event_id: number;
  @Text({ nullable: true, example: 'harbour-northgate-2026' }) event_guid: string | null;
  @Text({ nullable: true, example: 'Harbour City v Northgate Rovers' }) event_name: string | null;
  @Text({ nullable: true, example: 'North Stand' }) area: string | null;
  @Text({ nullable: true, example: 'F' }) row: string | null;
  @Text({ nullable: true, example: '14' }) seat: string | null;
  @Money({ nullable: true, example: 42.5 }) price: number | null;
  @Text({ nullable: true, example: 'GBP' }) currency: string | null;
  @Enum(ticketStatuses) status: TicketStatus;
  @Text({ nullable: true, example: 'HB-204417' }) ticket_reference: string | null;
  @Id({ nullable: true, description: 'Who recorded it; null: a worker, or a deleted user' })
  confirmed_by: number | null;
  @Bool({ description: 'Confirmed after its hold had expired' }) late: boolean;
  @Bool({ description: "Confirmed over the event's limit per customer" }) over_limit: boolean;
  @Bool({ description: 'Recorded while more was spent and reserved than a budget allowed' })
  over_budget: boolean;
  @Instant() created_at: string;
  @Instant() updated_at: string;
}

/** Body of `PUT /tickets/{id}`: only the fields sent change. */
export class TicketChangeDto {
  @Enum(ticketStatuses, {
    optional: true,
    description: 'ACTIVE becomes USED or CANCELLED; the same person can undo this within 15 seconds',
  })
  status?: TicketStatus;
  @Text({ max: 120, optional: true, nullable: true, example: 'HB-204417' }) ticket_reference?: string | null;
}

/** Filters of `GET /tickets`. */
export class TicketListQuery extends ListQuery {
  @Text({ optional: true, description: 'Part of the event, login, seat or reference' }) q?: string;
  @Text({ optional: true }) status?: string;
  @Text({ optional: true }) event_id?: string;
  @Text({ optional: true }) site_id?: string;
  @Text({ optional: true }) login_id?: string;
  @Text({ optional: true }) task_id?: string;
  @Text({ optional: true }) job_id?: string;
  @Text({ optional: true }) realm_id?: string;
  @Instant({ optional: true, description: 'Bought from this instant on' }) created_from?: string;
  @Instant({ optional: true, description: 'Bought before this instant' }) created_to?: string;
}

/** Purchased seats of one currency and their sum. */
export class TicketSum {
  @Text({ nullable: true, example: 'GBP' }) currency: string | null;
  @Int({ min: 1, example: 38 }) seats: number;
  @Money({ description: 'Seats whose price is unknown add nothing', example: 2014 }) amount: number;
}

/** Purchased seats of one event in one currency and their sum. */
export class EventTicketSum extends TicketSum {
  @Id() event_id: number;
  @Text({ nullable: true, example: 'Harbour City v Northgate Rovers' }) event_name: string | null;
}

/** Answer of `GET /tickets/sums` and `GET /ledger/sums`. */
export class TicketSumsDto {
  @Json({ items: TicketSum }) totals: TicketSum[];
  @Json({ items: EventTicketSum, description: 'The 100 events with the most seats' })
  events: EventTicketSum[];
}
