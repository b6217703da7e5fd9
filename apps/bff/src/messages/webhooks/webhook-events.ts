import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';
import { type NotificationDraft, sumSeats } from '../notifications/notification-draft';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository';
import type { WebhookEvent } from './webhook-event';
import { type WebhookTopic, webhookTopics } from './webhook-topics';

/** Queues what happens for the webhooks of its realm, in the transaction in which it happens. */
@Injectable()
export class WebhookEvents {
  constructor(private readonly deliveries: WebhookDeliveriesRepository) {}

  /** Queues a message for each webhook that chose the event's topic and site or event. */
  async queue(tx: Tx, events: readonly WebhookEvent[]): Promise<void> {
    if (events.length > 0) await this.deliveries.queue(tx, events);
  }

  /** As `queue`, for what the people of a realm are notified of. */
  async queueNotifications(tx: Tx, drafts: readonly NotificationDraft[]): Promise<void> {
    await this.queue(tx, drafts.flatMap(toEvent));
  }
}

/** The event of a notification; none for those to one person, about webhooks themselves, and what a person has written. */
function toEvent(draft: NotificationDraft): WebhookEvent[] {
  const { realm_id, topic, kind, dedupeKey, concerns = {} } = draft;
  const isPersonal = draft.user_id !== undefined && !draft.forWebhooks;
  if (realm_id === null || isPersonal || kind === undefined || kind === 'webhook_dead') return [];
  if (!isWebhookTopic(topic)) return [];
  const { subject = null, count = 1, params = {}, title = '', body = '', path, tasks = {} } = draft;
  const { event_id = null, job_id = null } = concerns;
  const task_ids = Object.keys(tasks).map(Number);
  const data = { kind, subject, count, seats: sumSeats(tasks), title, body, params };
  return [
    {
      realm_id,
      topic,
      type: `${topic}.${kind}`,
      about: dedupeKey ?? null,
      event_id,
      data: { ...data, path, realm_id, event_id, job_id, task_ids },
    },
  ];
}

const isWebhookTopic = (topic: string): topic is WebhookTopic =>
  (webhookTopics as readonly string[]).includes(topic);
