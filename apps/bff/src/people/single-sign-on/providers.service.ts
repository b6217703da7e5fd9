import { domainToASCII } from 'node:url';
import { Injectable } from '@nestjs/common';
import { audit } from '../../platform/audit/audit';
import type { Found } from '../../platform/database/select';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { ApiError, invalid } from '../../platform/errors/api-error';
import type { FieldErrorCode } from '../../platform/errors/field-error-codes';
import { type ListResponse, readPagination } from '../../platform/http/list-query';
import { existingRealm } from '../../platform/realm-scope/realm-for-new';
import type { Scope } from '../../platform/realm-scope/scope';
import { requireDuties } from '../duties';
import type { ProviderRule } from './identity-provider.entity';
import { PasswordPolicy } from './password-policy';
import {
  ProviderClients,
  ProviderError,
  type ProviderFault,
  type ProviderSettings,
} from './provider-clients';
import { firstMatch, mayGive } from './provider-rules';
import { ProviderSessions } from './provider-sessions';
import type {
  IdentityProviderChange,
  IdentityProviderDto,
  IdentityProviderInput,
  IdentityProviderListQuery,
  ProviderImpactDto,
  ProviderRuleDto,
  RealmSignInDto,
  RuleOutcomeDto,
  RuleTrialDto,
} from './providers.dto';
import { type ProviderRow, providerSorts, ProvidersRepository } from './providers.repository';

const SCOPES = 'openid email profile';
const DOMAIN = /^(?=.{3,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])$/;

const faultCodes: Readonly<Record<ProviderFault, FieldErrorCode>> = {
  unreachable: 'PROVIDER_UNREACHABLE',
  not_a_provider: 'NOT_A_PROVIDER',
  other_issuer: 'OTHER_ISSUER',
  incomplete: 'PROVIDER_INCOMPLETE',
  refused: 'NOT_A_PROVIDER',
};
const faultTexts: Readonly<Record<ProviderFault, string>> = {
  unreachable: 'issuer can not be reached',
  not_a_provider: 'issuer has no OpenID configuration',
  other_issuer: 'issuer names itself otherwise',
  incomplete: 'issuer lacks what signing in needs',
  refused: 'issuer has no OpenID configuration',
};

/** Identity providers, which administrators set up. */
@Injectable()
export class ProvidersService {
  constructor(
    private readonly transactions: Transactions,
    private readonly providers: ProvidersRepository,
    private readonly clients: ProviderClients,
    private readonly policy: PasswordPolicy,
    private readonly sessions: ProviderSessions,
  ) {}

  list(
    scope: Scope,
    query: IdentityProviderListQuery,
    origin: string,
  ): Promise<ListResponse<IdentityProviderDto>> {
    const pagination = readPagination(query, providerSorts, 'name', 'p.id');
    return this.transactions.readList(scope, async (tx) => {
      const page = await this.providers.listProviders(tx, query, pagination);
      return { pagination, page: { ...page, rows: page.rows.map((row) => withAddresses(row, origin)) } };
    });
  }

  async get(scope: Scope, id: number, origin: string): Promise<Found<IdentityProviderDto>> {
    const { version, row } = await this.transactions.read(scope, (tx) => this.providers.readProvider(tx, id));
    return { version, row: withAddresses(row, origin) };
  }

  /**
   * Adds a provider.
   *
   * @throws 400 naming `issuer` when it can't be discovered, and which part failed
   */
  async create(
    scope: Scope,
    input: IdentityProviderInput,
    origin: string,
  ): Promise<Found<IdentityProviderDto>> {
    const { realm_id = null, client_secret = null, issuer, client_id } = input;
    const domains = readDomains(input.domains ?? [], realm_id);
    const scopes = readScopes(input.scopes ?? SCOPES);
    const rules = readRules(input.rules ?? [], realm_id);
    await this.requireWorking({ id: 0, version: 0, issuer, client_id, client_secret, scopes });
    return this.transactions.run(scope, async (tx) => {
      if (realm_id !== null) await existingRealm(tx, realm_id);
      else if (await this.providers.hasInstallationProvider(tx))
        throw new ApiError('CONFLICT', 'The installation has a provider already', {
          reason: 'EXISTS_ALREADY',
        });
      await this.requireFree(tx, domains, null);
      await requireRules(tx, rules);
      const id = await this.providers.insertProvider(tx, {
        realm_id,
        name: input.name,
        issuer,
        client_id,
        client_secret,
        scopes,
        domains,
        rules,
        creates_accounts: input.creates_accounts ?? false,
        only_for_administrators: readOnly(input.only_for_administrators ?? false, realm_id),
        enabled: input.enabled ?? true,
      });
      await this.policy.requireBreakGlass(tx);
      const created = await this.providers.readProvider(tx, id);
      await auditProvider(tx, 'identity_provider.create', null, created.row);
      return { version: created.version, row: withAddresses(created.row, origin) };
    });
  }

  /** Changes the fields sent; a changed issuer, client or secret is tried first, as at its creation. Disabling ends its sessions. */
  async change(
    scope: Scope,
    id: number,
    change: IdentityProviderChange,
    { ifMatch, origin }: { ifMatch: string | undefined; origin: string },
  ): Promise<Found<IdentityProviderDto>> {
    const known = await this.transactions.read(scope, async (tx) => ({
      ...(await this.providers.readProvider(tx, id)).row,
      client_secret: await this.providers.readSecret(tx, id),
    }));
    const { realm_id } = known;
    const domains = change.domains && readDomains(change.domains, realm_id);
    const scopes = change.scopes === undefined ? undefined : readScopes(change.scopes);
    const rules = change.rules && readRules(change.rules, realm_id);
    const only = change.only_for_administrators;
    if (change.issuer !== undefined || change.client_id !== undefined || change.client_secret !== undefined)
      await this.requireWorking({ ...known, version: 0, ...withoutUndefined(change) });
    return this.transactions.run(scope, async (tx) => {
      const before = await this.providers.lock(tx, id, ifMatch);
      if (domains) await this.requireFree(tx, domains, id);
      if (rules) await requireRules(tx, rules);
      if (before.enabled && change.enabled === false) await this.endSessions(tx, before);
      await this.providers.updateProvider(tx, id, {
        ...change,
        domains,
        scopes,
        rules,
        only_for_administrators: only === undefined ? undefined : readOnly(only, realm_id),
      });
      await this.policy.requireBreakGlass(tx);
      const changed = await this.providers.readProvider(tx, id);
      await auditProvider(tx, 'identity_provider.update', before, changed.row);
      return { version: changed.version, row: withAddresses(changed.row, origin) };
    });
  }

  /** What disabling or deleting a provider would end. */
  impact(scope: Scope, id: number): Promise<ProviderImpactDto> {
    return this.transactions.read(scope, async (tx) => {
      await this.providers.readProvider(tx, id);
      return this.providers.countUse(tx, id);
    });
  }

  /**
   * Deletes a provider with its links and ends the sessions that were begun through it. Accounts stay.
   *
   * @throws 409 when no administrator could sign in any more
   */
  remove(scope: Scope, id: number, ifMatch: string | undefined): Promise<void> {
    return this.transactions.run(scope, async (tx) => {
      const before = await this.providers.lock(tx, id, ifMatch);
      if (before.enabled) await this.endSessions(tx, before);
      await this.providers.removeProvider(tx, id);
      await auditProvider(tx, 'identity_provider.delete', before, null);
    });
  }

  /** What claims would give by these rules, which needn't be saved. */
  try(scope: Scope, { realm_id = null, rules, claims }: RuleTrialDto): Promise<RuleOutcomeDto> {
    const read = readRules(rules, realm_id);
    const index = firstMatch(read, claims);
    const rule = read[index];
    if (!rule)
      return Promise.resolve({ rule: null, realm_id: null, realm_name: null, role: null, duties: [] });
    return this.transactions.read(scope, async (tx) => {
      const names = await this.providers.findRealmNames(tx, rule.realm_id === null ? [] : [rule.realm_id]);
      return {
        rule: index,
        realm_id: rule.realm_id,
        realm_name: rule.realm_id === null ? null : (names.get(rule.realm_id) ?? null),
        role: rule.role,
        duties: rule.duties,
      };
    });
  }

  /** How the people of the caller's realm sign in. */
  realmSignIn(scope: Scope): Promise<RealmSignInDto> {
    if (scope.kind !== 'realm') return Promise.resolve({ single_sign_on_only: false, providers: [] });
    return this.transactions.read(scope, (tx) => this.providers.readRealmSignIn(tx, scope.realmId));
  }

  private async endSessions(tx: Tx, provider: ProviderRow): Promise<void> {
    if (!(await this.providers.hasAdministratorWithout(tx, provider.id)))
      throw new ApiError(
        'LAST_ADMIN',
        'No administrator could sign in any more: give one of them a password first',
        {
          reason: 'ONLY_WAY_IN',
        },
      );
    await this.sessions.endOfProvider(tx, provider);
  }

  private async requireWorking(settings: ProviderSettings): Promise<void> {
    try {
      await this.clients.check(settings);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const { fault, message } = error;
      throw invalid([
        {
          field: 'issuer',
          message: `${faultTexts[fault]}: ${message}`,
          code: faultCodes[fault],
          params: { detail: message },
        },
      ]);
    }
  }

  private async requireFree(tx: Tx, domains: readonly string[], exceptId: number | null): Promise<void> {
    const taken = await this.providers.findTakenDomain(tx, domains, exceptId);
    if (taken !== null)
      throw invalid([
        { field: 'domains', message: `domains has ${taken}, which another provider has`, code: 'NAME_TAKEN' },
      ]);
  }
}

const withAddresses = (row: ProviderRow, origin: string): IdentityProviderDto => ({
  ...row,
  callback_url: `${origin}/api/auth/sso/callback`,
  signed_out_url: `${origin}/auth/login`,
  backchannel_logout_url: `${origin}/api/auth/sso/${row.id}/backchannel-logout`,
});

const withoutUndefined = <T extends object>(row: T): Partial<T> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as Partial<T>;

/** Domains in the form of addresses. @throws 400 for what is no domain, and for those of no realm */
function readDomains(given: readonly string[], realmId: number | null): string[] {
  const domains = [...new Set(given.map((one) => domainToASCII(one.trim().replace(/^@/, '').toLowerCase())))];
  if (realmId === null && domains.length > 0)
    throw invalid([
      { field: 'domains', message: 'domains are for the provider of a realm', code: 'REALM_NEEDED' },
    ]);
  if (!domains.every((one) => DOMAIN.test(one)))
    throw invalid([
      { field: 'domains', message: 'domains must be names such as example.com', code: 'INVALID' },
    ]);
  return domains;
}

function readScopes(given: string): string {
  const scopes = [...new Set(given.split(/\s+/).filter(Boolean))];
  if (!scopes.includes('openid'))
    throw invalid([{ field: 'scopes', message: 'scopes must hold openid', code: 'INVALID' }]);
  return scopes.join(' ');
}

/** @throws 400 for rules of a realm's provider that give more than the realm, and for rules without one */
function readRules(given: readonly ProviderRuleDto[], realmId: number | null): ProviderRule[] {
  const rules = given.map(({ claim, value, role, duties, realm_id }) => ({
    claim,
    value,
    role,
    duties: duties ?? [],
    realm_id: realm_id ?? null,
  }));
  rules.forEach((rule, index) => {
    if (!mayGive(realmId, rule))
      throw invalid([
        {
          field: `rules.${index}`,
          message: "A realm's provider gives that realm alone, and makes nobody an administrator",
          code: 'INVALID',
        },
      ]);
    if (rule.role !== 'admin' && rule.realm_id === null)
      throw invalid([
        {
          field: `rules.${index}.realm_id`,
          message: 'A rule for this role needs a realm',
          code: 'REALM_NEEDED',
        },
      ]);
  });
  return rules;
}

/** @throws 400 for a realm that isn't there, and for duties that can't be given there */
async function requireRules(tx: Tx, rules: readonly ProviderRule[]): Promise<void> {
  for (const rule of rules) {
    if (rule.realm_id !== null) await existingRealm(tx, rule.realm_id);
    await requireDuties(tx, rule.duties, rule);
  }
}

function readOnly(only: boolean, realmId: number | null): boolean {
  if (only && realmId !== null)
    throw invalid([
      {
        field: 'only_for_administrators',
        message: 'only_for_administrators is for the provider of the installation',
        code: 'INVALID',
      },
    ]);
  return only;
}

const auditProvider = (
  tx: Tx,
  action: 'identity_provider.create' | 'identity_provider.update' | 'identity_provider.delete',
  before: ProviderRow | null,
  after: ProviderRow | null,
) =>
  audit(tx, {
    action,
    entity: 'identity_provider',
    entity_id: (after ?? before)?.id ?? null,
    realm_id: (after ?? before)?.realm_id ?? null,
    before,
    after,
  });
