import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { AuditAction } from '../../platform/audit/actions';
import { audit } from '../../platform/audit/audit';
import { restoreRow } from '../../platform/database/restore';
import { type Found, lockFound, selectPage } from '../../platform/database/select';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { invalid, ApiError } from '../../platform/errors/api-error';
import { type ListQuery, type ListAnswer, readPagination } from '../../platform/http/list-query';
import { Live } from '../../platform/live/live';
import type { Scope } from '../../platform/realm-scope/scope';
import { Sealing } from '../../platform/sealing/sealing';
import { LoginLookup } from '../logins';
import { CatalogueLookup } from '../sites';
import { linkSecrets, type LinkStatus, liveLinkStatuses, QueueLink } from './link.entity';
import type { LinkChange, LinkDto, LinkInput, LinkListQuery, LinkStepDto } from './links.dto';
import {
  assignTasks,
  linkConditions,
  linkProjection,
  type LinkRow,
  linksByIds,
  linkSorts,
  linkSteps,
  namedTasks,
  otherLivePlace,
  readLink,
  withMasks,
} from './links.queries';

/** Queue places of logins: stored and shown; each serves tasks of its own login only. */
@Injectable()
export class LinksService implements OnModuleInit {
  constructor(
    private readonly transactions: Transactions,
    private readonly sealing: Sealing,
    private readonly catalogue: CatalogueLookup,
    private readonly logins: LoginLookup,
    private readonly live: Live,
  ) {}

  onModuleInit(): void {
    this.live.projection('links', linksByIds);
  }

  list(scope: Scope, query: LinkListQuery): Promise<ListAnswer<LinkDto>> {
    const pagination = readPagination(query, linkSorts, '-created_at', 'q.id');
    return this.transactions.read(scope, async (tx) => {
      const page = await selectPage<LinkRow>(tx, linkProjection, linkConditions(query), pagination);
      return { pagination, page: { ...page, rows: page.rows.map(withMasks) } };
    });
  }

  get(scope: Scope, id: number): Promise<Found<LinkDto>> {
    return this.transactions.read(scope, (tx) => readLink(tx, id));
  }

  /** How the place has moved; a step each time its status or position changed. */
  history(scope: Scope, id: number, query: ListQuery): Promise<ListAnswer<LinkStepDto>> {
    const pagination = readPagination(query, { at: 'at' }, '-at', 'id');
    return this.transactions.read(scope, async (tx) => {
      await readLink(tx, id);
      return { pagination, page: await linkSteps(tx, id, pagination) };
    });
  }

  create(scope: Scope, loginId: number, input: LinkInput): Promise<Found<LinkDto>> {
    return this.transactions.run(scope, async (tx) => {
      const login = await this.logins.ofPath(tx, loginId);
      if (input.event_id === undefined && input.event_guid === undefined) {
        throw invalid([
          { field: 'event_id', message: 'event_id or event_guid is required', code: 'REQUIRED' },
        ]);
      }
      const event = await this.catalogue.namedEvent(tx, { ...input, site_id: login.site_id });
      const { event_guid: _, ...fields } = input;
      const place = { realm_id: login.realm_id, login_id: login.id, event_id: event.id };
      await checkOnlyLive(tx, place, null, input.status ?? 'prequeue');
      const { identifiers } = await tx.manager.insert(QueueLink, {
        ...columnsOf(fields),
        ...place,
      } as object);
      const { id } = identifiers[0] as { id: number };
      await this.fill(tx, { id, ...place }, input, {});
      const created = await readLink(tx, id);
      await record(tx, 'link.create', created.answer, null, created.answer);
      return created;
    });
  }

  /** Changes the fields sent: a secret that is left out stays, null clears it. */
  change(scope: Scope, id: number, change: LinkChange, ifMatch: string | undefined): Promise<Found<LinkDto>> {
    return this.transactions.run(scope, async (tx) => {
      const before = await lock(tx, id, ifMatch);
      if (change.status) await checkOnlyLive(tx, before.answer, id, change.status);
      const columns = columnsOf(change);
      if (Object.keys(columns).length > 0) await tx.manager.update(QueueLink, { id }, columns as object);
      await this.fill(tx, before.answer, change, before.secrets);
      const changed = await readLink(tx, id);
      await record(tx, 'link.update', changed.answer, before.answer, {
        ...changed.answer,
        changed_fields: Object.keys(change),
      });
      return changed;
    });
  }

  remove(scope: Scope, id: number, ifMatch: string | undefined): Promise<void> {
    return this.transactions.run(scope, async (tx) => {
      const { answer } = await lock(tx, id, ifMatch);
      await tx.execute('UPDATE queue_links SET deleted_at = now() WHERE id = $1', [id]);
      await record(tx, 'link.delete', answer, answer, null);
    });
  }

  restore(scope: Scope, id: number): Promise<Found<LinkDto>> {
    return this.transactions.run(scope, async (tx) => {
      await restoreRow(tx, 'queue_links', id, 'Queue-it link');
      const restored = await readLink(tx, id);
      await this.logins.ofPath(tx, restored.answer.login_id);
      await record(tx, 'link.restore', restored.answer, null, restored.answer);
      return restored;
    });
  }

  /** The secrets and tasks of a body, which aren't columns. */
  private async fill(
    tx: Tx,
    link: Pick<LinkDto, 'id' | 'realm_id' | 'login_id'>,
    body: LinkChange,
    current: unknown,
  ): Promise<void> {
    const secrets = Object.fromEntries(
      linkSecrets.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])),
    );
    if (Object.keys(secrets).length > 0) {
      const sealed = this.sealing.seal(
        { table: 'queue_links', row: link.id, realm: link.realm_id },
        secrets,
        current,
      );
      await tx.execute('UPDATE queue_links SET secrets = $2 WHERE id = $1', [
        link.id,
        JSON.stringify(sealed),
      ]);
    }
    if (body.assigned_to_task_ids) {
      await this.checkTasks(tx, link.login_id, body.assigned_to_task_ids);
      await assignTasks(tx, link, body.assigned_to_task_ids);
    }
  }

  private async checkTasks(tx: Tx, loginId: number, ids: readonly number[]): Promise<void> {
    const tasks = await namedTasks(tx, ids);
    const missing = ids.filter((id) => !tasks.some((task) => task.id === id));
    const field = 'assigned_to_task_ids';
    if (missing.length > 0)
      throw invalid([{ field, message: `${field} names no task: ${missing.join(', ')}`, code: 'NOT_FOUND' }]);
    const others = tasks.filter((task) => task.login_id !== loginId).map(({ id }) => id);
    if (others.length > 0) {
      const message = `A queue place serves tasks of its own login only: ${others.join(', ')}`;
      throw new ApiError('CONFLICT', message, {
        reason: 'TASKS_OF_OTHER_LOGIN',
        context: { task_ids: others },
      });
    }
  }
}

/** A login stands in an event's queue once; two who write at the same time meet the index that says so too. */
async function checkOnlyLive(
  tx: Tx,
  place: Pick<LinkDto, 'login_id' | 'event_id'>,
  id: number | null,
  status: LinkStatus,
): Promise<void> {
  if (!(liveLinkStatuses as readonly LinkStatus[]).includes(status)) return;
  const other = await otherLivePlace(tx, place, id);
  if (other === undefined) return;
  throw new ApiError('CONFLICT', "This login has a live place in this event's queue already", {
    reason: 'QUEUE_PLACE_EXISTS',
    context: { link_id: other },
  });
}

/** What of a body is a column of the table. */
function columnsOf({ assigned_to_task_ids: _, ...body }: LinkChange): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(body).filter(([name]) => !(linkSecrets as readonly string[]).includes(name)),
  );
}

const lock = (tx: Tx, id: number, ifMatch: string | undefined) =>
  lockFound(tx, 'queue_links', id, readLink, ifMatch);

const record = (
  tx: Tx,
  action: AuditAction,
  { id, realm_id }: LinkDto,
  before: object | null,
  after: object | null,
) => audit(tx, { action, entity: 'queue_link', entity_id: id, realm_id, before, after });
