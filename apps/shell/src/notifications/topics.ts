import type { SubscriptionDto } from '@tessera/api';
import type { ShellTexts } from '../texts';

/** What people can be told about. */
export type Topic = SubscriptionDto['notification_types'][number];

/** Each topic's place among the others. */
const topicOrder: Readonly<Record<Topic, number>> = {
  hold_expiring: 1,
  hold_created: 2,
  queue_turn: 3,
  purchase_confirmed: 4,
  task_failed: 5,
  job_finished: 6,
  limit_warning: 7,
  security: 8,
};

/** The topics in the order in which they are shown. */
export const topics = (Object.keys(topicOrder) as Topic[]).sort((a, b) => topicOrder[a] - topicOrder[b]);

/** A delivery's topic in words. */
export const topicLabel = (t: ShellTexts, topic: Topic | 'test'): string =>
  t(topic === 'test' ? 'topics.test' : `topics.${topic}.label`);
