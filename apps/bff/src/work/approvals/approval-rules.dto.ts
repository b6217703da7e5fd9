import { Id, Money, Text } from '../../platform/http/fields';
import { Currency } from '../../platform/http/text-fields';

const limits = {
  per_launch: 'The most that a launch may spend without an approval; null: any sum',
  per_event: 'The most that may be committed to an event without an approval; null: any sum',
  per_month: 'The most that may be committed in a month without an approval; null: any sum',
};

const Limit = (name: keyof typeof limits) =>
  Money({ nullable: true, description: limits[name], example: 1000 });

/** From which sums a second person decides. Without a currency the realm has no rules. */
export class ApprovalRulesDto {
  @Id({ nullable: true, description: 'Null: you have no realm' }) realm_id: number | null;
  @Text({ nullable: true, example: 'GBP' }) currency: string | null;
  @Limit('per_launch') per_launch: number | null;
  @Limit('per_event') per_event: number | null;
  @Limit('per_month') per_month: number | null;
}

/** Body of `PUT /approval-rules`: without a limit the rules are removed. */
export class ApprovalRulesInput {
  @Id({ optional: true, description: 'Your own realm; required for administrators' }) realm_id?: number;
  @Currency({ example: 'GBP' }) currency: string;
  @Limit('per_launch') per_launch: number | null;
  @Limit('per_event') per_event: number | null;
  @Limit('per_month') per_month: number | null;
}

/** Query of `GET /approval-rules`. */
export class ApprovalRulesQuery {
  @Id({ optional: true, description: 'Your own realm; required for administrators' }) realm_id?: number;
}
