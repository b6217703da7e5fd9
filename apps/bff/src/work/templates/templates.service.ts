import { Injectable } from '@nestjs/common';
import { costOf } from '@tessera/domain/cost';
import { CatalogueLookup, PriceLists } from '../../catalogue';
import type { AuditAction } from '../../platform/audit/actions';
import { audit } from '../../platform/audit/audit';
import type { Found } from '../../platform/database/select';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { invalid } from '../../platform/errors/api-error';
import type { ListResponse } from '../../platform/http/list-query';
import type { Scope } from '../../platform/realm-scope/scope';
import { checkBudgets } from '../budget-fields';
import { choiceOf } from '../jobs/job-plan';
import { LoginLookup, requireSameRealm } from '../logins/login-lookup';
import { PoolLookup } from '../pools/pool-lookup';
import type { TemplateChange, TemplateDto, TemplateInput, TemplateListQuery } from './templates.dto';
import { type TemplateRow, TemplatesRepository } from './templates.repository';

/** The site and the event that the row will have. */
type SiteAndEvent = { site_id: number; event_id: number | null };

/** Templates, which jobs are launched from; only for people with write permission. */
@Injectable()
export class TemplatesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly catalogue: CatalogueLookup,
    private readonly logins: LoginLookup,
    private readonly pools: PoolLookup,
    private readonly prices: PriceLists,
    private readonly templates: TemplatesRepository,
  ) {}

  list(scope: Scope, query: TemplateListQuery): Promise<ListResponse<TemplateDto>> {
    return this.transactions.readList(scope, async (tx) => {
      const { page, ...list } = await this.templates.list(tx, query);
      return { ...list, page: { ...page, rows: await this.withCosts(tx, page.rows) } };
    });
  }

  get(scope: Scope, id: number): Promise<Found<TemplateDto>> {
    return this.transactions.read(scope, async (tx) => this.withCost(tx, await this.templates.get(tx, id)));
  }

  create(scope: Scope, input: TemplateInput): Promise<Found<TemplateDto>> {
    return this.transactions.run(scope, async (tx) => {
      const { login_ids = [], event_guid: _, realm_id: requestedRealm, ...row } = input;
      requireSingleSource(input);
      checkBudgets(input);
      const target = await this.siteAndEvent(tx, input, null);
      const logins = await this.logins.resolveLogins(tx, login_ids, target.site_id);
      const pools = await this.pools.resolvePool(tx, input.pool_id ?? null, target.site_id);
      const realm_id = await this.logins.realmForNew(tx, [...logins, ...pools], requestedRealm);
      const id = await this.templates.insertTemplate(tx, { ...row, ...target, realm_id });
      if (login_ids.length > 0) await this.templates.replaceLogins(tx, id, realm_id, login_ids);
      const created = await this.templates.get(tx, id);
      await auditChange(tx, 'template.create', created.row, null, created.row);
      return this.withCost(tx, created);
    });
  }

  /** Changes the fields sent; site, event and logins or pool must still belong together. */
  change(
    scope: Scope,
    id: number,
    change: TemplateChange,
    ifMatch: string | undefined,
  ): Promise<Found<TemplateDto>> {
    return this.transactions.run(scope, async (tx) => {
      const { row: before } = await this.templates.lock(tx, id, ifMatch);
      const { event_guid: _, login_ids: logins, pool_id: pool, ...row } = change;
      requireSingleSource(change);
      checkBudgets({ ...before, ...change });
      const target = await this.siteAndEvent(tx, change, before);
      const { login_ids, pool_id } = resolveSource(
        { login_ids: logins, pool_id: pool },
        target.site_id === before.site_id ? null : before,
      );
      if (login_ids)
        requireSameRealm(await this.logins.resolveLogins(tx, login_ids, target.site_id), before.realm_id);
      if (pool_id)
        requireSameRealm(await this.pools.resolvePool(tx, pool_id, target.site_id), before.realm_id);
      await this.templates.updateTemplate(tx, id, {
        ...row,
        ...target,
        ...(pool_id !== undefined && { pool_id }),
      });
      if (login_ids) await this.templates.replaceLogins(tx, id, before.realm_id, login_ids);
      const changed = await this.templates.get(tx, id);
      await auditChange(tx, 'template.update', changed.row, before, changed.row);
      return this.withCost(tx, changed);
    });
  }

  remove(scope: Scope, id: number, ifMatch: string | undefined): Promise<void> {
    return this.transactions.run(scope, async (tx) => {
      const { row: before } = await this.templates.lock(tx, id, ifMatch);
      await this.templates.softDelete(tx, id);
      await auditChange(tx, 'template.delete', before, before, null);
    });
  }

  restore(scope: Scope, id: number): Promise<Found<TemplateDto>> {
    return this.transactions.run(scope, async (tx) => {
      await this.templates.restore(tx, id);
      const restored = await this.templates.get(tx, id);
      await auditChange(tx, 'template.restore', restored.row, null, restored.row);
      return this.withCost(tx, restored);
    });
  }

  /** What launches of these templates cost, with all their prices read at once. */
  private async withCosts(tx: Tx, rows: readonly TemplateRow[]): Promise<TemplateDto[]> {
    const pricesOf = await this.prices.find(tx, rows);
    return rows.map((row) => ({
      ...row,
      cost: costOf(pricesOf(row), choiceOf(row), row.seats_per_worker, row.worker_count),
    }));
  }

  private async withCost(tx: Tx, { version, row }: Found<TemplateRow>): Promise<Found<TemplateDto>> {
    const [costed] = await this.withCosts(tx, [row]);
    if (!costed) throw new Error('Each row gets its cost');
    return { version, row: costed };
  }

  /** The site and event that a body names, or that the row has: an event of another site is 400. */
  private async siteAndEvent(
    tx: Tx,
    body: TemplateChange,
    before: SiteAndEvent | null,
  ): Promise<SiteAndEvent> {
    const { site_id, event_id, event_guid } = body;
    const clears = event_id === null || (event_id === undefined && event_guid === null);
    const names = event_id != null || event_guid != null;
    if (names) {
      const event = await this.catalogue.resolveEvent(tx, { event_id, event_guid, site_id });
      if (site_id !== undefined) await this.catalogue.resolveSite(tx, site_id);
      return { site_id: event.site_id, event_id: event.id };
    }
    const siteId = site_id ?? before?.site_id;
    if (siteId === undefined)
      throw invalid([{ field: 'site_id', message: 'site_id or an event is required', code: 'REQUIRED' }]);
    if (site_id !== undefined) await this.catalogue.resolveSite(tx, site_id);
    const eventId = clears ? null : (before?.event_id ?? null);
    if (eventId !== null && siteId !== before?.site_id) {
      throw invalid([
        {
          field: 'site_id',
          message: "site_id is not the event's site: name an event of it, or null",
          code: 'OTHER_SITE',
        },
      ]);
    }
    return { site_id: siteId, event_id: eventId };
  }
}

/** @throws 400 for logins and a pool at once */
function requireSingleSource({ login_ids, pool_id }: TemplateChange): void {
  if (pool_id && login_ids && login_ids.length > 0)
    throw invalid([
      { field: 'pool_id', message: 'Either login_ids or pool_id, not both', code: 'LOGINS_OR_POOL' },
    ]);
}

/**
 * The logins and the pool that a change sets; setting one clears the other, and undefined leaves both. `moved` is the
 * template as it was if its site changes, so that the logins or the pool it keeps are checked against the new site.
 */
function resolveSource(
  { login_ids, pool_id }: TemplateChange,
  moved: TemplateRow | null,
): { login_ids: number[] | undefined; pool_id: number | null | undefined } {
  if (pool_id) return { login_ids: [], pool_id };
  if (login_ids && login_ids.length > 0) return { login_ids, pool_id: null };
  return {
    login_ids: login_ids ?? moved?.login_ids,
    pool_id: pool_id === undefined ? (moved?.pool_id ?? undefined) : pool_id,
  };
}

const auditChange = (
  tx: Tx,
  action: AuditAction,
  { id, realm_id }: TemplateRow,
  before: TemplateRow | null,
  after: TemplateRow | null,
) => audit(tx, { action, entity: 'template', entity_id: id, realm_id, before, after });
