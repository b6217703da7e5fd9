import { Injectable } from '@nestjs/common';
import { CatalogueLookup } from '../../catalogue';
import type { AuditAction } from '../../platform/audit/actions';
import { audit } from '../../platform/audit/audit';
import type { Found } from '../../platform/database/select';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { ApiError, invalid } from '../../platform/errors/api-error';
import type { ListQuery, ListResponse } from '../../platform/http/list-query';
import type { Scope } from '../../platform/realm-scope/scope';
import { Sealing } from '../../platform/sealing/sealing';
import { Sweeps } from '../../platform/sweeps/sweeps';
import { LoginLookup } from '../logins/login-lookup';
import { linkSecrets, type LinkStatus, liveLinkStatuses } from './link.entity';
import type { LinkChange, LinkDto, LinkInput, LinkListQuery, LinkStepDto } from './links.dto';
import { LinksRepository, type LinkValues } from './links.repository';

/** Queue-it links of logins. They are stored and shown; a link serves tasks of its own login only. */
@Injectable()
export class LinksService {
  constructor(
    sweeps: Sweeps,
    private readonly transactions: Transactions,
    private readonly sealing: Sealing,
    private readonly catalogue: CatalogueLookup,
    private readonly logins: LoginLookup,
    private readonly links: LinksRepository,
  ) {
    sweeps.register('expired queue links', async (tx) => {
      await this.links.expireDue(tx);
      return 0;
    });
  }

  list(scope: Scope, query: LinkListQuery): Promise<ListResponse<LinkDto>> {
    return this.transactions.readList(scope, (tx) => this.links.list(tx, query));
  }

  get(scope: Scope, id: number): Promise<Found<LinkDto>> {
    return this.transactions.read(scope, (tx) => this.links.get(tx, id));
  }

  /** The statuses and positions that the link had; a step for each change. */
  history(scope: Scope, id: number, query: ListQuery): Promise<ListResponse<LinkStepDto>> {
    return this.transactions.readList(scope, async (tx) => {
      await this.links.get(tx, id);
      return this.links.listSteps(tx, id, query);
    });
  }

  /** @throws 409 when the login has a live link for the event */
  create(scope: Scope, loginId: number, input: LinkInput): Promise<Found<LinkDto>> {
    return this.transactions.run(scope, async (tx) => {
      const login = await this.logins.requireLogin(tx, loginId);
      if (input.event_id === undefined && input.event_guid === undefined) {
        throw invalid([
          { field: 'event_id', message: 'event_id or event_guid is required', code: 'REQUIRED' },
        ]);
      }
      const event = await this.catalogue.resolveEvent(tx, { ...input, site_id: login.site_id });
      const owner = { realm_id: login.realm_id, login_id: login.id, event_id: event.id };
      await this.requireNoOtherLive(tx, owner, null, input.status ?? 'prequeue');
      const id = await this.links.insertLink(tx, { ...valuesOf(input), ...owner });
      await this.saveSecretsAndTasks(tx, { id, ...owner }, input, {});
      const created = await this.links.get(tx, id);
      await auditChange(tx, 'link.create', created.row, null, created.row);
      return created;
    });
  }

  /** Changes only the fields that are sent; null clears a secret. */
  change(scope: Scope, id: number, change: LinkChange, ifMatch: string | undefined): Promise<Found<LinkDto>> {
    return this.transactions.run(scope, async (tx) => {
      const { row: before, secrets } = await this.links.lock(tx, id, ifMatch);
      if (change.status) await this.requireNoOtherLive(tx, before, id, change.status);
      await this.links.updateLink(tx, id, valuesOf(change));
      await this.saveSecretsAndTasks(tx, before, change, secrets);
      const changed = await this.links.get(tx, id);
      await auditChange(tx, 'link.update', changed.row, before, {
        ...changed.row,
        changed_fields: Object.keys(change),
      });
      return changed;
    });
  }

  remove(scope: Scope, id: number, ifMatch: string | undefined): Promise<void> {
    return this.transactions.run(scope, async (tx) => {
      const { row } = await this.links.lock(tx, id, ifMatch);
      await this.links.softDelete(tx, id);
      await auditChange(tx, 'link.delete', row, row, null);
    });
  }

  /** @throws 404 also when the link's login was deleted */
  restore(scope: Scope, id: number): Promise<Found<LinkDto>> {
    return this.transactions.run(scope, async (tx) => {
      await this.links.restore(tx, id);
      const restored = await this.links.get(tx, id);
      await this.logins.requireLogin(tx, restored.row.login_id);
      await auditChange(tx, 'link.restore', restored.row, null, restored.row);
      return restored;
    });
  }

  private async saveSecretsAndTasks(
    tx: Tx,
    link: Pick<LinkDto, 'id' | 'realm_id' | 'login_id'>,
    body: LinkChange,
    currentSecrets: unknown,
  ): Promise<void> {
    const secrets = Object.fromEntries(
      linkSecrets.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])),
    );
    if (Object.keys(secrets).length > 0) {
      const location = { table: 'queue_links', row: link.id, realm: link.realm_id };
      await this.links.saveSecrets(tx, link.id, this.sealing.seal(location, secrets, currentSecrets));
    }
    if (body.assigned_to_task_ids) {
      await this.requireTasksOfLogin(tx, link.login_id, body.assigned_to_task_ids);
      await this.links.replaceTasks(tx, link, body.assigned_to_task_ids);
    }
  }

  /** @throws 400 for a task that doesn't exist, 409 for a task of another login */
  private async requireTasksOfLogin(tx: Tx, loginId: number, ids: readonly number[]): Promise<void> {
    const tasks = await this.links.findTasks(tx, ids);
    const missing = ids.filter((id) => !tasks.some((task) => task.id === id));
    const field = 'assigned_to_task_ids';
    if (missing.length > 0)
      throw invalid([{ field, message: `${field} names no task: ${missing.join(', ')}`, code: 'NOT_FOUND' }]);
    const others = tasks.filter((task) => task.login_id !== loginId).map(({ id }) => id);
    if (others.length > 0) {
      throw new ApiError('CONFLICT', `A link serves tasks of its own login only: ${others.join(', ')}`, {
        reason: 'TASKS_OF_OTHER_LOGIN',
        context: { task_ids: others },
      });
    }
  }

  /** A login has one live link for an event. Of two concurrent writes the unique index rejects the second. */
  private async requireNoOtherLive(
    tx: Tx,
    link: Pick<LinkDto, 'login_id' | 'event_id'>,
    id: number | null,
    status: LinkStatus,
  ): Promise<void> {
    if (!(liveLinkStatuses as readonly LinkStatus[]).includes(status)) return;
    const other = await this.links.findOtherLive(tx, link, id);
    if (other === undefined) return;
    throw new ApiError('CONFLICT', 'This login already has a live link for this event', {
      reason: 'QUEUE_PLACE_EXISTS',
      context: { link_id: other },
    });
  }
}

/** The columns that a body sets. */
const valuesOf = ({
  event_url,
  status,
  status_msg,
  position,
  enqueue_token_expires: expires,
}: LinkChange): LinkValues => ({
  event_url,
  status,
  status_msg,
  position,
  enqueue_token_expires: expires == null ? expires : new Date(expires),
});

const auditChange = (
  tx: Tx,
  action: AuditAction,
  { id, realm_id }: LinkDto,
  before: object | null,
  after: object | null,
) => audit(tx, { action, entity: 'queue_link', entity_id: id, realm_id, before, after });
