import { IsObject, IsTimeZone } from 'class-validator';
import { rule } from '../../platform/http/field-checks';
import { Bool, Enum, Id, Instant, Int, Json, Text, Texts } from '../../platform/http/fields';
import { ListQuery } from '../../platform/http/list-query';
import { Currency, WebAddress } from '../../platform/http/text-fields';

/** A site's config. In a body, fields that are left out keep their value or default. */
export class SiteConfig {
  @Text({ max: 200, optional: true, example: 'adult' }) price_type_adult?: string;
  @IsObject(rule('$property must be an object', 'NOT_OBJECT'))
  @Json({ optional: true, example: { 'North Stand': 1, 'East Stand': 2 } })
  price_levels?: Record<string, unknown>;
  @Texts({ optional: true, example: ['North Stand', 'East Stand'] }) areas?: string[];
  @Bool({ optional: true }) area_first_run?: boolean;
  @WebAddress({ empty: true, optional: true, example: 'https://tickets.example/seats' }) ticket_url?: string;
  @Text({ max: 300, optional: true, description: 'Stored and shown, never used' }) queueit_domain?: string;
  @Text({ max: 100, optional: true }) login_type?: string;
  @Text({ optional: true, description: 'Stored and shown, never used' }) user_xpath?: string;
  @Text({ optional: true, description: 'Stored and shown, never used' }) pass_xpath?: string;
  @Text({ optional: true, description: 'Stored and shown, never used' }) button_xpath?: string;
  @Text({ max: 20_000, optional: true, raw: true, description: 'Stored and shown, never run' })
  login_js?: string;
  @Bool({ optional: true }) use_price_levels?: boolean;
  @Int({
    min: 1,
    max: 60,
    optional: true,
    description: 'Logins that workers check a minute before an on-sale, over all realms; 1 unless given',
  })
  checks_per_minute?: number;
}

/** A ticketing site. */
export class SiteDto {
  @Id() id: number;
  @Text({ example: 'Harbour Tickets' }) name: string;
  @Text({ example: 'https://tickets.example' }) url: string;
  @Text({ example: 'Harbour Tickets' }) display_name: string;
  @Enum([0, 1], { description: '0: its tasks are not leased' }) enabled: 0 | 1;
  @Json({ type: SiteConfig }) config: SiteConfig;
  @Text({ nullable: true, description: 'ISO 4217; null: unknown', example: 'GBP' }) currency: string | null;
  @Text({ nullable: true, description: 'IANA name, e.g. Europe/London', example: 'Europe/London' })
  time_zone: string | null;
  @Instant() created_at: Date;
  @Instant() updated_at: Date;
}

/** A site of the list with counts for the caller's realm; for administrators, of all realms. */
export class CountedSiteDto extends SiteDto {
  @Int() event_count: number;
  @Int() login_count: number;
  @Int({ description: 'Unfinished tasks' }) active_tasks: number;
}

/** Body of `POST` and `PUT /sites`: fields that are left out have their defaults. */
export class SiteInput {
  @Text({ max: 200, optional: true, example: 'Harbour Tickets' }) name?: string;
  @WebAddress({ empty: true, optional: true, example: 'https://tickets.example' }) url?: string;
  @Text({ max: 200, optional: true, example: 'Harbour Tickets' }) display_name?: string;
  @Enum([0, 1], { optional: true }) enabled?: 0 | 1;
  @Json({ type: SiteConfig, optional: true }) config?: SiteConfig;
  @Currency({ optional: true, nullable: true, example: 'GBP' }) currency?: string | null;
  @IsTimeZone(rule('$property must be an IANA time zone such as Europe/London', 'NOT_TIME_ZONE'))
  @Text({ max: 64, optional: true, nullable: true, example: 'Europe/London' })
  time_zone?: string | null;
}

/** Filters of `GET /sites`. */
export class SiteListQuery extends ListQuery {
  @Text({ optional: true, description: 'Part of a name or the address' }) q?: string;
  @Enum([0, 1], { optional: true }) enabled?: 0 | 1;
}
