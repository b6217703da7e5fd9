import { type Topic, topics } from '../notifications/topics';

/** Topics of notifications that concern one person: their account, their thresholds, their reminders. */
const personalTopics = ['security', 'threshold', 'on_sale'] as const satisfies Topic[];

type RealmTopic = Exclude<Topic, (typeof personalTopics)[number]>;
const isOfRealm = (topic: Topic): topic is RealmTopic =>
  !(personalTopics as readonly Topic[]).includes(topic);

/** What a webhook can be sent: the realm's topics of notifications, and what was bought. */
export const webhookTopics = [...topics.filter(isOfRealm), 'orders'] as const;
export type WebhookTopic = RealmTopic | 'orders';
