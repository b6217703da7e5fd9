import { Bool, Enum, Id, Ids, Instant, Int, Json, Text, Texts } from '../../platform/http/fields';
import { ListQuery } from '../../platform/http/list-query';
import { WebAddress } from '../../platform/http/text-fields';
import { type DeliveryState, deliveryStates, type WebhookFormat, webhookFormats } from './webhook.entity';
import { type WebhookTopic, webhookTopics } from './webhook-topics';

/** Most events or sites of a webhook's filter. */
const MAX_FILTER = 100;

/** A webhook without its secret, which is shown only when it is created or rotated. */
export class WebhookDto {
  @Id() id: number;
  @Id() realm_id: number;
  @Text({ example: 'Quayside Desk' }) realm_name: string;
  @Text({ example: 'Ticket desk' }) name: string;
  @Text({
    description: 'In the formats slack and teams it is a secret, of which only the host is shown',
    example: 'https://desk.quayside.example/tessera',
  })
  url: string;
  @Enum(webhookFormats, { description: 'How the body is written' }) format: WebhookFormat;
  @Texts({ values: webhookTopics, example: ['hold_created', 'orders'] }) topics: WebhookTopic[];
  @Ids({ max: MAX_FILTER, description: 'Empty, with site_ids: every event' }) event_ids: number[];
  @Ids({ max: MAX_FILTER, description: 'Sites whose events are sent too' }) site_ids: number[];
  @Bool({ description: 'false: nothing is sent, and what happens meanwhile is not kept for it' })
  enabled: boolean;
  @Instant({ nullable: true, description: 'Until when messages are signed with the former secret too' })
  rotated_until: Date | null;
  @Int({ description: 'The number of its latest message' }) sequence: number;
  @Int({ description: 'Attempts that have failed since the latest one that succeeded' }) failures: number;
  @Int({ description: 'Messages that wait for an attempt' }) waiting: number;
  @Int({ description: 'Messages that were given up' }) dead: number;
  @Instant() created_at: Date;
  @Instant() updated_at: Date;
}

/** A webhook with its secret. */
export class WebhookWithSecretDto extends WebhookDto {
  @Text({
    description: 'Verifies the signatures; never shown again',
    example: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
  })
  secret: string;
}

/** What people set of a webhook. */
export class WebhookChange {
  @Text({ max: 200, optional: true, example: 'Ticket desk' }) name?: string;
  @WebAddress({
    optional: true,
    description: 'https, and on the public internet. Required with another format',
    example: 'https://desk.quayside.example/tessera',
  })
  url?: string;
  @Enum(webhookFormats, { optional: true, description: 'standard by default' }) format?: WebhookFormat;
  @Texts({
    values: webhookTopics,
    max: webhookTopics.length,
    optional: true,
    example: ['hold_created', 'orders'],
  })
  topics?: WebhookTopic[];
  @Ids({
    max: MAX_FILTER,
    optional: true,
    description: 'Only what is about these events, or concerns the realm',
  })
  event_ids?: number[];
  @Ids({
    max: MAX_FILTER,
    optional: true,
    description: 'Only what is about events of these sites, or concerns the realm',
  })
  site_ids?: number[];
  @Bool({ optional: true }) enabled?: boolean;
}

/** Body of `POST /webhooks`. */
export class WebhookInput extends WebhookChange {
  @Text({ max: 200, example: 'Ticket desk' }) declare name: string;
  @WebAddress({
    description: 'https, and on the public internet',
    example: 'https://desk.quayside.example/tessera',
  })
  declare url: string;
  @Texts({ values: webhookTopics, max: webhookTopics.length, example: ['hold_created', 'orders'] })
  declare topics: WebhookTopic[];
  @Id({ optional: true, nullable: true, description: 'Required for administrators', example: 2 })
  realm_id?: number | null;
}

/** Filters of `GET /webhooks`. */
export class WebhookListQuery extends ListQuery {
  @Text({ optional: true, description: 'Part of the name' }) q?: string;
  @Text({ optional: true }) realm_id?: string;
}

/** A message to a webhook, and how its latest attempt went. */
export class WebhookDeliveryDto {
  @Id() id: number;
  @Text({
    description: 'webhook-id, without msg_; the same in every attempt',
    example: '0c9b1d52-6f5e-4a47-9a43-0d2f0b6f1f10',
  })
  message_id: string;
  @Enum(webhookTopics) topic: WebhookTopic;
  @Text({ example: 'hold_created.seats_held' }) type: string;
  @Int({ min: 1, nullable: true, description: 'Its number within the webhook; null: not given yet' })
  sequence: number | null;
  @Enum(deliveryStates, { description: 'dead: given up after a day of attempts' }) state: DeliveryState;
  @Int() attempts: number;
  @Instant({ nullable: true, description: 'Null: no attempt is to come' }) next_attempt_at: Date | null;
  @Instant({ nullable: true, description: 'When the latest attempt ended' }) attempted_at: Date | null;
  @Int({ nullable: true, description: 'HTTP status of the latest answer' }) status: number | null;
  @Text({
    nullable: true,
    description: 'Why the latest attempt failed',
    example: 'No answer within 10 s',
  })
  error: string | null;
  @Int({ nullable: true, description: 'How long the latest attempt took' }) duration_ms: number | null;
  @Text({ nullable: true, description: 'Beginning of the latest answer' }) answer: string | null;
  @Json({ description: 'data of the body' }) data: Record<string, unknown>;
  @Instant({ description: 'When it happened' }) created_at: Date;
}

/** Filters of `GET /webhooks/{id}/deliveries`. */
export class WebhookDeliveryQuery extends ListQuery {
  @Text({ optional: true, description: 'waiting, delivered or dead' }) state?: string;
  @Text({ optional: true }) topic?: string;
}

/** Body of `POST /webhooks/{id}/deliveries/replay`. */
export class ReplayInput {
  @Ids({
    min: 1,
    optional: true,
    description: 'Messages to send again now; left out: the dead ones, at most 10,000',
    example: [120, 121],
  })
  ids?: number[];
}

export class ReplayAnswer {
  @Int({ description: 'Messages that are sent again' }) replayed: number;
}

/** How a test went. */
export class WebhookTestDto {
  @Bool({ description: 'Whether the receiver answered 2xx' }) ok: boolean;
  @Int({ nullable: true, description: 'HTTP status of the answer' }) status: number | null;
  @Text({ nullable: true, description: 'Why it failed', example: 'No answer within 10 s' }) error:
    string | null;
  @Int() duration_ms: number;
  @Text({ nullable: true, description: 'Beginning of the answer' }) answer: string | null;
}
