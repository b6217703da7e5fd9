import { Bool, Id, Instant, Int, Json, Money, Text } from '../../platform/http/fields';

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
}
