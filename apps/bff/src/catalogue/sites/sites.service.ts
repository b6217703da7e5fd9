import { Injectable } from '@nestjs/common';
import type { AuditAction } from '../../platform/audit/actions';
import { audit } from '../../platform/audit/audit';
import type { Found } from '../../platform/database/select';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { rejectInUse } from '../../platform/errors/api-error';
import type { ListResponse } from '../../platform/http/list-query';
import type { Scope } from '../../platform/realm-scope/scope';
import { defaultSiteConfig } from './site.entity';
import type { CountedSiteDto, SiteConfig, SiteDto, SiteInput, SiteListQuery } from './sites.dto';
import { SitesRepository, type SiteValues } from './sites.repository';

/** The columns of a site; fields that weren't sent have their defaults. */
const withDefaults = (input: SiteInput): SiteValues => ({
  name: input.name ?? '',
  url: input.url ?? '',
  display_name: input.display_name ?? '',
  enabled: input.enabled ?? 0,
  config: { ...defaultSiteConfig, ...input.config },
  currency: input.currency ?? null,
  time_zone: input.time_zone ?? null,
});

/** Ticketing sites, which everybody reads and administrators change. */
@Injectable()
export class SitesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly sites: SitesRepository,
  ) {}

  list(scope: Scope, query: SiteListQuery): Promise<ListResponse<CountedSiteDto>> {
    return this.transactions.readList(scope, (tx) => this.sites.list(tx, query));
  }

  get(scope: Scope, id: number): Promise<Found<SiteDto>> {
    return this.transactions.read(scope, (tx) => this.sites.get(tx, id));
  }

  create(scope: Scope, input: SiteInput): Promise<Found<SiteDto>> {
    return this.transactions.run(scope, async (tx) => {
      const created = await this.sites.get(tx, await this.sites.insertSite(tx, withDefaults(input)));
      await auditChange(tx, 'site.create', created.row.id, null, created.row);
      return created;
    });
  }

  /** Replaces the site; fields that aren't sent return to their defaults. */
  replace(scope: Scope, id: number, input: SiteInput, ifMatch: string | undefined): Promise<Found<SiteDto>> {
    return this.change(scope, id, ifMatch, 'site.update', () => withDefaults(input));
  }

  /** Changes only the fields of the config that are sent. */
  changeConfig(
    scope: Scope,
    id: number,
    change: SiteConfig,
    ifMatch: string | undefined,
  ): Promise<Found<SiteDto>> {
    return this.change(scope, id, ifMatch, 'site.config', (before) => ({
      config: { ...defaultSiteConfig, ...before.config, ...change },
    }));
  }

  /** @throws 409 IN_USE while the site has logins, events or unfinished tasks */
  remove(scope: Scope, id: number, ifMatch: string | undefined): Promise<void> {
    return this.transactions.run(scope, async (tx) => {
      const { row: before } = await this.sites.lock(tx, id, ifMatch);
      rejectInUse(await this.sites.countUses(tx, id));
      await this.sites.softDelete(tx, id);
      await auditChange(tx, 'site.delete', id, before, null);
    });
  }

  private change(
    scope: Scope,
    id: number,
    ifMatch: string | undefined,
    action: AuditAction,
    valuesOf: (before: SiteDto) => Partial<SiteValues>,
  ): Promise<Found<SiteDto>> {
    return this.transactions.run(scope, async (tx) => {
      const { row: before } = await this.sites.lock(tx, id, ifMatch);
      await this.sites.updateSite(tx, id, valuesOf(before));
      const changed = await this.sites.get(tx, id);
      await auditChange(tx, action, id, before, changed.row);
      return changed;
    });
  }
}

const auditChange = (
  tx: Tx,
  action: AuditAction,
  id: number,
  before: SiteDto | null,
  after: SiteDto | null,
) => audit(tx, { action, entity: 'site', entity_id: id, realm_id: null, before, after });
