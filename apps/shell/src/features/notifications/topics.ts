import type { SubscriptionDto } from '@tessera/api';
import type { NotificationTexts } from './texts';

/** A topic that a device can subscribe to. */
export type Topic = SubscriptionDto['notification_types'][number];

/** The order of the topics. */
const topicOrder: Readonly<Record<Topic, number>> = {
  hold_expiring: 1,
  hold_created: 2,
  queue_turn: 3,
  purchase_confirmed: 4,
  task_failed: 5,
  job_finished: 6,
  on_sale: 7,
  threshold: 8,
  escalation: 9,
  limit_warning: 10,
  approvals: 11,
  request: 12,
  pause: 13,
  security: 14,
};

/** The topics in display order. */
export const topics = (Object.keys(topicOrder) as Topic[]).sort((a, b) => topicOrder[a] - topicOrder[b]);

/** A topic's label, also for test notifications. */
export const topicLabel = (t: NotificationTexts, topic: Topic | 'test'): string =>
  t(topic === 'test' ? 'topics.test' : `topics.${topic}.label`);
