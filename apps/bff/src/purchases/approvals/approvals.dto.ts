import { CostDto } from '../../catalogue';
import { Enum, Id, Instant, Int, Json, Money, Text } from '../../platform/http/fields';
import { ListQuery } from '../../platform/http/list-query';
import { Currency } from '../../platform/http/text-fields';
import { JobInputDto, type LimitName, limitNames, PlanTotals } from '../../work';
import { type ApprovalKind, approvalKinds, type ApprovalStatus, approvalStatuses } from './approval.entity';

/** What somebody asks a second person for. */
export class ApprovalDto {
  @Id() id: number;
  @Id() realm_id: number;
  @Text({ example: 'Quayside Desk' }) realm_name: string;
  @Enum(approvalKinds) kind: ApprovalKind;
  @Enum(approvalStatuses) status: ApprovalStatus;
  @Text({
    description: 'Of the launch, the job, the event or the currency',
    example: 'Two seats each, Saturday',
  })
  name: string;
  @Id({ nullable: true }) event_id: number | null;
  @Text({ nullable: true, example: 'Harbour City v Northgate Rovers' }) event_name: string | null;
  @Id({ nullable: true, description: 'Of `job_budget`, and the job that an approval launched' })
  job_id: number | null;
  @Json({ type: PlanTotals, nullable: true, description: 'Of `launch`: the plan as it was shown' })
  plan: PlanTotals | null;
  @Json({ type: CostDto, nullable: true, description: 'Of `launch`; null: no price is known' })
  cost: CostDto | null;
  @Int({ nullable: true, description: 'Of `launch`: seats without a known price' })
  unpriced_seats: number | null;
  @Instant({ nullable: true, description: 'Of `launch`: when its first task starts; null: at once' })
  scheduled_at: string | null;
  @Money({
    nullable: true,
    description: 'The requested budget; null: none, or the sum of a launch isn’t known',
    example: 1240,
  })
  asked: number | null;
  @Text({ nullable: true, example: 'GBP' }) currency: string | null;
  @Text({ example: 'The derby is sold out in minutes' }) reason: string;
  @Id({ nullable: true, description: 'Null: the account is gone' }) asked_by: number | null;
  @Text({ example: 'launcher@quayside.example' }) asked_who: string;
  @Instant() expires_at: Date;
  @Text({ nullable: true, example: 'owner@quayside.example' }) decided_who: string | null;
  @Instant({ nullable: true }) decided_at: Date | null;
  @Text({ nullable: true }) answer: string | null;
  @Money({ nullable: true, description: 'The budget that was approved', example: 1000 }) granted:
    number | null;
  @Instant() created_at: Date;
  @Instant() updated_at: Date;
}

/** A requested budget. */
export class AskedBudget {
  @Id({ optional: true, description: 'Of `job_budget`' }) job_id?: number;
  @Id({ optional: true, description: 'Of `event_budget`' }) event_id?: number;
  @Money({ nullable: true, description: 'Null removes the budget of an event or a month', example: 2500 })
  amount: number | null;
  @Currency({ example: 'GBP' }) currency: string;
}

/** Body of `POST /approvals`. */
export class AskApprovalInput {
  @Id({
    optional: true,
    description: 'Your own realm; administrators name it for budgets of events and months',
  })
  realm_id?: number;
  @Enum(approvalKinds, { example: 'month_budget' }) kind: ApprovalKind;
  @Json({
    type: JobInputDto,
    optional: true,
    description: 'Of `launch`, with the `plan_hash` of its preview',
  })
  launch?: JobInputDto;
  @Json({ type: AskedBudget, optional: true, description: 'Of the other kinds' }) budget?: AskedBudget;
  @Text({ min: 1, max: 1000, lines: true, example: 'The derby is sold out in minutes' }) reason: string;
}

/** Body of `POST /approvals/{id}/approve`. */
export class ApproveInput {
  @Money({
    optional: true,
    nullable: true,
    description: 'A lower budget than what was asked for; needed where the sum isn’t known',
    example: 1000,
  })
  granted?: number | null;
  @Text({ max: 1000, lines: true, optional: true, nullable: true }) answer?: string | null;
}

/** Body of `POST /approvals/{id}/decline`. */
export class DeclineApprovalInput {
  @Text({ min: 1, max: 1000, lines: true, example: 'Not before the refunds are in' }) answer: string;
}

/** Filters of `GET /approvals`. */
export class ApprovalListQuery extends ListQuery {
  @Text({ optional: true, description: 'Statuses, comma-separated' }) status?: string;
  @Text({ optional: true, description: 'Kinds, comma-separated' }) kind?: string;
  @Text({ optional: true, description: 'Ids of events' }) event_id?: string;
  @Text({ optional: true, description: 'Ids of realms' }) realm_id?: string;
}

/** A rule of the realm beside what is committed now. */
export class CommitmentDto {
  @Enum(limitNames) rule: LimitName;
  @Money({ example: 1000 }) limit: number;
  @Money({ description: 'Spent, reserved, and what jobs and tasks may still spend', example: 640 })
  committed: number;
}

/** Answer of `GET /approvals/{id}/commitments`. */
export class CommitmentsDto {
  @Text({ nullable: true, description: 'Of the rules; null: the realm has none', example: 'GBP' })
  currency: string | null;
  @Json({ items: CommitmentDto }) rules: CommitmentDto[];
  @Money({
    nullable: true,
    description: 'The budget that would be changed, as it is now; null: none',
    example: 500,
  })
  present: number | null;
}
