import type { WebhookTopic } from './webhook-topics';

/** Something that happened in a realm, for its webhooks. */
export interface WebhookEvent {
  realm_id: number;
  topic: WebhookTopic;
  /** The topic, a dot, and what happened. */
  type: `${WebhookTopic}.${string}`;
  /** Identifies what happened, where it may be reported again: sent once to each webhook. */
  about: string | null;
  /** The event that it is about; null: it concerns the realm. */
  event_id: number | null;
  /** What receivers get. `title` and `body` are in English. */
  data: Readonly<Record<string, unknown>> & { title: string; body: string };
}
