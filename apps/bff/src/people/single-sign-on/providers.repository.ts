import { Injectable } from '@nestjs/common';
import { liveSessionSql } from '../../platform/auth/sessions.repository';
import { Conditions } from '../../platform/database/conditions';
import { textOrder } from '../../platform/database/display-names';
import { insertRow, updateRow } from '../../platform/database/row-writes';
import {
  type Found,
  lockFound,
  type Projection,
  selectOne,
  selectPage,
} from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import type { Page, Pagination } from '../../platform/http/list-query';
import { maskOf, type SealedLocation, Sealing } from '../../platform/sealing/sealing';
import { IdentityProvider, type ProviderRule } from './identity-provider.entity';
import type { ProviderSettings } from './provider-clients';
import type { IdentityProviderDto, IdentityProviderListQuery, ProviderImpactDto } from './providers.dto';

/** A provider as it is returned, without the addresses, which depend on where the console is. */
export type ProviderRow = Omit<
  IdentityProviderDto,
  'callback_url' | 'signed_out_url' | 'backchannel_logout_url'
>;

/** An enabled provider that a person signs in through. */
export type UsedProvider = ProviderSettings & {
  name: string;
  realm_id: number | null;
  domains: string[];
  rules: ProviderRule[];
  creates_accounts: boolean;
};

/** A provider as its button shows it. */
export type OfferedProvider = { id: number; name: string };

/** Where the client secret is sealed. */
const sealedAt = (id: number): SealedLocation => ({ table: 'identity_providers', row: id, realm: 0 });

const projection: Projection = {
  what: 'Identity provider',
  columns: `p.id, p.realm_id, r.name AS realm_name, p.name, p.issuer, p.client_id, p.secrets, p.scopes, p.domains, p.rules,
    p.creates_accounts, p.only_for_administrators, p.enabled,
    (SELECT count(DISTINCT l.user_id)::int FROM linked_identities l WHERE l.provider_id = p.id) AS linked_count,
    p.created_at, p.updated_at`,
  from: 'FROM identity_providers p LEFT JOIN realms r ON r.id = p.realm_id',
  version: 'p.version',
};

export const providerSorts = {
  name: textOrder('p.name'),
  issuer: 'p.issuer',
  created_at: 'p.created_at',
};

type Row = Omit<ProviderRow, 'client_secret'> & { secrets: unknown };

const toProvider = ({ secrets, ...row }: Row): ProviderRow => ({
  ...row,
  client_secret: maskOf(secrets, 'client_secret'),
});

async function read(tx: Tx, id: number): Promise<Found<ProviderRow>> {
  const { version, row } = await selectOne<Row>(tx, projection, 'p.id = $1', [id]);
  return { version, row: toProvider(row) };
}

/** A provider is of use while it is enabled and its realm isn't deleted. */
const isUsable = `p.enabled AND (p.realm_id IS NULL OR EXISTS (
  SELECT FROM realms r WHERE r.id = p.realm_id AND r.deleted_at IS NULL))`;

/** SQL condition: a user can sign in without the provider $1, by password, passkey or another one. */
const hasWayInSql = (user: string): string =>
  `(${user}.password_hash IS NOT NULL OR EXISTS (SELECT FROM passkeys k WHERE k.user_id = ${user}.id) OR EXISTS (
    SELECT FROM linked_identities o JOIN identity_providers p ON p.id = o.provider_id
    WHERE o.user_id = ${user}.id AND o.provider_id <> $1 AND ${isUsable}))`;

/** Reads and writes identity providers. */
@Injectable()
export class ProvidersRepository {
  constructor(private readonly sealing: Sealing) {}

  async listProviders(
    tx: Tx,
    query: IdentityProviderListQuery,
    pagination: Pagination,
  ): Promise<Page<ProviderRow>> {
    const where = new Conditions()
      .ids('p.realm_id', query.realm_id, 'realm_id')
      .search(['p.name', 'p.issuer'], query.q);
    const page = await selectPage<Row>(tx, projection, where, pagination);
    return { ...page, rows: page.rows.map(toProvider) };
  }

  readProvider(tx: Tx, id: number): Promise<Found<ProviderRow>> {
    return read(tx, id);
  }

  /** As `readProvider`, locked until the transaction ends; 412 when `ifMatch` is stale. */
  async lock(tx: Tx, id: number, ifMatch?: string): Promise<ProviderRow> {
    return (await lockFound(tx, 'identity_providers', id, read, ifMatch)).row;
  }

  async insertProvider(
    tx: Tx,
    {
      client_secret,
      ...row
    }: Omit<UsedProvider, 'id' | 'version'> & Pick<IdentityProvider, 'only_for_administrators' | 'enabled'>,
  ): Promise<number> {
    const id = await insertRow(tx, IdentityProvider, row);
    await updateRow(tx, IdentityProvider, id, {
      secrets: this.sealing.seal(sealedAt(id), { client_secret }),
    });
    return id;
  }

  async updateProvider(
    tx: Tx,
    id: number,
    {
      client_secret,
      ...change
    }: Partial<Omit<UsedProvider, 'id' | 'version' | 'realm_id'>> &
      Partial<Pick<IdentityProvider, 'only_for_administrators' | 'enabled'>>,
  ): Promise<void> {
    const secrets =
      client_secret === undefined ? undefined : this.sealing.seal(sealedAt(id), { client_secret });
    await updateRow(tx, IdentityProvider, id, { ...change, secrets });
  }

  async removeProvider(tx: Tx, id: number): Promise<void> {
    await tx.manager.delete(IdentityProvider, id);
  }

  /** The client secret as it is stored; null without one. */
  async readSecret(tx: Tx, id: number): Promise<string | null> {
    const [row] = await tx.query<{ secrets: unknown }>(
      'SELECT secrets FROM identity_providers WHERE id = $1',
      [id],
    );
    return this.sealing.open(sealedAt(id), row?.secrets).client_secret ?? null;
  }

  /** Whether there is a provider of the whole installation. */
  async hasInstallationProvider(tx: Tx): Promise<boolean> {
    return (await tx.execute('SELECT FROM identity_providers WHERE realm_id IS NULL')) > 0;
  }

  /**
   * The first of the domains that another provider has. Holds a lock until the transaction ends, so that of two requests
   * at once only the first gets a domain.
   */
  async findTakenDomain(tx: Tx, domains: readonly string[], exceptId: number | null): Promise<string | null> {
    await tx.execute(`SELECT pg_advisory_xact_lock(hashtext('identity_providers.domains'))`);
    const [taken] = await tx.query<{ domain: string }>(
      `SELECT d.domain FROM identity_providers p CROSS JOIN unnest(p.domains) AS d (domain)
       WHERE d.domain = ANY ($1) AND p.id IS DISTINCT FROM $2::int LIMIT 1`,
      [domains, exceptId],
    );
    return taken?.domain ?? null;
  }

  /** What the sign-in page offers: the installation's provider, and that of the domain. */
  findOffered(tx: Tx, domain: string | null): Promise<OfferedProvider[]> {
    return tx.query<OfferedProvider>(
      `SELECT p.id, p.name FROM identity_providers p
       WHERE ${isUsable} AND (p.realm_id IS NULL OR $1 = ANY (p.domains)) ORDER BY p.realm_id NULLS LAST`,
      [domain],
    );
  }

  /** A provider that people may sign in through, with its secret; null when there is none. */
  findUsable(tx: Tx, id: number): Promise<UsedProvider | null> {
    return this.readUsable(tx, id, '');
  }

  /** As `findUsable`; until the transaction ends, it is neither disabled nor deleted. */
  lockUsable(tx: Tx, id: number): Promise<UsedProvider | null> {
    return this.readUsable(tx, id, 'FOR SHARE OF p');
  }

  private async readUsable(tx: Tx, id: number, lock: '' | 'FOR SHARE OF p'): Promise<UsedProvider | null> {
    const [row] = await tx.query<Omit<UsedProvider, 'client_secret'> & { secrets: unknown }>(
      `SELECT p.id, p.version, p.name, p.realm_id, p.issuer, p.client_id, p.secrets, p.scopes, p.domains, p.rules,
         p.creates_accounts
       FROM identity_providers p WHERE p.id = $1 AND ${isUsable} ${lock}`,
      [id],
    );
    if (!row) return null;
    const { secrets, ...provider } = row;
    return { ...provider, client_secret: this.sealing.open(sealedAt(id), secrets).client_secret ?? null };
  }

  /** Counts the sessions that were begun through a provider, their people, and those that its end would lock out. */
  async countUse(tx: Tx, id: number): Promise<ProviderImpactDto> {
    const [counts] = await tx.query<ProviderImpactDto>(
      `WITH linked AS (SELECT DISTINCT l.user_id FROM linked_identities l WHERE l.provider_id = $1),
         begun AS (
           SELECT s.user_id FROM provider_sessions b JOIN linked_identities l ON l.id = b.identity_id
             JOIN sessions s ON s.id = b.session_id
           WHERE l.provider_id = $1 AND ${liveSessionSql('s')})
       SELECT (SELECT count(*)::int FROM begun) AS sessions, (SELECT count(DISTINCT user_id)::int FROM begun) AS people,
         (SELECT count(*)::int FROM linked k JOIN users u ON u.id = k.user_id
          WHERE u.status = 'active' AND NOT ${hasWayInSql('u')}) AS locked_out`,
      [id],
    );
    return counts ?? { sessions: 0, people: 0, locked_out: 0 };
  }

  /** Whether an enabled administrator can sign in without the provider. */
  async hasAdministratorWithout(tx: Tx, id: number): Promise<boolean> {
    return (
      (await tx.execute(
        `SELECT FROM users u WHERE u.role = 'admin' AND u.status = 'active' AND ${hasWayInSql('u')} LIMIT 1`,
        [id],
      )) > 0
    );
  }

  /** The names of realms that aren't deleted, by id. */
  async findRealmNames(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const rows = await tx.query<{ id: number; name: string }>(
      'SELECT id, name FROM realms WHERE id = ANY ($1::int[]) AND deleted_at IS NULL',
      [ids],
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /** How the people of a realm sign in; the realm's role sees its own. */
  async readRealmSignIn(
    tx: Tx,
    realmId: number,
  ): Promise<{ single_sign_on_only: boolean; providers: { name: string; issuer: string }[] }> {
    const [realm] = await tx.query<{ single_sign_on_only: boolean }>(
      'SELECT single_sign_on_only FROM realms WHERE id = $1',
      [realmId],
    );
    const providers = await tx.query<{ name: string; issuer: string }>(
      'SELECT name, issuer FROM identity_providers WHERE realm_id = $1 AND enabled ORDER BY id',
      [realmId],
    );
    return { single_sign_on_only: realm?.single_sign_on_only ?? false, providers };
  }
}
