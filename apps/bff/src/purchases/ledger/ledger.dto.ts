import { Bool, Enum, Id, Instant, Money, Text } from '../../platform/http/fields';
import { ListQuery } from '../../platform/http/list-query';
import { type TicketStatus, ticketStatuses } from '../tickets/tickets.dto';

/** Kinds of buyers: a worker that paid at the site, or a person who paid there and recorded it here. */
export const buyerKinds = ['worker', 'person'] as const;
export type BuyerKind = (typeof buyerKinds)[number];

/** One purchase of the ledger: a seat with its customer and buyer. */
export class LedgerLine {
  @Id({ description: "The ticket's id" }) id: number;
  @Instant({ description: 'When it was recorded as bought' }) bought_at: string;
  @Id() realm_id: number;
  @Text({ nullable: true, example: 'Quayside Desk' }) realm_name: string | null;
  @Text({ description: 'The customer whose limit it counts towards: the supporter id, else the e-mail' })
  customer_identity: string;
  @Id() login_id: number;
  @Text({ example: 'buyer@quayside.example' }) login_email: string;
  @Text({ description: "The login's name, else its e-mail", example: 'buyer@quayside.example' })
  login_name: string;
  @Enum(buyerKinds, { nullable: true }) buyer_kind: BuyerKind | null;
  @Text({ nullable: true, description: "The person's e-mail, or the worker's token and name" })
  buyer: string | null;
  @Id() site_id: number;
  @Text({ nullable: true, example: 'Harbour Tickets' }) site_name: string | null;
  @Id() event_id: number;
  @Text({ example: 'harbour-northgate-2026' }) event_guid: string;
  @Text({ example: 'Harbour City v Northgate Rovers' }) event_name: string;
  @Text({ example: 'North Stand' }) area: string;
  @Text({ example: 'F' }) row: string;
  @Text({ example: '14' }) seat: string;
  @Money({ nullable: true, example: 42.5 }) price: number | null;
  @Text({ nullable: true, example: 'GBP' }) currency: string | null;
  @Enum(ticketStatuses) status: TicketStatus;
  @Text({ nullable: true, example: 'HB-204417' }) ticket_reference: string | null;
  @Text({
    nullable: true,
    description: "The task's idempotency key at the site",
    example: '0c9b1d52-6f5e-4a47-9a43-0d2f0b6f1f10',
  })
  order_key: string | null;
  @Id({ nullable: true }) task_id: number | null;
  @Text({ nullable: true, example: 'North stand 07' }) task_name: string | null;
  @Id({ nullable: true }) job_id: number | null;
  @Text({ nullable: true }) job_name: string | null;
  @Bool({ description: 'Confirmed after its hold had expired' }) late: boolean;
  @Bool({ description: "Confirmed over the event's limit per customer" }) over_limit: boolean;
  @Bool({ description: 'Recorded while more was spent and reserved than a budget allowed' })
  over_budget: boolean;
  @Bool({ description: 'The ticket was deleted; its purchase stays in the ledger' }) deleted: boolean;
  @Id({ nullable: true, description: 'Who recorded it; null: a worker, or a deleted user' })
  confirmed_by: number | null;
  @Instant({ nullable: true, description: 'When the record was reversed, because it was false' })
  reversed_at: string | null;
  @Text({ nullable: true, description: 'Who reversed it', example: 'owner@quayside.example' })
  reversed_by: string | null;
  @Text({ nullable: true, example: 'The payment was declined' }) reversal_reason: string | null;
  @Id({ nullable: true, description: 'The record of the same seat that replaced it' })
  replaced_by: number | null;
}

/** Filters of `GET /ledger`. */
export class LedgerQuery extends ListQuery {
  @Text({ optional: true, description: 'Part of the customer, login, buyer, event, seat or reference' })
  q?: string;
  @Text({ optional: true, max: 320, description: 'The exact customer identity' }) customer?: string;
  @Text({ optional: true }) buyer_kind?: string;
  @Text({ optional: true }) event_id?: string;
  @Text({ optional: true }) site_id?: string;
  @Text({ optional: true }) login_id?: string;
  @Text({ optional: true }) job_id?: string;
  @Text({ optional: true }) realm_id?: string;
  @Bool({ optional: true }) over_limit?: boolean;
  @Bool({ optional: true }) over_budget?: boolean;
  @Bool({ optional: true, description: 'true: only reversed records; false: only the others' })
  reversed?: boolean;
  @Instant({ optional: true, description: 'Bought from this instant on' }) from?: string;
  @Instant({ optional: true, description: 'Bought before this instant' }) to?: string;
}
