/** What users can choose to be notified about. */
export const topics = [
  'queue_turn',
  'hold_created',
  'hold_expiring',
  'purchase_confirmed',
  'task_failed',
  'job_finished',
  'limit_warning',
  'threshold',
  'escalation',
  'security',
  'on_sale',
  'pause',
  'request',
  'approvals',
] as const;
export type Topic = (typeof topics)[number];

/** The topic of a notification: one of these, or a test that users send to themselves. */
export const messageTopics = [...topics, 'test'] as const;
export type MessageTopic = (typeof messageTopics)[number];

const HOUR = 3600;

/** For how many seconds a notification is useful, and whether it wakes a sleeping device. */
export const deliverySettings: Record<MessageTopic, { ttl: number; urgency: 'low' | 'normal' | 'high' }> = {
  queue_turn: { ttl: HOUR / 6, urgency: 'high' },
  hold_created: { ttl: HOUR / 6, urgency: 'high' },
  hold_expiring: { ttl: HOUR / 30, urgency: 'high' },
  purchase_confirmed: { ttl: 24 * HOUR, urgency: 'normal' },
  task_failed: { ttl: 24 * HOUR, urgency: 'normal' },
  job_finished: { ttl: 24 * HOUR, urgency: 'low' },
  threshold: { ttl: HOUR / 6, urgency: 'high' },
  escalation: { ttl: HOUR / 6, urgency: 'high' },
  limit_warning: { ttl: 24 * HOUR, urgency: 'normal' },
  security: { ttl: 24 * HOUR, urgency: 'high' },
  on_sale: { ttl: HOUR, urgency: 'high' },
  pause: { ttl: HOUR, urgency: 'high' },
  request: { ttl: 24 * HOUR, urgency: 'normal' },
  approvals: { ttl: 24 * HOUR, urgency: 'normal' },
  test: { ttl: HOUR / 6, urgency: 'high' },
};

/** Whether a topic passes quiet hours: its notifications are useless minutes later, or concern the account's security. */
export const isUrgent = (topic: MessageTopic): boolean => deliverySettings[topic].urgency === 'high';
