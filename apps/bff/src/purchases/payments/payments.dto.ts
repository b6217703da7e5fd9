import { Bool, Enum, Id, Ids, Instant, Int, Json, Money, Text } from '../../platform/http/fields';
import { ListQuery } from '../../platform/http/list-query';
import { Masked, SecretMask } from '../../platform/sealing/secret-mask';

/** The fields of a login that somebody who pays may read. */
export const revealableSecrets = ['password', 'card', 'address', 'home_phone', 'mobile_phone'] as const;
export type RevealableSecret = (typeof revealableSecrets)[number];

/** The older record of a seat that is held again, which contradicts the hold. */
export class SeatRecord {
  @Id({ description: 'The ticket' }) id: number;
  @Instant() recorded_at: string;
  @Id({ nullable: true, description: 'Who recorded it; null: a worker, or a deleted user' })
  confirmed_by: number | null;
  @Text({ description: "The name of the record's login, else its e-mail", example: 'buyer@quayside.example' })
  login_name: string;
  @Text({ nullable: true, example: 'HB-204417' }) ticket_reference: string | null;
}

export class BasketSeat {
  @Id({ description: "The hold's id" }) id: number;
  @Text({ nullable: true, example: 'North Stand' }) area: string | null;
  @Text({ nullable: true, example: 'F' }) row: string | null;
  @Text({ nullable: true, example: '14' }) seat: string | null;
  @Money({ nullable: true, example: 42.5 }) price: number | null;
  @Text({ nullable: true, example: 'GBP' }) currency: string | null;
  @Instant() expires_at: string;
  @Json({
    type: SeatRecord,
    nullable: true,
    description: 'The record that says that it was purchased already',
  })
  record: SeatRecord | null;
}

/** Who pays a basket now. */
export class BasketClaim {
  @Id({ nullable: true }) user_id: number | null;
  @Text({ description: "The person's name, else their e-mail", example: 'Nel Harper' }) who: string;
  @Instant() claimed_at: string;
  @Instant({ description: 'Others may claim the basket from then on' }) expires_at: string;
}

/** A basket that a person is to pay at the site: the live holds of one task. */
export class BasketDto {
  @Id({ description: "The task's id" }) id: number;
  @Id() realm_id: number;
  @Text({ nullable: true, example: 'North stand 07' }) task_name: string | null;
  @Id({ nullable: true }) job_id: number | null;
  @Id() login_id: number;
  @Text({ description: "The login's name, else its e-mail", example: 'buyer@quayside.example' })
  login_name: string;
  @Text({ example: 'buyer@quayside.example' }) login_email: string;
  @Id() site_id: number;
  @Text({ example: 'Harbour Tickets' }) site_name: string;
  @Id() event_id: number;
  @Text({ example: 'Harbour City v Northgate Rovers' }) event_name: string;
  @Text({
    nullable: true,
    description: "The site's page where a person pays for it",
    example: 'https://tickets.example/basket/9f2c',
  })
  basket: string | null;
  @Int({ min: 1 }) seat_count: number;
  @Json({ items: BasketSeat }) seats: BasketSeat[];
  @Instant({ description: 'When its first seat was held' }) held_since: string;
  @Instant({ description: 'When its first seat expires' }) expires_at: string;
  @Json({ type: BasketClaim, nullable: true, description: 'Null: nobody pays it now' })
  claim: BasketClaim | null;
}

/** A basket with what its login needs at the site; secrets are revealed one at a time. */
export class ClaimedBasketDto extends BasketDto {
  @Text({ nullable: true, example: 'buyer' }) login_user: string | null;
  @Text({ nullable: true, example: '100200' }) login_supporter_id: string | null;
  @Masked() password: SecretMask;
  @Masked() card: SecretMask;
  @Masked() address: SecretMask;
  @Masked() home_phone: SecretMask;
  @Masked() mobile_phone: SecretMask;
}

/** Filters of `GET /pay-queue`. */
export class PayQueueQuery extends ListQuery {
  @Text({ optional: true, description: 'Part of the event, task or login' }) q?: string;
  @Text({ optional: true }) event_id?: string;
  @Text({ optional: true }) site_id?: string;
  @Text({ optional: true }) job_id?: string;
  @Text({ optional: true }) realm_id?: string;
  @Bool({ optional: true, description: 'true: only baskets that somebody pays now; false: only the others' })
  claimed?: boolean;
}

/** Body of `POST /pay-queue/next`. */
export class NextBasketDto {
  @Id({ optional: true, nullable: true, description: 'Only baskets of this event' }) event_id?: number | null;
  @Id({ optional: true, nullable: true, description: 'Only baskets of this job' }) job_id?: number | null;
  @Ids({ optional: true, max: 200, description: 'Baskets that the caller skipped' }) except_ids?: number[];
}

/** Body of `POST /pay-queue/{id}/claim`. */
export class ClaimBasketDto {
  @Bool({ optional: true, description: 'Take it over from somebody else who has claimed it' })
  override?: boolean;
}

/** Answer of `POST /pay-queue/next`. */
export class NextBasketAnswer {
  @Json({ type: ClaimedBasketDto, nullable: true, description: 'Null: no basket is free' })
  basket: ClaimedBasketDto | null;
}

/** Body of `POST /pay-queue/{id}/secret`. */
export class RevealSecretDto {
  @Enum(revealableSecrets) which: RevealableSecret;
}

/** Answer of `POST /pay-queue/{id}/secret`. */
export class RevealedSecret {
  @Enum(revealableSecrets) which: RevealableSecret;
  @Text({ nullable: true, description: 'Null: the login has none', example: 'lantern-over-quiet-water-7' })
  value: string | null;
  @Int({ description: 'Seconds after which a page hides it' }) hide_after_s: number;
}

/** Body of `POST /pay-queue/{id}/confirm`. */
export class ConfirmBasketDto {
  @Ids({ min: 1, max: 1000, description: 'The held seats that were paid' }) hold_ids: number[];
  @Text({ max: 120, description: "The site's order reference, saved on each ticket", example: 'HB-204417' })
  ticket_reference: string;
  @Bool({ optional: true, description: 'Include seats that expired less than 10 minutes ago' })
  late?: boolean;
  @Bool({ optional: true, description: 'As in `POST /carted-tickets/confirm`' }) replace?: boolean;
  @Bool({ optional: true, description: 'Record it although somebody else has claimed the basket since' })
  override?: boolean;
}
