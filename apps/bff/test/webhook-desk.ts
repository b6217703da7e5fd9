import type { NotificationDraft } from '../src/messages/notifications/notification-draft';
import { NotificationPublisher } from '../src/messages/notifications/notification-publisher';
import type { WebhookDeliveryDto, WebhookWithSecretDto } from '../src/messages/webhooks/webhooks.dto';
import { Transactions } from '../src/platform/database/transactions';
import { systemScope } from '../src/platform/realm-scope/scope';
import type { Answer, TestApp } from './app';
import * as make from './factories';
import type { ReceivedMessage, WebhookReceiver } from './webhook-receiver';
import { until } from './work';

/** A realm with an owner who has webhooks at a receiver. */
export class WebhookDesk {
  constructor(
    private readonly app: TestApp,
    private readonly receiver: WebhookReceiver,
    readonly realm: number,
    readonly token: string,
  ) {}

  /** Sends a request to `/api/webhooks`. */
  call<T = never>(method: string, path: string, body?: object, token = this.token): Promise<Answer<T>> {
    return this.app.http<T>(method, `/api/webhooks${path}`, { token, body });
  }

  /** Creates a webhook at a path of the receiver. */
  async create(path: string, fields: object = {}): Promise<WebhookWithSecretDto> {
    const url = this.receiver.url(path);
    const body = { name: path, url, topics: ['limit_warning', 'orders'], ...fields };
    const created = await this.call<WebhookWithSecretDto>('POST', '', body);
    if (created.status !== 201) throw new Error(JSON.stringify(created.body));
    return created.body;
  }

  /** Something that happens in the realm; `used` distinguishes it. */
  happening(used: number): NotificationDraft {
    return {
      topic: 'limit_warning',
      realm_id: this.realm,
      kind: 'task_limit_near',
      params: { used, maximum: 100 },
      path: '/dashboard',
    };
  }

  async publish(...drafts: NotificationDraft[]): Promise<void> {
    const publisher = this.app.nest.get(NotificationPublisher, { strict: false });
    await this.app.nest
      .get(Transactions, { strict: false })
      .run(systemScope('test'), (tx) => publisher.publish(tx, drafts));
  }

  /** The messages that came to a path. */
  receivedAt(path: string): ReceivedMessage[] {
    return this.receiver.received.filter((message) => message.path === path);
  }

  /** Waits for a number of messages at a path. */
  async arrive(path: string, count: number): Promise<ReceivedMessage[]> {
    await until(() => Promise.resolve(this.receivedAt(path).length >= count), `${count} messages at ${path}`);
    return this.receivedAt(path);
  }

  async log({ id }: { id: number }, query = ''): Promise<WebhookDeliveryDto[]> {
    return (await this.call<WebhookDeliveryDto[]>('GET', `/${id}/deliveries${query}`)).body;
  }

  /** Waits until a number of a webhook's messages are in a state. */
  async settled(webhook: { id: number }, state: string, count = 1): Promise<WebhookDeliveryDto[]> {
    const lines = () => this.log(webhook, `?state=${state}`);
    await until(async () => (await lines()).length >= count, `${count} are ${state}`);
    return lines();
  }
}

/** A new realm with an owner. */
export async function newDesk(app: TestApp, receiver: WebhookReceiver): Promise<WebhookDesk> {
  const realm = await make.realm(app);
  const { token } = await make.user(app, 'realm_owner', realm);
  return new WebhookDesk(app, receiver, realm, token);
}
