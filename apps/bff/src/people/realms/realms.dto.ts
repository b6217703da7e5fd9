import { Bool, Enum, Id, Instant, Int, Text } from '../../platform/http/fields';
import { ListQuery } from '../../platform/http/list-query';
import { type RealmStatus, realmStatuses } from './realm.entity';

/** A realm with its limits and their use. */
export class RealmDto {
  @Id() id: number;
  @Text({ max: 200, example: 'Quayside Desk' }) name: string;
  @Enum(realmStatuses) status: RealmStatus;
  @Text({
    nullable: true,
    description: 'IANA name, e.g. Europe/London; null: each browser uses its own',
    example: 'Europe/London',
  })
  time_zone: string | null;
  @Int({ description: 'Maximum number of unfinished tasks', example: 50 }) max_tasks: number;
  @Int({ description: 'Maximum number of logins', example: 100 }) max_logins: number;
  @Bool({ description: 'Whether who launches may not approve' }) separate_approval: boolean;
  @Bool({ description: 'Whether who recorded a payment may not reverse it' }) separate_reversal: boolean;
  @Bool({ description: 'Whether its people sign in through an identity provider alone' })
  single_sign_on_only: boolean;
  @Int() user_count: number;
  @Int({ description: 'Number of unfinished tasks' }) active_tasks: number;
  @Int() login_count: number;
  @Instant() created_at: Date;
  @Instant() updated_at: Date;
}

/** Body of `POST /realms`. */
export class RealmInput {
  @Text({ max: 200, example: 'Quayside Desk' }) name: string;
  @Enum(realmStatuses, { optional: true }) status?: RealmStatus;
  @Text({
    min: 1,
    max: 60,
    optional: true,
    nullable: true,
    description: 'IANA name, e.g. Europe/London',
    example: 'Europe/London',
  })
  time_zone?: string | null;
  @Int({ optional: true, example: 50 }) max_tasks?: number;
  @Int({ optional: true, example: 100 }) max_logins?: number;
  @Bool({ optional: true, description: 'Who launches may not approve' }) separate_approval?: boolean;
  @Bool({ optional: true, description: 'Who recorded a payment may not reverse it' })
  separate_reversal?: boolean;
  @Bool({ optional: true, description: 'Its people sign in through an identity provider alone' })
  single_sign_on_only?: boolean;
}

/** Body of `PUT /realms/{id}`. Only the fields that are sent change. */
export class RealmChange {
  @Text({ min: 1, max: 200, optional: true, example: 'Quayside Desk' }) name?: string;
  @Enum(realmStatuses, { optional: true }) status?: RealmStatus;
  @Text({
    min: 1,
    max: 60,
    optional: true,
    nullable: true,
    description: 'IANA name, e.g. Europe/London',
    example: 'Europe/London',
  })
  time_zone?: string | null;
  @Int({ optional: true, example: 50 }) max_tasks?: number;
  @Int({ optional: true, example: 100 }) max_logins?: number;
  @Bool({ optional: true, description: 'Who launches may not approve' }) separate_approval?: boolean;
  @Bool({ optional: true, description: 'Who recorded a payment may not reverse it' })
  separate_reversal?: boolean;
  @Bool({ optional: true, description: 'Its people sign in through an identity provider alone' })
  single_sign_on_only?: boolean;
}

/** Filters of `GET /realms`. */
export class RealmListQuery extends ListQuery {
  @Text({ optional: true, description: 'Part of the name' }) q?: string;
  @Text({ optional: true }) status?: string;
}
