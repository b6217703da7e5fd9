import { isRecord } from '../../platform/http/parse-input';
import type { ProviderRule } from './identity-provider.entity';

/** What a provider says about a person. */
export type Claims = Readonly<Record<string, unknown>>;

/** Matches every value, so that a rule asks only whether the claim is there. */
const ANY = '*';

/** The value of a claim: by its whole name, which may hold dots, else by its path, as in `realm_access.roles`. */
function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split('.')) {
    if (!isRecord(value) || !Object.hasOwn(value, part)) return undefined;
    value = value[part];
  }
  return value;
}

/** Whether a claim has the value, or its list contains it. */
function holds(claims: Claims, { claim, value }: ProviderRule): boolean {
  const found = claimOf(claims, claim);
  const values: unknown[] = Array.isArray(found) ? found : [found];
  return values.some((one) =>
    typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean'
      ? value === ANY || String(one) === value
      : false,
  );
}

/** The index of the first rule that a person's claims meet; -1 for none. */
export const firstMatch = (rules: readonly ProviderRule[], claims: Claims): number =>
  rules.findIndex((rule) => holds(claims, rule));

/** Whether a provider may give what a rule gives: one of a realm only that realm, and never administrators. */
export const mayGive = (providerRealm: number | null, { realm_id, role }: ProviderRule): boolean =>
  providerRealm === null || (realm_id === providerRealm && role !== 'admin');
