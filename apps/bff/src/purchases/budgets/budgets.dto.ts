import { PlannedCosts } from '../../catalogue';
import { Decimal, Enum, Id, Json, Money, Text } from '../../platform/http/fields';
import { ListQuery } from '../../platform/http/list-query';
import { Currency } from '../../platform/http/text-fields';

/** What a budget is about: a seat, a task, a job, an event of a realm, or a month of a realm. */
export const budgetKinds = ['seat', 'task', 'job', 'event', 'month'] as const;
export type BudgetKind = (typeof budgetKinds)[number];

/** A budget with its three balances: `amount` is what is spent, reserved and free. */
export class BudgetDto {
  @Enum(budgetKinds, { example: 'event' }) kind: BudgetKind;
  @Id() realm_id: number;
  @Text({ example: 'Quayside Desk' }) realm_name: string;
  @Id({ nullable: true, description: 'Of a budget per event' }) event_id: number | null;
  @Text({ nullable: true, example: 'Harbour City v Northgate Rovers' }) event_name: string | null;
  @Id({ nullable: true, description: 'Of a budget of a job' }) job_id: number | null;
  @Text({ nullable: true, example: 'Two seats each, Saturday' }) job_name: string | null;
  @Text({ example: 'GBP' }) currency: string;
  @Money({ example: 25_000 }) amount: number;
  @Money({ description: 'Recorded purchases, without reversed records', example: 9_600 }) spent: number;
  @Money({ description: 'Seats that are held now', example: 400 }) reserved: number;
  @Decimal({ description: 'Below 0: the budget is exceeded', example: 15_000 }) free: number;
  @Json({
    type: PlannedCosts,
    nullable: true,
    description:
      'What will be spent when live tasks get all seats that they still try for, and how many these are; null: of a month',
  })
  forecast: PlannedCosts | null;
}

/** Filters of `GET /budgets`. */
export class BudgetListQuery extends ListQuery {
  @Text({ optional: true, description: 'Kinds, comma-separated' }) kind?: string;
  @Text({ optional: true, description: 'Ids of events' }) event_id?: string;
  @Text({ optional: true, description: 'Ids of jobs' }) job_id?: string;
  @Text({ optional: true, description: 'Ids of realms' }) realm_id?: string;
}

/** Body of `PUT /on-sale/{eventId}/budget`. */
export class EventBudgetInput {
  @Id({ optional: true, description: 'Your own realm; for administrators, the realm that spends' })
  realm_id?: number;
  @Money({ nullable: true, description: 'Null removes the budget', example: 25_000 }) amount: number | null;
  @Currency({ example: 'GBP' }) currency: string;
}

/** The most that a realm may spend on an event. */
export class EventBudgetDto {
  @Id() realm_id: number;
  @Id() event_id: number;
  @Money({ nullable: true, description: 'Null: no budget', example: 25_000 }) amount: number | null;
  @Text({ nullable: true, example: 'GBP' }) currency: string | null;
}

/** Body of `PUT /budgets/month`: from this month on. */
export class MonthBudgetInput extends EventBudgetInput {}

/** The most that a realm may spend in a month. */
export class MonthBudgetDto {
  @Id() realm_id: number;
  @Text({ example: 'GBP' }) currency: string;
  @Money({ nullable: true, description: 'Null: no budget', example: 100_000 }) amount: number | null;
}
