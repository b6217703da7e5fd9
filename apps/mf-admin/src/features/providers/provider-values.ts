import type { IdentityProviderDto, ProviderRuleDto } from '@tessera/api';
import { takesDuties } from '@tessera/domain';

/** A rule in the form. */
export type RuleValues = Required<Pick<ProviderRuleDto, 'claim' | 'value' | 'role'>> & {
  realm_id: number | null;
  duties: NonNullable<ProviderRuleDto['duties']>;
};

/** A provider in the form. */
export interface ProviderValues {
  realm_id: number | null;
  name: string;
  issuer: string;
  client_id: string;
  /** Undefined leaves it, null clears it. */
  client_secret: string | null | undefined;
  scopes: string;
  domains: string;
  creates_accounts: boolean;
  only_for_administrators: boolean;
  rules: RuleValues[];
}

/** The form's values of a provider, or of a new one. */
export const toValues = (provider: IdentityProviderDto | null): ProviderValues => ({
  realm_id: provider?.realm_id ?? null,
  name: provider?.name ?? '',
  issuer: provider?.issuer ?? '',
  client_id: provider?.client_id ?? '',
  client_secret: undefined,
  scopes: provider?.scopes ?? 'openid email profile',
  domains: provider?.domains.join(', ') ?? '',
  creates_accounts: provider?.creates_accounts ?? false,
  only_for_administrators: provider?.only_for_administrators ?? false,
  rules: (provider?.rules ?? []).map(({ realm_id, duties, ...rule }) => ({
    ...rule,
    realm_id: realm_id ?? null,
    duties: duties ?? [],
  })),
});

/** A new rule: of a realm's provider for that realm. */
export const newRule = (realmId: number | null): RuleValues => ({
  claim: 'groups',
  value: '',
  realm_id: realmId,
  role: 'realm_user',
  duties: [],
});

/** Rules as the server takes them. */
export const toRules = (rules: readonly RuleValues[], realmId: number | null): RuleValues[] =>
  rules.map(({ realm_id, duties, ...rule }) => ({
    ...rule,
    realm_id: realmId ?? (rule.role === 'admin' ? null : realm_id),
    duties: takesDuties(rule.role) ? duties : [],
  }));

/** The body of a request. What belongs to the other kind of provider isn't sent. */
export function toBody({ realm_id, domains, rules, only_for_administrators, ...values }: ProviderValues) {
  return {
    ...values,
    domains: realm_id === null ? [] : domains.split(/[,\s]+/).filter(Boolean),
    rules: toRules(rules, realm_id),
    only_for_administrators: realm_id === null && only_for_administrators,
  };
}
