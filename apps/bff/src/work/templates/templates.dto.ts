import { IsObject } from 'class-validator';
import { CostDto } from '../../catalogue';
import { rule } from '../../platform/http/field-checks';
import { Enum, Id, Ids, Instant, Int, Json, Text } from '../../platform/http/fields';
import { ListQuery } from '../../platform/http/list-query';
import { PlainLabel } from '../../platform/http/text-fields';
import { Budget, BudgetCurrency } from '../budget-fields';
import { type TemplateType, templateTypes } from './template.entity';

/** A template with its logins in order, or its pool. */
export class TemplateDto {
  @Id() id: number;
  @Text({ example: 'Two seats each' }) name: string;
  @Enum(templateTypes) type: TemplateType;
  @Id() realm_id: number;
  @Id() site_id: number;
  @Text({ example: 'Harbour Tickets' }) site_name: string;
  @Id({ nullable: true }) event_id: number | null;
  @Text({ nullable: true, example: 'harbour-northgate-2026' }) event_guid: string | null;
  @Text({ nullable: true, example: 'Harbour City v Northgate Rovers' }) event_name: string | null;
  @Int({ example: 4 }) worker_count: number;
  @Int({ example: 2 }) seats_per_worker: number;
  @Int({ description: 'Seconds between the starts of two tasks', example: 5 }) launch_delay: number;
  @Int({ nullable: true, description: 'Total number of seats wanted', example: 8 }) target_count:
    number | null;
  @Budget('budget') budget: number | null;
  @Budget('budget_per_task') budget_per_task: number | null;
  @Budget('budget_per_seat') budget_per_seat: number | null;
  @BudgetCurrency() budget_currency: string | null;
  @Text({ nullable: true, example: 'adult' }) price_type: string | null;
  @Json({ nullable: true, example: { 'North Stand': 1, 'East Stand': 2 } }) price_levels: Record<
    string,
    unknown
  > | null;
  @Text({ nullable: true }) proxy_template: string | null;
  @Int({ nullable: true }) proxy_rotation_interval: number | null;
  @Ids({ description: 'In order; empty with a pool' }) login_ids: number[];
  @Id({ nullable: true, description: 'The pool whose members are used' }) pool_id: number | null;
  @Text({ nullable: true }) pool_name: string | null;
  @Json({
    type: CostDto,
    nullable: true,
    description:
      "What a launch with its settings costs now; by the site's prices without an event. Null: no price is known",
  })
  cost: CostDto | null;
  @Instant({ nullable: true, description: 'When its latest job was created' })
  last_launched_at: Date | null;
  @Instant() created_at: Date;
  @Instant() updated_at: Date;
}

/** What a launch takes from a template beside its site, event and logins. */
export class TemplateDetails {
  @Enum(templateTypes, { optional: true }) type?: TemplateType;
  @Int({ min: 1, max: 10_000, optional: true, example: 4 }) worker_count?: number;
  @Int({ min: 1, max: 100, optional: true, example: 2 }) seats_per_worker?: number;
  @Int({ max: 86_400, optional: true, description: 'Seconds between the starts of two tasks', example: 5 })
  launch_delay?: number;
  @Int({ min: 1, max: 1_000_000, optional: true, nullable: true, example: 8 }) target_count?: number | null;
  @Budget('budget', { optional: true }) budget?: number | null;
  @Budget('budget_per_task', { optional: true }) budget_per_task?: number | null;
  @Budget('budget_per_seat', { optional: true }) budget_per_seat?: number | null;
  @BudgetCurrency({ optional: true }) budget_currency?: string | null;
  @Text({ max: 200, optional: true, nullable: true, example: 'adult' }) price_type?: string | null;
  @IsObject(rule('$property must be an object', 'NOT_OBJECT'))
  @Json({ optional: true, nullable: true, example: { 'North Stand': 1, 'East Stand': 2 } })
  price_levels?: Record<string, unknown> | null;
  @PlainLabel({ optional: true, nullable: true, description: 'A label: stored, never used' })
  proxy_template?: string | null;
  @Int({ optional: true, nullable: true, description: 'Stored, never used' }) proxy_rotation_interval?:
    number | null;
}

class TemplateFields extends TemplateDetails {
  @Id({ optional: true, nullable: true, example: 31 }) event_id?: number | null;
  @Text({ max: 200, optional: true, nullable: true, description: 'In place of event_id' }) event_guid?:
    string | null;
  @Ids({ max: 10_000, optional: true, example: [17, 18] }) login_ids?: number[];
  @Id({ optional: true, nullable: true, description: 'In place of login_ids; setting one clears the other' })
  pool_id?: number | null;
}

/** Body of `POST /templates`. `site_id` is optional with an event. */
export class TemplateInput extends TemplateFields {
  @Text({ max: 200, example: 'Two seats each' }) name: string;
  @Id({ optional: true, example: 4 }) site_id?: number;
  @Id({ optional: true, description: 'For administrators, unless login_ids determine it' }) realm_id?: number;
}

/** Body of `PUT /templates/{id}`: only the fields sent change. */
export class TemplateChange extends TemplateFields {
  @Text({ min: 1, max: 200, optional: true, example: 'Two seats each' }) name?: string;
  @Id({ optional: true, example: 4 }) site_id?: number;
}

/** Filters of `GET /templates`. */
export class TemplateListQuery extends ListQuery {
  @Text({ optional: true, description: 'Part of the name or the event' }) q?: string;
  @Text({ optional: true }) type?: string;
  @Text({ optional: true }) site_id?: string;
  @Text({ optional: true }) event_id?: string;
  @Text({ optional: true }) pool_id?: string;
  @Text({ optional: true }) realm_id?: string;
}
