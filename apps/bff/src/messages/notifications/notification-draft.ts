import type { Duty } from '@tessera/domain';
import { formatMessage, type MessageKind } from '@tessera/domain/notifications';
import type { MessageTopic } from './topics';

/** Names, numbers and reasons for the text of a kind of message, by name. */
export type MessageParams = Readonly<Record<string, unknown>>;

/** A notification before its recipients are known. */
export type NotificationDraft = DraftText & {
  topic: MessageTopic;
  /** The realm whose users get it; null: the users of all realms, and administrators. */
  realm_id: number | null;
  /** The rows that it is about, for webhooks. */
  concerns?: { event_id?: number | null; job_id?: number | null };
  /** The page that a click opens. */
  path: string | null;
  /** The name of the event, job or user that it is about. */
  subject?: string;
  /** How many tasks or seats it is about; 1 unless given. */
  count?: number;
  /** The seats of each task that it is about, by the task's id: a line counts each task once, with its latest seats. */
  tasks?: Readonly<Record<string, number>>;
  /** Identifies what happened, e.g. `task:7`: sent once per user and topic. Left out: sent each time. */
  dedupeKey?: string;
  /** Notifications of a topic with the same key share one line, which counts them. */
  group?: MessageGroup;
  /** Limits the recipients to one user. */
  user_id?: number;
  /** Limits the recipients to administrators, of the realm's users and of all. */
  administratorsOnly?: boolean;
  /** Limits the recipients to the realm's owners. */
  ownersOnly?: boolean;
  /** Limits the recipients to those who have a duty. */
  duty?: Duty;
  /** Who caused it, who isn't notified. */
  except_user_id?: number;
  /** One to a user that the realm's webhooks get too. */
  forWebhooks?: boolean;
  /** The recipients' devices to push to: those that chose the topic, all, or one. */
  devices?: 'chosen' | 'all' | number;
};

/** What happened, as the catalogue of messages words it, or what a person wrote. */
type DraftText =
  | { kind: MessageKind; params?: MessageParams; title?: string; body?: string }
  | { kind?: undefined; params?: undefined; title: string; body: string };

/** The line that counts several notifications. */
export interface MessageGroup {
  key: string;
  params: MessageParams;
  path: string | null;
  /** Seconds without a change after which a line that wasn't read counts from zero: what it counted is over by then. */
  over_s?: number;
}

/** A draft and when it happened; left out: now. */
export type DatedDraft = NotificationDraft & { at?: Date };

/** Adds the English text, which a server of another release reads, since it may not know the kind. */
export function withText(draft: NotificationDraft): NotificationDraft {
  const { kind = null, subject = null, count = 1, params = null, title = '', body = '', group } = draft;
  const message = { kind, subject, count, seats: sumSeats(draft.tasks), params, title, body };
  const text = formatMessage({ language: 'en', timeZone: 'UTC' }, message);
  return { ...draft, ...text, ...(group ? { group: { ...group, ...text } } : {}) };
}

/** The seats of tasks. */
export const sumSeats = (tasks: NotificationDraft['tasks'] = {}): number =>
  Object.values(tasks).reduce((sum, seats) => sum + seats, 0);

/** Merges drafts that share a line; `count` is their sum. */
export type MergedDraft = Omit<NotificationDraft, 'dedupeKey'> & {
  dedupeKeys?: string[];
  count: number;
  /** When the first and the last of them happened; left out: now. */
  first_at?: Date;
  last_at?: Date;
};

/** Merges the drafts of each group, in the order in which they happened: one statement can update each row only once. */
export function mergeDrafts(drafts: readonly DatedDraft[]): MergedDraft[] {
  const merged = new Map<unknown, MergedDraft>();
  for (const { dedupeKey, at, ...draft } of drafts) {
    const { topic, realm_id, user_id, group } = draft;
    const key = group ? JSON.stringify([topic, realm_id, user_id, group.key]) : draft;
    const earlier = merged.get(key);
    const tasks = draft.tasks ? { ...earlier?.tasks, ...draft.tasks } : undefined;
    const count = tasks ? Object.keys(tasks).length : (earlier?.count ?? 0) + (draft.count ?? 1);
    const dedupeKeys = [...(earlier?.dedupeKeys ?? []), ...(dedupeKey ? [dedupeKey] : [])];
    merged.set(key, {
      ...draft,
      ...(group && earlier ? { params: group.params, path: group.path } : {}),
      ...(dedupeKeys.length > 0 ? { dedupeKeys } : {}),
      ...(tasks ? { tasks } : {}),
      ...(at ? { first_at: earlier?.first_at ?? at, last_at: at } : {}),
      count,
    });
  }
  return [...merged.values()];
}
