import { Email } from '../../platform/http/email';
import { Bool, Decimal, Enum, Id, Instant, Int, Json, Secret, Text } from '../../platform/http/fields';
import { ListQuery } from '../../platform/http/list-query';
import { WebAddress } from '../../platform/http/text-fields';
import { Masked, SecretMask } from '../../platform/sealing/secret-mask';
import { type LastCheckState, lastCheckStates } from './last-checks';
import { type LoginStatus, loginStatuses } from './login.entity';

/** A login as members without write permission read it. */
export class LoginSummaryDto {
  @Id() id: number;
  @Text({ description: "The login's name, else its e-mail", example: 'buyer@quayside.example' }) name: string;
  @Text({ example: 'buyer@quayside.example' }) email: string;
  @Id() site_id: number;
  @Id() realm_id: number;
  @Enum(loginStatuses) status: LoginStatus;
  @Int({ nullable: true, example: 2 }) seats_to_set: number | null;
}

/** The last check of a login at its site, about the password of now. */
export class LastCheckDto {
  @Enum(lastCheckStates, { description: '`waiting`: asked for, and not made yet' }) state: LastCheckState;
  @Text({ nullable: true, description: "The worker's words", example: 'The account is locked' }) message:
    string | null;
  @Instant({ nullable: true, description: 'When a waiting check is made at the earliest' }) due_at:
    string | null;
  @Instant({ nullable: true }) checked_at: string | null;
}

/** A login as members with write permission read it, with masked secrets. */
export class LoginDto extends LoginSummaryDto {
  @Text({ nullable: true, example: 'buyer' }) user: string | null;
  @Text({ nullable: true, example: '100200' }) supporter_id: string | null;
  @Int({ nullable: true, example: 34 }) age: number | null;
  @Text({ nullable: true }) status_msg: string | null;
  @Text({ nullable: true, description: 'Separated by commas', example: '100201,100202' }) members:
    string | null;
  @Text({ nullable: true, example: 'https://tickets.example/basket/9f2c' }) basket: string | null;
  @Int({ nullable: true }) basket_worker: number | null;
  @Int({ nullable: true, example: 2 }) amount_to_buy: number | null;
  @Text({ nullable: true, description: 'Stored and shown, never used', example: 'Mozilla/5.0' }) user_agent:
    string | null;
  @Decimal({ nullable: true }) credits: number | null;
  @Decimal({ nullable: true, description: 'Percent' }) success_rate: number | null;
  @Int({ description: 'Seats held now' }) hold_count: number;
  @Int({ description: 'Seats bought' }) ticket_count: number;
  @Json({ type: LastCheckDto, nullable: true, description: 'Null: not checked since the password was set' })
  last_check: LastCheckDto | null;
  @Masked() password: SecretMask;
  @Masked() card: SecretMask;
  @Masked() proxy: SecretMask;
  @Masked() address: SecretMask;
  @Masked() home_phone: SecretMask;
  @Masked() mobile_phone: SecretMask;
  @Instant({ nullable: true }) last_used: Date | null;
  @Instant({ nullable: true }) last_updated: Date | null;
  @Instant() created_at: Date;
  @Instant() updated_at: Date;
}

/** The optional fields of a login. A secret that is left out keeps its value; null clears it. */
class LoginFields {
  @Text({ max: 200, optional: true, description: 'Empty: the e-mail is shown', example: 'Buyer' })
  name?: string;
  @Text({ max: 320, optional: true, nullable: true, description: 'Name at the site', example: 'buyer' })
  user?: string | null;
  @Text({ max: 100, optional: true, nullable: true, example: '100200' }) supporter_id?: string | null;
  @Int({ max: 150, optional: true, nullable: true, example: 34 }) age?: number | null;
  @Enum(loginStatuses, { optional: true }) status?: LoginStatus;
  @Text({ max: 2000, lines: true, optional: true, nullable: true }) status_msg?: string | null;
  @Text({
    max: 4000,
    lines: true,
    optional: true,
    nullable: true,
    description: 'Separated by commas',
    example: '100201,100202',
  })
  members?: string | null;
  @WebAddress({
    optional: true,
    nullable: true,
    description: "On the site's host",
    example: 'https://tickets.example/basket/9f2c',
  })
  basket?: string | null;
  @Int({ max: 1000, optional: true, nullable: true, example: 2 }) amount_to_buy?: number | null;
  @Int({ max: 100, optional: true, nullable: true, example: 2 }) seats_to_set?: number | null;
  @Text({ max: 500, optional: true, nullable: true, example: 'Mozilla/5.0' }) user_agent?: string | null;
  @Decimal({ min: -9_999_999_999, max: 9_999_999_999, optional: true, nullable: true }) credits?:
    number | null;
  @Secret({ max: 500, optional: true, nullable: true, example: 'lantern-over-quiet-water-7' }) password?:
    string | null;
  @Secret({
    max: 200,
    optional: true,
    nullable: true,
    description: 'A payment token, or a label with the last four digits',
    example: 'Visa ending 4242',
  })
  card?: string | null;
  @Secret({ max: 500, optional: true, nullable: true, description: 'Stored, never used' }) proxy?:
    string | null;
  @Secret({ max: 1000, optional: true, nullable: true, example: '1 Quay Street' }) address?: string | null;
  @Secret({ max: 50, optional: true, nullable: true }) home_phone?: string | null;
  @Secret({ max: 50, optional: true, nullable: true }) mobile_phone?: string | null;
}

/** Body of `POST /sites/{id}/logins`. */
export class LoginInput extends LoginFields {
  @Email({ example: 'buyer@quayside.example' }) email: string;
  @Id({
    optional: true,
    description: 'Required for administrators; others may only name their own',
    example: 2,
  })
  realm_id?: number;
}

/** A row of `POST /sites/{id}/logins/import`. */
export class LoginImportRow extends LoginFields {
  @Email() email: string;
}

/** Body of `PATCH /logins/{id}`: only the fields sent change. */
export class LoginChange extends LoginFields {
  @Email({ optional: true, example: 'buyer@quayside.example' }) email?: string;
}

/** Filters of `GET /sites/{id}/logins`. */
export class SiteLoginListQuery extends ListQuery {
  @Text({ optional: true, description: 'Part of the name, e-mail or supporter id' }) q?: string;
  @Text({ optional: true }) status?: string;
  @Text({ optional: true }) realm_id?: string;
  @Text({ optional: true }) pool_id?: string;
  @Text({
    optional: true,
    description: 'State of the last check at the site: `waiting`, `active`, `wrong_password`, …',
    example: 'wrong_password,locked',
  })
  check?: string;
}

/** Filters of `GET /logins`. */
export class LoginListQuery extends SiteLoginListQuery {
  @Text({ optional: true }) site_id?: string;
}

/** Something that a worker reported about a login. */
export class LoginActivityDto {
  @Instant() at: Date;
  @Json({ schema: {}, example: { credits: 3 } }) data: unknown;
}

/** Answer of `GET /logins/{id}/client-history`: newest first. */
export class ClientHistoryDto {
  @Bool() success: boolean;
  @Json({ items: LoginActivityDto }) data: LoginActivityDto[];
  @Text({ nullable: true }) error: string | null;
}

/** Answer of `GET /logins/{id}/client-details`: the latest report; null before the first. */
export class ClientDetailsDto {
  @Bool() success: boolean;
  @Json({ type: LoginActivityDto, nullable: true }) data: LoginActivityDto | null;
  @Text({ nullable: true }) error: string | null;
}
