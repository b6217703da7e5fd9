import type { SubscriptionDto } from '@tessera/api';

/** What people can be told about. */
export type Topic = SubscriptionDto['notification_types'][number];

/** The topics in words, in the order in which they are shown. */
export const topicWords: Readonly<Record<Topic, { label: string; help: string }>> = {
  hold_expiring: { label: 'Seats about to lapse', help: 'Two minutes and half a minute before held seats are given back.' },
  hold_created: { label: 'Seats held', help: 'A task holds seats: they wait in the cart to be paid.' },
  queue_turn: { label: 'Turn in the queue', help: 'A task is let in from a waiting room.' },
  purchase_confirmed: { label: 'Tickets bought', help: 'A purchase is recorded.' },
  task_failed: { label: 'Task failed', help: 'A task gave up, or lost its seats.' },
  job_finished: { label: 'Job finished', help: 'Nothing of a job is left to do.' },
  limit_warning: {
    label: 'Limit nearly reached',
    help: 'Tasks or logins come near what the realm may have.',
  },
  security: {
    label: 'Security',
    help: 'Sign-ins and changes of your account, and word from administrators.',
  },
};

export const topics = Object.keys(topicWords) as Topic[];

/** A delivery's topic in words. */
export const topicLabel = (topic: Topic | 'test'): string =>
  topic === 'test' ? 'Test' : topicWords[topic].label;
