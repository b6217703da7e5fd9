import { randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AuditAction } from '../../platform/audit/actions';
import { audit } from '../../platform/audit/audit';
import { Config } from '../../platform/config/config';
import type { Found } from '../../platform/database/select';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { ApiError, invalid } from '../../platform/errors/api-error';
import type { ListResponse } from '../../platform/http/list-query';
import { realmForNew } from '../../platform/realm-scope/realm-for-new';
import { rejectSuspended } from '../../platform/realm-scope/realm-status.repository';
import type { Scope } from '../../platform/realm-scope/scope';
import { Sealing } from '../../platform/sealing/sealing';
import type { WebhookFormat } from './webhook.entity';
import { bodyOf, signedHeaders } from './webhook-body';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository';
import { WebhookSender } from './webhook-sender';
import type {
  ReplayAnswer,
  ReplayInput,
  WebhookChange,
  WebhookDeliveryDto,
  WebhookDeliveryQuery,
  WebhookDto,
  WebhookInput,
  WebhookListQuery,
  WebhookTestDto,
  WebhookWithSecretDto,
} from './webhooks.dto';
import { WebhooksRepository } from './webhooks.repository';

const MAX_WEBHOOKS = 20;
const SECRET_BYTES = 32;
const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

type Located = Pick<WebhookDto, 'id' | 'realm_id'>;
const locationOf = ({ id, realm_id }: Located) => ({ table: 'webhooks', row: id, realm: realm_id });

/** Webhooks of realms, for their owners and administrators. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly config: Config,
    private readonly transactions: Transactions,
    private readonly sealing: Sealing,
    private readonly webhooks: WebhooksRepository,
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly sender: WebhookSender,
  ) {}

  list(scope: Scope, query: WebhookListQuery): Promise<ListResponse<WebhookDto>> {
    return this.transactions.readList(scope, (tx) => this.webhooks.list(tx, query));
  }

  get(scope: Scope, id: number): Promise<Found<WebhookDto>> {
    return this.transactions.read(scope, (tx) => this.webhooks.get(tx, id));
  }

  /**
   * Creates a webhook, whose secret only this response has.
   *
   * @throws 400 for an address that messages may not go to, 409 LIMIT_REACHED
   */
  async create(scope: Scope, input: WebhookInput): Promise<Found<WebhookWithSecretDto>> {
    await this.requireOuter(input.url);
    const secret = newSecret();
    return this.transactions.run(scope, async (tx) => {
      const { realm_id: requested, url, ...values } = input;
      const realm_id = await realmForNew(tx, requested);
      await this.requireRoom(tx, realm_id);
      await this.requireKnown(tx, input);
      const shown = shownUrl(url, input.format ?? 'standard');
      const id = await this.webhooks.insertWebhook(tx, { ...values, url: shown, realm_id });
      const sealed = this.sealing.seal(locationOf({ id, realm_id }), { url, secret });
      await this.webhooks.saveSecrets(tx, id, sealed);
      const { version, row } = await this.webhooks.get(tx, id);
      await auditWebhook(tx, 'webhook.create', row, null, row);
      return { version, row: { ...row, secret } };
    });
  }

  /** Changes the fields sent. @throws 400 for another format without the address, which may become visible by it */
  async change(
    scope: Scope,
    id: number,
    change: WebhookChange,
    ifMatch: string | undefined,
  ): Promise<Found<WebhookDto>> {
    if (change.url !== undefined) await this.requireOuter(change.url);
    return this.transactions.run(scope, async (tx) => {
      const { row: before } = await this.webhooks.lock(tx, id, ifMatch);
      const { url, ...values } = change;
      const { format = before.format } = change;
      if (format !== before.format && url === undefined)
        throw invalid([{ field: 'url', message: 'url is required with another format', code: 'REQUIRED' }]);
      await this.requireKnown(tx, change);
      const shown = url === undefined ? {} : { url: shownUrl(url, format) };
      await this.webhooks.updateWebhook(tx, id, { ...values, ...shown });
      if (url !== undefined) await this.seal(tx, before, { url });
      const changed = await this.webhooks.get(tx, id);
      await auditWebhook(tx, 'webhook.update', before, before, changed.row);
      if (changed.row.enabled && !before.enabled) await this.deliveries.announce(tx);
      return changed;
    });
  }

  /** Deletes a webhook with its messages, also those that wait. */
  remove(scope: Scope, id: number, ifMatch: string | undefined): Promise<void> {
    return this.transactions.run(scope, async (tx) => {
      const { row } = await this.webhooks.lock(tx, id, ifMatch);
      await this.webhooks.removeWebhook(tx, id);
      await auditWebhook(tx, 'webhook.delete', row, row, null);
    });
  }

  /** Replaces the secret. Messages are signed with both for a day, so that the receiver can change it meanwhile. */
  rotate(scope: Scope, id: number): Promise<Found<WebhookWithSecretDto>> {
    const secret = newSecret();
    return this.transactions.run(scope, async (tx) => {
      const { row } = await this.webhooks.lock(tx, id);
      await rejectSuspended(tx, [row.realm_id]);
      const { secret: former_secret = null } = await this.open(tx, row);
      await this.seal(tx, row, { secret, former_secret });
      await this.webhooks.beginRotation(tx, id);
      const rotated = await this.webhooks.get(tx, id);
      await auditWebhook(tx, 'webhook.rotate', row, null, null);
      return { version: rotated.version, row: { ...rotated.row, secret } };
    });
  }

  /** Sends a test at once, outside the queue and its numbers, and returns the answer. */
  async test(scope: Scope, id: number): Promise<WebhookTestDto> {
    const { row, opened } = await this.transactions.run(scope, async (tx) => {
      const found = await this.webhooks.get(tx, id);
      await rejectSuspended(tx, [found.row.realm_id]);
      await auditWebhook(tx, 'webhook.test', found.row, null, null);
      return { row: found.row, opened: await this.open(tx, found.row) };
    });
    const { url = '', secret, former_secret } = opened;
    const at = new Date();
    const data = { title: 'Test', body: row.name, realm_id: row.realm_id };
    const message = { id: `msg_${randomUUID()}`, type: 'test', at, sequence: 0, data };
    const body = bodyOf(row.format, message, this.config.publicOrigin);
    const secrets = [secret, row.rotated_until === null ? undefined : former_secret];
    return this.sender.send(url, body, signedHeaders(message.id, at, body, secrets));
  }

  listDeliveries(
    scope: Scope,
    id: number,
    query: WebhookDeliveryQuery,
  ): Promise<ListResponse<WebhookDeliveryDto>> {
    return this.transactions.readList(scope, async (tx) => {
      await this.webhooks.get(tx, id);
      return this.deliveries.list(tx, id, query);
    });
  }

  /** Sends messages again: those named, or the dead ones. Ids that the webhook doesn't have are left out. */
  replay(scope: Scope, id: number, { ids }: ReplayInput): Promise<ReplayAnswer> {
    return this.transactions.run(scope, async (tx) => {
      const { row } = await this.webhooks.lock(tx, id);
      await rejectSuspended(tx, [row.realm_id]);
      const replayed = await this.deliveries.replay(tx, id, ids);
      if (replayed > 0) await auditWebhook(tx, 'webhook.replay', row, null, { count: replayed });
      return { replayed };
    });
  }

  private async requireOuter(url: string): Promise<void> {
    const fault = await this.sender.faultOf(url);
    if (fault) throw invalid([fault]);
  }

  private async requireRoom(tx: Tx, realmId: number): Promise<void> {
    const used = await this.webhooks.lockAndCount(tx, realmId);
    if (used < MAX_WEBHOOKS) return;
    throw new ApiError('LIMIT_REACHED', `A realm has at most ${MAX_WEBHOOKS} webhooks: delete one first`, {
      context: { limit: MAX_WEBHOOKS, used, asked: 1 },
    });
  }

  /** 400 for a webhook without topics, and for a filter that names what isn't there. */
  private async requireKnown(
    tx: Tx,
    { topics, event_ids = [], site_ids = [] }: WebhookChange,
  ): Promise<void> {
    if (topics?.length === 0)
      throw invalid([
        {
          field: 'topics',
          message: 'topics must have at least 1 entries',
          code: 'TOO_FEW',
          params: { min: 1 },
        },
      ]);
    const named = { event_ids: ['events', event_ids], site_ids: ['sites', site_ids] } as const;
    for (const [field, [table, ids]] of Object.entries(named)) {
      const unknown = await this.webhooks.findUnknown(tx, table, ids);
      if (unknown.length > 0)
        throw invalid([
          { field, message: `${field} names none of the ${table}: ${unknown.join(', ')}`, code: 'NOT_FOUND' },
        ]);
    }
  }

  private async open(tx: Tx, webhook: Located): Promise<Record<string, string>> {
    return this.sealing.open(locationOf(webhook), await this.webhooks.findSecrets(tx, webhook.id));
  }

  private async seal(tx: Tx, webhook: Located, secrets: Record<string, string | null>): Promise<void> {
    const current = await this.webhooks.findSecrets(tx, webhook.id);
    const sealed = this.sealing.seal(locationOf(webhook), secrets, current);
    await this.webhooks.saveSecrets(tx, webhook.id, sealed);
  }
}

/** What may be shown of an address: of Slack's and Teams', which admit everybody who has them, only the host. */
const shownUrl = (url: string, format: WebhookFormat): string =>
  format === 'standard' ? url : `${new URL(url).origin}/…`;

const auditWebhook = (
  tx: Tx,
  action: AuditAction,
  { id, realm_id }: Located,
  before: object | null,
  after: object | null,
) => audit(tx, { action, entity: 'webhook', entity_id: id, realm_id, before, after });
