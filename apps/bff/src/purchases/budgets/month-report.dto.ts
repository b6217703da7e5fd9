import { Decimal, Enum, Id, Instant, Int, Json, Money, Text } from '../../platform/http/fields';
import { Month } from '../../platform/http/text-fields';

/** Query of the report of a month. */
export class MonthReportQuery {
  @Month({ optional: true, description: 'In the time zone of the realm; this month by default' })
  month?: string;
  @Id({ optional: true, description: 'Your own realm; required for administrators' }) realm_id?: number;
}

/** Whether the job of a seat was approved by a second person. */
const approvalStates = ['approved', 'none'] as const;
type ApprovalState = (typeof approvalStates)[number];

/** Seats that were recorded as bought in a month and what they cost, in one currency. Reversed records don't count. */
export class MonthSum {
  @Text({ nullable: true, example: 'GBP' }) currency: string | null;
  @Int({ example: 38 }) seats: number;
  @Money({ description: 'Seats without a price add nothing', example: 2014 }) spent: number;
  @Int({ description: 'Seats without a price', example: 0 }) unpriced: number;
  @Int({ description: 'Seats that were recorded beyond a budget', example: 2 }) over_budget: number;
}

/** What was spent on one event in a month. */
export class MonthEventSum extends MonthSum {
  @Id() event_id: number;
  @Text({ example: 'Harbour City v Northgate Rovers' }) event_name: string;
}

/** What was spent in a month by jobs that one person approved last, or without an approval. */
export class MonthApproverSum extends MonthSum {
  @Enum(approvalStates) approval: ApprovalState;
  @Id({ nullable: true, description: 'Null: nobody, or the account is gone' }) approver_id: number | null;
  @Text({ nullable: true, example: 'owner@quayside.example' }) approver: string | null;
}

/** A row of a month: what was spent on one event, by one approver, in one currency. */
export class MonthSpending extends MonthApproverSum {
  @Text({ example: '2026-11' }) month: string;
  @Id() realm_id: number;
  @Text({ example: 'Quayside Desk' }) realm_name: string;
  @Id() event_id: number;
  @Text({ example: 'Harbour City v Northgate Rovers' }) event_name: string;
}

/** The budget of a month in one currency, with its balances. */
export class MonthBalance {
  @Text({ example: 'GBP' }) currency: string;
  @Money({ example: 25_000 }) amount: number;
  @Money({ example: 9_600 }) spent: number;
  @Money({ description: 'Seats that are held now; 0 in other months than this', example: 400 })
  reserved: number;
  @Decimal({ description: 'Below 0: the budget is exceeded', example: 15_000 }) free: number;
}

/** What a realm spent in a month: every sum is that of its rows and of the ledger's lines of the month. */
export class MonthReportDto {
  @Id({ nullable: true, description: 'Null: you have no realm' }) realm_id: number | null;
  @Text({ nullable: true, example: 'Quayside Desk' }) realm_name: string | null;
  @Text({ example: '2026-11' }) month: string;
  @Text({ description: 'The month that it is now in the realm', example: '2026-11' }) this_month: string;
  @Text({ example: 'Europe/London' }) time_zone: string;
  @Instant({ description: 'The first instant of the month' }) from: Date;
  @Instant({ description: 'The first instant of the next month' }) to: Date;
  @Json({ items: MonthBalance, description: 'One per currency' }) budgets: MonthBalance[];
  @Json({ items: MonthSum, description: 'One per currency' }) totals: MonthSum[];
  @Json({ items: MonthEventSum }) by_event: MonthEventSum[];
  @Json({ items: MonthApproverSum }) by_approver: MonthApproverSum[];
}
