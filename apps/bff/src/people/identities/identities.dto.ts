import { Bool, Enum, Id, Instant, Int, Json, Text, Texts } from '../../platform/http/fields';
import { ListQuery } from '../../platform/http/list-query';
import { type MatchDecision, matchDecisions, type MatchKind, matchKinds } from './identity-match.entity';

/** `settled`: fewer than two of its rows still share the identity, so nothing is left to decide. */
export const matchStates = ['undecided', ...matchDecisions, 'settled'] as const;
export type MatchState = (typeof matchStates)[number];

/** What the rows of a match share. */
export const sharedIdentities = ['guid', 'address', 'customer', 'email'] as const;

/** A row of a match. */
export class IdentityRow {
  @Id({ description: 'Id of the event, login or account' }) id: number;
  @Text({ example: 'Harbour City v Northgate Rovers' }) name: string;
  @Text({
    description:
      "The event's guid and addresses, the login's supporter id and e-mail, or the account's e-mail",
    example: 'hc-ngr · https://tickets.example/e/hc-ngr',
  })
  detail: string;
  @Id({ nullable: true, description: "The event's creator, or whose login or account it is" })
  realm_id: number | null;
  @Text({ nullable: true, example: 'Quayside Desk' }) realm_name: string | null;
  @Text({ example: 'on_sale' }) status: string;
  @Int({ nullable: true, description: 'Seats bought, without reversed records; null of accounts' }) bought:
    number | null;
  @Int({ nullable: true, description: 'Seats held now; null of accounts' }) held: number | null;
  @Int({ nullable: true, description: "The event's own limit per customer" }) max_per_customer: number | null;
  @Bool({ description: 'It is deleted; what it counted still counts' }) deleted: boolean;
  @Bool({ description: 'It is in use and still shares the identity with another row' }) meets: boolean;
}

/** Rows that have one identity, and what was decided about them. */
export class IdentityMatchDto {
  @Id() id: number;
  @Enum(matchKinds) kind: MatchKind;
  @Enum(matchStates) state: MatchState;
  @Enum(sharedIdentities, { description: 'What they share' }) shared: (typeof sharedIdentities)[number];
  @Text({ description: 'In its canonical form', example: 'tickets.example/e/hc-ngr' }) identity: string;
  @Id({ nullable: true, description: 'Null of accounts' }) site_id: number | null;
  @Text({ nullable: true, example: 'Harbour Tickets' }) site_name: string | null;
  @Enum(matchDecisions, { nullable: true, description: 'Null: none' }) decision: MatchDecision | null;
  @Texts({ values: matchDecisions, description: 'What can be decided of this kind' })
  decisions: MatchDecision[];
  @Id({ nullable: true, description: 'The event or account that stays in use' }) kept_id: number | null;
  @Text({ nullable: true, description: 'Who decided', example: 'Ada Admin' }) decided_by_name: string | null;
  @Instant({ nullable: true }) decided_at: Date | null;
  @Int({ description: 'Number of rows' }) row_count: number;
  @Json({ items: IdentityRow, description: 'The first 100 rows' }) rows: IdentityRow[];
  @Instant() created_at: Date;
  @Instant() updated_at: Date;
}

/** Body of `PUT /identity-matches/{id}/decision`. */
export class IdentityDecision {
  @Enum(matchDecisions, { nullable: true, description: 'Null takes the decision back' })
  decision: MatchDecision | null;
  @Id({
    optional: true,
    nullable: true,
    description: 'Required to merge events or accounts: the one that stays in use',
  })
  keep_id?: number | null;
}

/** Filters of `GET /identity-matches`. */
export class IdentityMatchListQuery extends ListQuery {
  @Text({ optional: true, description: 'Part of the identity' }) q?: string;
  @Text({ optional: true, description: 'event, login or account' }) kind?: string;
  @Text({ optional: true, description: 'undecided, merged, apart or settled' }) state?: string;
  @Text({ optional: true }) site_id?: string;
}
