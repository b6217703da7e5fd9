import { Bool, Enum, Id, Ids, Instant, Json, Money, Text } from '../../platform/http/fields';
import { ListQuery } from '../../platform/http/list-query';
import { PurchaseInputDto } from '../../work';
import { TicketDto } from '../tickets/tickets.dto';

/** States of a hold. */
const holdStatuses = ['held', 'confirmed', 'expired', 'removed'] as const;
export type HoldStatus = (typeof holdStatuses)[number];

/** A seat that is held at a site for a while. */
export class CartedTicketDto {
  @Id() id: number;
  @Id() realm_id: number;
  @Id({ nullable: true, description: 'Null: the task was deleted for good' }) task_id: number | null;
  @Text({ nullable: true, example: 'North stand 07' }) task_name: string | null;
  @Id() login_id: number;
  @Text({ nullable: true, example: 'buyer@quayside.example' }) login_email: string | null;
  @Text({
    nullable: true,
    description: "The login's name, else its e-mail",
    example: 'buyer@quayside.example',
  })
  login_name: string | null;
  @Id() site_id: number;
  @Text({ nullable: true, example: 'Harbour Tickets' }) site_name: string | null;
  @Id() event_id: number;
  @Text({ nullable: true, example: 'harbour-northgate-2026' }) event_guid: string | null;
  @Text({ nullable: true, example: 'Harbour City v Northgate Rovers' }) event_name: string | null;
  @Text({ nullable: true, example: 'North Stand' }) area: string | null;
  @Text({ nullable: true, example: 'F' }) row: string | null;
  @Text({ nullable: true, example: '14' }) seat: string | null;
  @Money({ nullable: true, example: 42.5 }) price: number | null;
  @Text({ nullable: true, example: 'GBP' }) currency: string | null;
  @Text({
    nullable: true,
    description: "The site's page where a person pays for it",
    example: 'https://tickets.example/basket/9f2c',
  })
  basket: string | null;
  @Enum(holdStatuses) status: HoldStatus;
  @Instant() expires_at: string;
  @Instant() created_at: string;
}

/** Filters of `GET /carted-tickets`. */
export class CartQuery extends ListQuery {
  @Bool({ optional: true, description: 'Include expired seats' }) expired?: boolean;
  @Text({ optional: true, description: 'Part of the event, seat or login' }) q?: string;
  @Text({ optional: true }) task_id?: string;
  @Text({ optional: true }) login_id?: string;
  @Text({ optional: true }) site_id?: string;
  @Text({ optional: true }) event_id?: string;
  @Text({ optional: true }) job_id?: string;
  @Text({ optional: true }) realm_id?: string;
  @Instant({ optional: true, description: 'Held from this instant on' }) created_from?: string;
  @Instant({ optional: true, description: 'Held before this instant' }) created_to?: string;
  @Instant({ optional: true, description: 'Expires from this instant on' }) expires_from?: string;
  @Instant({ optional: true, description: 'Expires before this instant' }) expires_to?: string;
}

/** Query of removals. */
export class RemovalQuery {
  @Bool({ optional: true, description: 'Remove them although somebody else pays the basket now' })
  override?: boolean;
}

/** Limits a group to the seats that the page showed. */
export class GroupQuery extends RemovalQuery {
  @Bool({ optional: true, description: 'true: only expired seats; false: only live ones' })
  expired?: boolean;
  @Id({ optional: true }) site_id?: number;
  @Text({ optional: true }) area?: string;
  @Text({ optional: true }) row?: string;
}

const replaceDescription =
  'For seats that are recorded or held elsewhere: true records them and reverses older records of the realm; false leaves them out; by default the answer is 409 SEATS_TAKEN if there are any';
const overrideDescription = 'Record it although somebody else pays the basket now';

/** Body of `POST /carted-tickets/confirm`. */
export class ConfirmDto {
  @Bool({ optional: true, description: replaceDescription }) replace?: boolean;
  @Bool({ optional: true, description: overrideDescription }) override?: boolean;
  @Ids({ min: 1, max: 1000 }) ticket_ids: number[];
  @Bool({ optional: true, description: 'Include seats that expired less than 10 minutes ago' })
  late?: boolean;
  @Text({
    max: 120,
    optional: true,
    nullable: true,
    description: "The site's order reference, saved on each new ticket",
    example: 'HB-204417',
  })
  ticket_reference?: string | null;
}

/** Body of `POST /purchases`. */
export class PurchaseRecordDto extends PurchaseInputDto {
  @Bool({ optional: true, description: replaceDescription }) replace?: boolean;
  @Bool({ optional: true, description: overrideDescription }) override?: boolean;
}

/** Body of `POST /purchases/reverse`. */
export class ReversalDto {
  @Ids({ min: 1, max: 1000, description: 'The tickets' }) ticket_ids: number[];
  @Text({
    max: 500,
    optional: true,
    nullable: true,
    description: "Needed for somebody else's record, and for the caller's own after 15 minutes",
    example: 'The payment was declined',
  })
  reason?: string | null;
}

/** Answer of `POST /purchases/reverse`. */
export class ReversalAnswer {
  @Ids({ max: 1000, description: 'The reversed tickets' }) reversed: number[];
  @Ids({ max: 1000, description: 'The seats that are held again' }) held: number[];
}

/** A hold that couldn't be confirmed. */
export class ConfirmFailure {
  @Id() id: number;
  @Text({
    description:
      'EXPIRED (`late` may help), RECORDED_BEFORE (its seat has an older record), HELD_ELSEWHERE (its seat is held elsewhere), CONFIRMED, REMOVED or NOT_FOUND',
    example: 'CONFLICT',
  })
  code: string;
}

/** Answer of `POST /carted-tickets/confirm`. */
export class ConfirmAnswer {
  @Json({ items: TicketDto }) confirmed: TicketDto[];
  @Json({ items: ConfirmFailure }) failed: ConfirmFailure[];
}

/** Answer of the deletes: the removed holds. */
export class RemovedHolds {
  @Ids() ids: number[];
}
