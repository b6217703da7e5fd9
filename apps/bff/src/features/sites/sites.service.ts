import { Injectable } from '@nestjs/common';
import type { AuditAction } from '../../platform/audit/actions';
import { audit } from '../../platform/audit/audit';
import { countUses, type Found, lockFound, selectPage } from '../../platform/database/select';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { inUse } from '../../platform/errors/api-error';
import { type ListAnswer, readPagination } from '../../platform/http/list-query';
import type { Scope } from '../../platform/realm-scope/scope';
import { defaultSiteConfig, Site, type SiteConfigData } from './site.entity';
import type { CountedSiteDto, SiteConfig, SiteDto, SiteInput, SiteListQuery } from './sites.dto';
import { countedSiteProjection, readSite, siteConditions, siteSorts, siteUses } from './sites.queries';

/** A whole site from what was sent: the rest takes its defaults. */
const withDefaults = (input: SiteInput) => ({
  name: input.name ?? '',
  url: input.url ?? '',
  display_name: input.display_name ?? '',
  enabled: input.enabled ?? 0,
  config: { ...defaultSiteConfig, ...input.config },
  currency: input.currency ?? null,
  time_zone: input.time_zone ?? null,
});

/** The catalogue of ticketing sites: everybody reads it, administrators change it. */
@Injectable()
export class SitesService {
  constructor(private readonly transactions: Transactions) {}

  list(scope: Scope, query: SiteListQuery): Promise<ListAnswer<CountedSiteDto>> {
    const pagination = readPagination(query, siteSorts, 'name', 's.id');
    return this.transactions.read(scope, async (tx) => ({
      pagination,
      page: await selectPage<CountedSiteDto>(tx, countedSiteProjection, siteConditions(query), pagination),
    }));
  }

  get(scope: Scope, id: number): Promise<Found<SiteDto>> {
    return this.transactions.read(scope, (tx) => readSite(tx, id));
  }

  create(scope: Scope, input: SiteInput): Promise<Found<SiteDto>> {
    return this.transactions.run(scope, async (tx) => {
      const { identifiers } = await tx.manager.insert(Site, withDefaults(input));
      const created = await readSite(tx, (identifiers[0] as { id: number }).id);
      await record(tx, 'site.create', created.answer.id, null, created.answer);
      return created;
    });
  }

  /** Replaces the site: what isn't sent goes back to its default. */
  replace(scope: Scope, id: number, input: SiteInput, ifMatch: string | undefined): Promise<Found<SiteDto>> {
    return this.change(scope, id, ifMatch, 'site.update', () => withDefaults(input));
  }

  /** Changes the config's fields that were sent. */
  changeConfig(
    scope: Scope,
    id: number,
    change: SiteConfig,
    ifMatch: string | undefined,
  ): Promise<Found<SiteDto>> {
    return this.change(scope, id, ifMatch, 'site.config', (before) => ({
      config: { ...defaultSiteConfig, ...before.config, ...change } satisfies SiteConfigData,
    }));
  }

  remove(scope: Scope, id: number, ifMatch: string | undefined): Promise<void> {
    return this.transactions.run(scope, async (tx) => {
      const before = await lock(tx, id, ifMatch);
      const uses = await countUses(tx, siteUses, [id]);
      if (Object.values(uses).some((count) => count > 0)) throw inUse(uses);
      await tx.execute('UPDATE sites SET deleted_at = now() WHERE id = $1', [id]);
      await record(tx, 'site.delete', id, before, null);
    });
  }

  private change(
    scope: Scope,
    id: number,
    ifMatch: string | undefined,
    action: AuditAction,
    make: (before: SiteDto) => Partial<ReturnType<typeof withDefaults>>,
  ): Promise<Found<SiteDto>> {
    return this.transactions.run(scope, async (tx) => {
      const before = await lock(tx, id, ifMatch);
      await tx.manager.update(Site, { id }, make(before));
      const changed = await readSite(tx, id);
      await record(tx, action, id, before, changed.answer);
      return changed;
    });
  }
}

const lock = async (tx: Tx, id: number, ifMatch: string | undefined): Promise<SiteDto> =>
  (await lockFound(tx, 'sites', id, readSite, ifMatch)).answer;

const record = (tx: Tx, action: AuditAction, id: number, before: SiteDto | null, after: SiteDto | null) =>
  audit(tx, { action, entity: 'site', entity_id: id, realm_id: null, before, after });
