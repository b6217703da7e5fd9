import { Bool, Decimal, Enum, Id, Instant, Int, Json, Text, Texts } from '../../platform/http/fields';

/** Query of the payers of an event. */
export class PayersQuery {
  @Id({ optional: true, description: 'The realm; administrators must name one' }) realm_id?: number;
}

/** Ways to have fewer baskets expire. */
const paymentHelps = ['payers', 'spread', 'buy'] as const;
export type PaymentHelpKind = (typeof paymentHelps)[number];

/** What would have no basket expire, or fewer. */
export class PaymentHelp {
  @Enum(paymentHelps, {
    description:
      "`payers`: so many more people; `spread`: the job's tasks start so many seconds apart; `buy`: the job's tasks buy instead of hold",
  })
  kind: PaymentHelpKind;
  @Int({ nullable: true, description: 'With `payers`: how many more' }) count: number | null;
  @Int({ nullable: true, description: 'With `spread`: seconds between the starts of two tasks' })
  seconds: number | null;
  @Id({ nullable: true, description: 'With `spread` and `buy`; null: the launch that is planned' })
  job_id: number | null;
  @Text({ nullable: true, example: 'Two seats each, Saturday' }) job_name: string | null;
  @Int({ nullable: true, description: 'With `spread` and `buy`: tasks of the job that bring baskets' })
  tasks: number | null;
  @Texts({ nullable: true, description: 'With `buy`: the price levels that the job chooses; empty: all' })
  levels: string[] | null;
  @Int({ description: 'Baskets that would expire then' }) expire: number;
  @Instant({ nullable: true, description: 'With `spread`: when the last task of the job would start' })
  last_start_at: string | null;
}

/** Whether the people who are on can pay the baskets of an event in time. */
export class PaymentForecastDto {
  @Int({ description: 'Baskets to pay: those that are held, and those that come' }) baskets: number;
  @Int({ description: 'Of these, those that are held now' }) held: number;
  @Int({ description: 'Tasks in waiting rooms, which count in nothing else: when they get in is unknown' })
  waiting: number;
  @Int({ description: 'Baskets that come in the busiest minute' }) baskets_per_minute: number;
  @Decimal({ description: 'Baskets that the people who are on can pay in a minute', example: 4.5 })
  paid_per_minute: number;
  @Int({
    description:
      'Baskets that will expire unpaid. A task whose seats expire tries once more, and its second basket counts too',
  })
  expire: number;
  @Instant({ nullable: true, description: 'When the first of them expires; null: none does' })
  first_expiry_at: string | null;
  @Decimal({ description: 'Seconds per basket of a further person', example: 60 }) pace_s: number;
  @Json({ items: PaymentHelp, description: 'What helps; empty where no basket expires' }) help: PaymentHelp[];
}

/** A person who is on for an event. */
export class PayerDto {
  @Id() user_id: number;
  @Text({ description: "The person's name, else their e-mail", example: 'Nel Harper' }) name: string;
  @Instant() since: string;
}

/** What the caller is to an event's payments. */
export class OwnPayerDto {
  @Bool({ description: 'A person of the realm who may pay now' }) may_pay: boolean;
  @Bool() is_on: boolean;
  @Decimal({ nullable: true, description: "The caller's own pace in seconds per basket; null: may not pay" })
  pace_s: number | null;
}

/** Who pays the baskets of an event, and whether that is enough. */
export class PayersDto {
  @Instant({ description: "The server's clock" }) at: string;
  @Json({ items: PayerDto, description: 'Those who may pay now, first the one who is on for longest' })
  payers: PayerDto[];
  @Int({ description: 'People who may pay and are not on, without the caller' }) others: number;
  @Json({ type: OwnPayerDto }) me: OwnPayerDto;
  @Json({ type: PaymentForecastDto }) forecast: PaymentForecastDto;
}

/** Answer of `POST /on-sale/{eventId}/payers/ask`. */
export class AskedPayersDto {
  @Int({ description: 'People who were notified' }) asked: number;
}
