import { Injectable } from '@nestjs/common';
import type { AuditAction } from '../../platform/audit/actions';
import { audit } from '../../platform/audit/audit';
import { type Found, lockFound, selectPage } from '../../platform/database/select';
import { restoreRow } from '../../platform/database/restore';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { invalid } from '../../platform/errors/problem';
import { type ListAnswer, readPagination } from '../../platform/http/list-query';
import type { Scope } from '../../platform/realm-scope/scope';
import { LoginLookup, sameRealm } from '../logins';
import { PoolLookup } from '../pools';
import { CatalogueLookup } from '../sites';
import { Template } from './template.entity';
import type { TemplateChange, TemplateDto, TemplateInput, TemplateListQuery } from './templates.dto';
import {
  readTemplate,
  replaceLogins,
  templateConditions,
  templateProjection,
  templateSorts,
} from './templates.repository';

/** Site and event as the row will have them. */
type Place = { site_id: number; event_id: number | null };

/** What jobs are launched from: for those with write alone. */
@Injectable()
export class TemplatesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly catalogue: CatalogueLookup,
    private readonly logins: LoginLookup,
    private readonly pools: PoolLookup,
  ) {}

  list(scope: Scope, query: TemplateListQuery): Promise<ListAnswer<TemplateDto>> {
    const pagination = readPagination(query, templateSorts, 'name', 't.id');
    return this.transactions.read(scope, async (tx) => ({
      pagination,
      page: await selectPage<TemplateDto>(tx, templateProjection, templateConditions(query), pagination),
    }));
  }

  get(scope: Scope, id: number): Promise<Found<TemplateDto>> {
    return this.transactions.read(scope, (tx) => readTemplate(tx, id));
  }

  create(scope: Scope, input: TemplateInput): Promise<Found<TemplateDto>> {
    return this.transactions.run(scope, async (tx) => {
      const { login_ids = [], event_guid: _, realm_id: asked, ...row } = input;
      checkOneSource(input);
      const place = await this.place(tx, input, null);
      const logins = await this.logins.named(tx, login_ids, place.site_id);
      const pools = await this.pools.named(tx, input.pool_id ?? null, place.site_id);
      const realm_id = await this.logins.realmForNew(tx, [...logins, ...pools], asked);
      const { identifiers } = await tx.manager.insert(Template, { ...row, ...place, realm_id } as object);
      const { id } = identifiers[0] as { id: number };
      if (login_ids.length > 0) await replaceLogins(tx, id, realm_id, login_ids);
      const created = await readTemplate(tx, id);
      await record(tx, 'template.create', created.answer, null, created.answer);
      return created;
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
      const { answer: before } = await lock(tx, id, ifMatch);
      const { event_guid: _, login_ids: logins, pool_id: pool, ...row } = change;
      checkOneSource(change);
      const place = await this.place(tx, change, before);
      const { login_ids, pool_id } = sourceOf(
        { login_ids: logins, pool_id: pool },
        place.site_id === before.site_id ? null : before,
      );
      if (login_ids) sameRealm(await this.logins.named(tx, login_ids, place.site_id), before.realm_id);
      if (pool_id) sameRealm(await this.pools.named(tx, pool_id, place.site_id), before.realm_id);
      const columns = { ...row, ...place, ...(pool_id !== undefined && { pool_id }) };
      await tx.manager.update(Template, { id }, columns as object);
      if (login_ids) await replaceLogins(tx, id, before.realm_id, login_ids);
      const changed = await readTemplate(tx, id);
      await record(tx, 'template.update', changed.answer, before, changed.answer);
      return changed;
    });
  }

  remove(scope: Scope, id: number, ifMatch: string | undefined): Promise<void> {
    return this.transactions.run(scope, async (tx) => {
      const { answer } = await lock(tx, id, ifMatch);
      await tx.execute('UPDATE templates SET deleted_at = now() WHERE id = $1', [id]);
      await record(tx, 'template.delete', answer, answer, null);
    });
  }

  restore(scope: Scope, id: number): Promise<Found<TemplateDto>> {
    return this.transactions.run(scope, async (tx) => {
      await restoreRow(tx, 'templates', id, 'Template');
      const restored = await readTemplate(tx, id);
      await record(tx, 'template.restore', restored.answer, null, restored.answer);
      return restored;
    });
  }

  /** The site and event that a body names, or that the row has: an event of another site is 400. */
  private async place(tx: Tx, body: TemplateChange, before: Place | null): Promise<Place> {
    const { site_id, event_id, event_guid } = body;
    const clears = event_id === null || (event_id === undefined && event_guid === null);
    const names = event_id != null || event_guid != null;
    if (names) {
      const event = await this.catalogue.namedEvent(tx, { event_id, event_guid, site_id });
      if (site_id !== undefined) await this.catalogue.namedSite(tx, site_id);
      return { site_id: event.site_id, event_id: event.id };
    }
    const siteId = site_id ?? before?.site_id;
    if (siteId === undefined)
      throw invalid([{ field: 'site_id', message: 'site_id or an event is required', code: 'REQUIRED' }]);
    if (site_id !== undefined) await this.catalogue.namedSite(tx, site_id);
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

/** Whose logins serve: 400 for both kinds at once. */
function checkOneSource({ login_ids, pool_id }: TemplateChange): void {
  if (pool_id && login_ids && login_ids.length > 0)
    throw invalid([
      { field: 'pool_id', message: 'Either login_ids or pool_id, not both', code: 'LOGINS_OR_POOL' },
    ]);
}

/**
 * The logins and the pool that a change sets, either in the other's place; undefined leaves them. `moved`: the template as
 * it was, when its site is another now, so that what it keeps is checked again.
 */
function sourceOf(
  { login_ids, pool_id }: TemplateChange,
  moved: TemplateDto | null,
): { login_ids: number[] | undefined; pool_id: number | null | undefined } {
  if (pool_id) return { login_ids: [], pool_id };
  if (login_ids && login_ids.length > 0) return { login_ids, pool_id: null };
  return {
    login_ids: login_ids ?? moved?.login_ids,
    pool_id: pool_id === undefined ? (moved?.pool_id ?? undefined) : pool_id,
  };
}

const lock = (tx: Tx, id: number, ifMatch: string | undefined): Promise<Found<TemplateDto>> =>
  lockFound(tx, 'templates', id, readTemplate, ifMatch);

const record = (
  tx: Tx,
  action: AuditAction,
  { id, realm_id }: TemplateDto,
  before: TemplateDto | null,
  after: TemplateDto | null,
) => audit(tx, { action, entity: 'template', entity_id: id, realm_id, before, after });
