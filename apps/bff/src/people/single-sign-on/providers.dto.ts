import { type Duty, type Role, roles } from '@tessera/domain';
import { Bool, Enum, Id, Instant, Int, Json, Secret, Text, Texts } from '../../platform/http/fields';
import { ListQuery } from '../../platform/http/list-query';
import type { Mask } from '../../platform/sealing/sealing';
import { Masked } from '../../platform/sealing/secret-mask';
import { Duties } from '../duties';

const RULES = 200;
const DOMAINS = 100;

/** Who has this claim with this value gets the realm, role and duties. */
export class ProviderRuleDto {
  @Text({
    max: 200,
    description: 'Name of a claim, or its path, such as realm_access.roles',
    example: 'groups',
  })
  claim: string;
  @Text({
    max: 500,
    description: 'The value of the claim, or one in its list; * for any',
    example: 'ticket-desk',
  })
  value: string;
  @Id({ nullable: true, optional: true, description: 'Null for administrators without a realm' }) realm_id:
    number | null;
  @Enum(roles, { example: 'realm_user' }) role: Role;
  @Duties({ optional: true }) duties?: Duty[];
}

/** An OpenID provider that people sign in through. */
export class IdentityProviderDto {
  @Id() id: number;
  @Id({ nullable: true, description: 'Null: the provider of the whole installation' }) realm_id:
    number | null;
  @Text({ nullable: true, example: 'Quayside Desk' }) realm_name: string | null;
  @Text({ description: 'What the button on the sign-in page says', example: 'Quayside' }) name: string;
  @Text({ example: 'https://login.quayside.example' }) issuer: string;
  @Text({ example: 'tessera-console' }) client_id: string;
  @Masked() client_secret: Mask;
  @Text({ example: 'openid email profile' }) scopes: string;
  @Texts({ max: DOMAINS, example: ['quayside.example'] }) domains: string[];
  @Json({ items: ProviderRuleDto, max: RULES, description: 'The first one that a person meets applies' })
  rules: ProviderRuleDto[];
  @Bool({ description: 'Whether people who meet a rule get an account at their first sign-in' })
  creates_accounts: boolean;
  @Bool({ description: 'Whether administrators sign in through it alone, but those marked for emergencies' })
  only_for_administrators: boolean;
  @Bool() enabled: boolean;
  @Int({ description: 'Accounts that are linked to it' }) linked_count: number;
  @Text({
    description: 'To register at the provider',
    example: 'https://console.example.com/api/auth/sso/callback',
  })
  callback_url: string;
  @Text({
    description: 'Where people come back to after signing out',
    example: 'https://console.example.com/auth/login',
  })
  signed_out_url: string;
  @Text({
    description: 'For back-channel logout',
    example: 'https://console.example.com/api/auth/sso/1/backchannel-logout',
  })
  backchannel_logout_url: string;
  @Instant() created_at: Date;
  @Instant() updated_at: Date;
}

const issuer = {
  max: 500,
  description: 'As the provider names itself: https',
  example: 'https://login.quayside.example',
};
const secret = {
  max: 1000,
  min: 1,
  optional: true,
  nullable: true,
  description: 'Null clears it: for public clients',
  example: 'lantern-over-quiet-water-7',
} as const;
const scopes = { max: 500, optional: true, example: 'openid email profile' };

/** Body of `POST /identity-providers`. */
export class IdentityProviderInput {
  @Id({ nullable: true, optional: true, description: 'Null: for the whole installation' }) realm_id?:
    number | null;
  @Text({ max: 100, example: 'Quayside' }) name: string;
  @Text(issuer) issuer: string;
  @Text({ max: 300, example: 'tessera-console' }) client_id: string;
  @Secret(secret) client_secret?: string | null;
  @Text(scopes) scopes?: string;
  @Texts({ max: DOMAINS, optional: true, example: ['quayside.example'] }) domains?: string[];
  @Json({ items: ProviderRuleDto, max: RULES, optional: true }) rules?: ProviderRuleDto[];
  @Bool({ optional: true }) creates_accounts?: boolean;
  @Bool({ optional: true }) only_for_administrators?: boolean;
  @Bool({ optional: true }) enabled?: boolean;
}

/** Body of `PUT /identity-providers/{id}`. Only the fields that are sent change; the realm stays. */
export class IdentityProviderChange {
  @Text({ min: 1, max: 100, optional: true, example: 'Quayside' }) name?: string;
  @Text({ ...issuer, min: 1, optional: true }) issuer?: string;
  @Text({ min: 1, max: 300, optional: true, example: 'tessera-console' }) client_id?: string;
  @Secret(secret) client_secret?: string | null;
  @Text({ ...scopes, min: 1 }) scopes?: string;
  @Texts({ max: DOMAINS, optional: true, example: ['quayside.example'] }) domains?: string[];
  @Json({ items: ProviderRuleDto, max: RULES, optional: true }) rules?: ProviderRuleDto[];
  @Bool({ optional: true }) creates_accounts?: boolean;
  @Bool({ optional: true }) only_for_administrators?: boolean;
  @Bool({ optional: true }) enabled?: boolean;
}

/** Body of `POST /identity-providers/try`. */
export class RuleTrialDto {
  @Id({ nullable: true, optional: true, description: 'The realm of the provider' }) realm_id?: number | null;
  @Json({ items: ProviderRuleDto, max: RULES }) rules: ProviderRuleDto[];
  @Json({
    description: 'The claims of a token',
    schema: { type: 'object', additionalProperties: true, example: { sub: 'u-17', groups: ['ticket-desk'] } },
  })
  claims: Record<string, unknown>;
}

/** What claims would give. */
export class RuleOutcomeDto {
  @Int({ nullable: true, description: 'Index of the rule that applies; null: nobody gets in', example: 0 })
  rule: number | null;
  @Id({ nullable: true }) realm_id: number | null;
  @Text({ nullable: true, example: 'Quayside Desk' }) realm_name: string | null;
  @Enum(roles, { nullable: true }) role: Role | null;
  @Duties() duties: Duty[];
}

/** What disabling or deleting a provider would end. */
export class ProviderImpactDto {
  @Int({ description: 'Sessions that were begun through it' }) sessions: number;
  @Int({ description: 'Whose sessions these are' }) people: number;
  @Int({ description: 'Enabled accounts with neither a password, a passkey nor another provider' })
  locked_out: number;
}

/** Filters of `GET /identity-providers`. */
export class IdentityProviderListQuery extends ListQuery {
  @Text({ optional: true, description: 'Part of the name or issuer' }) q?: string;
  @Text({ optional: true }) realm_id?: string;
}

/** A provider as an owner sees it. */
export class RealmProviderDto {
  @Text({ example: 'Quayside' }) name: string;
  @Text({ example: 'https://login.quayside.example' }) issuer: string;
}

/** How the people of a realm sign in. */
export class RealmSignInDto {
  @Bool({ description: 'Whether its people sign in through a provider alone' }) single_sign_on_only: boolean;
  @Json({ items: RealmProviderDto }) providers: RealmProviderDto[];
}
