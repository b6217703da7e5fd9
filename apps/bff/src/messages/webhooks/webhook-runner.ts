import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config';
import { Listener } from '../../platform/database/listener';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { Runner } from '../../platform/queue/runner';
import { systemScope } from '../../platform/realm-scope/scope';
import { Sealing } from '../../platform/sealing/sealing';
import { NotificationPublisher } from '../notifications/notification-publisher';
import { bodyOf, signedHeaders } from './webhook-body';
import {
  type TakenDelivery,
  WEBHOOK_CHANNEL,
  WebhookDeliveriesRepository,
} from './webhook-deliveries.repository';
import { WebhookPace } from './webhook-pace';
import { WebhookSender } from './webhook-sender';

const scope = systemScope('webhooks');
/** Messages that a process sends at a time, to quick receivers and to slow ones. */
const MAX_QUICK = 32;
const MAX_SLOW = 32;

/** Sends what is due to webhooks. */
@Injectable()
export class WebhookRunner extends Runner {
  private readonly stopping = new AbortController();
  /** What is in progress, of each webhook, and of all slow ones. */
  private readonly busy = new Map<number, number>();
  private slow = 0;

  constructor(
    private readonly config: Config,
    private readonly transactions: Transactions,
    private readonly sealing: Sealing,
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly sender: WebhookSender,
    private readonly notifications: NotificationPublisher,
    private readonly pace: WebhookPace,
    listener: Listener,
  ) {
    super({
      name: 'webhooks',
      intervalMs: 3000,
      failure: 'Messages to webhooks could not be taken',
      postponed: 'A message to a webhook is postponed',
      maxParallel: MAX_QUICK + MAX_SLOW,
    });
    this.wakeOn(listener, WEBHOOK_CHANNEL);
  }

  override async stop(): Promise<void> {
    this.stopping.abort();
    await super.stop();
  }

  protected async poll(): Promise<void> {
    const slow = MAX_SLOW - this.slow;
    const quick = this.room - slow;
    if (slow + quick <= 0) return;
    const { perQuick, perSlow } = this.pace;
    const room = { quick, slow, perQuick, perSlow, busy: this.busy };
    const taken = await this.transactions.run(scope, async (tx) => {
      while (await this.deliveries.number(tx));
      return this.deliveries.take(tx, room);
    });
    for (const delivery of taken) this.begin(delivery);
  }

  private begin(taken: TakenDelivery): void {
    const { webhook_id, slow } = taken;
    this.busy.set(webhook_id, (this.busy.get(webhook_id) ?? 0) + 1);
    if (slow) this.slow += 1;
    this.start(async () => {
      try {
        await this.send(taken);
      } finally {
        const left = (this.busy.get(webhook_id) ?? 1) - 1;
        if (left > 0) this.busy.set(webhook_id, left);
        else this.busy.delete(webhook_id);
        if (slow) this.slow -= 1;
      }
    });
  }

  private async send(taken: TakenDelivery): Promise<void> {
    const { webhook_id, realm_id, message_id, format, type, created_at: at, sequence, data } = taken;
    const location = { table: 'webhooks', row: webhook_id, realm: realm_id };
    const { url = '', secret, former_secret } = this.sealing.open(location, taken.secrets);
    const id = `msg_${message_id}`;
    const { publicOrigin } = this.config;
    const { path } = data;
    const page = publicOrigin !== null && typeof path === 'string' ? publicOrigin + path : null;
    const body = bodyOf(format, { id, type, at, sequence, data }, page);
    const secrets = [secret, taken.rotating ? former_secret : undefined];
    const headers = signedHeaders(id, taken.now, body, secrets);
    const result = await this.sender.send(url, body, headers, this.stopping.signal);
    const pause = this.stopping.signal.aborted ? 0 : this.pace.pauseAfter(taken.attempts);
    const { slowMs, failing } = this.pace;
    await this.transactions.run(scope, async (tx) => {
      const recorded = await this.deliveries.record(tx, taken, result, { pause, slowMs, failing });
      if (recorded && !result.ok && pause === null) await this.notifyOwners(tx, taken);
    });
  }

  /** Notifies the owners that a message was given up; those of a webhook are counted in one line. */
  private async notifyOwners(tx: Tx, { realm_id, webhook_id, name }: TakenDelivery): Promise<void> {
    const path = `/webhooks?open=${webhook_id}&state=dead`;
    await this.notifications.publish(tx, {
      topic: 'escalation',
      kind: 'webhook_dead',
      realm_id,
      ownersOnly: true,
      subject: name,
      path,
      group: { key: `webhook:${webhook_id}`, params: {}, path },
    });
  }
}
