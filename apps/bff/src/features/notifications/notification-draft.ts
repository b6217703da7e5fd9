import type { MessageKind, MessageTopic } from './topics';

/** Names, numbers and reasons for the text of a kind of message, by name. */
export type MessageParams = Readonly<Record<string, unknown>>;

/** A notification before its recipients are known. */
export interface NotificationDraft {
  topic: MessageTopic;
  /** The realm whose users get it; null: the users of all realms, and administrators. */
  realm_id: number | null;
  title: string;
  body: string;
  /** The page that a click opens. */
  path: string | null;
  /** What happened, so that pages can word it; left out: only title and body are known. */
  kind?: MessageKind;
  /** For the text of the kind; left out: only the body is known. */
  params?: MessageParams;
  /** The name of the event, job or user that it is about. */
  subject?: string;
  /** How many tasks or seats it is about; 1 unless given. */
  count?: number;
  /** Identifies what happened, e.g. `task:7`: sent once per user and topic. Left out: sent each time. */
  dedupeKey?: string;
  /** Unread notifications of a topic with the same key share one row, which counts them. */
  group?: MessageGroup;
  /** Limits the recipients to one user. */
  user_id?: number;
  /** Limits the recipients to administrators. */
  administratorsOnly?: boolean;
  /** The recipients' devices to push to: those that chose the topic, all, or one. */
  devices?: 'chosen' | 'all' | number;
}

/** The text of a row that counts several notifications; `{count}` in the title is their number. */
export interface MessageGroup {
  key: string;
  title: string;
  body: string;
  params: MessageParams;
  path: string | null;
}

/** Merges drafts that share a row; `count` is their sum. */
export type MergedDraft = Omit<NotificationDraft, 'dedupeKey'> & { dedupeKeys?: string[]; count: number };

/** Merges the drafts of each group, since one statement can update each row only once. */
export function mergeDrafts(drafts: readonly NotificationDraft[]): MergedDraft[] {
  const merged = new Map<unknown, MergedDraft>();
  for (const { dedupeKey, ...draft } of drafts) {
    const { topic, realm_id, user_id, group } = draft;
    const key = group ? JSON.stringify([topic, realm_id, user_id, group.key]) : draft;
    const earlier = merged.get(key);
    const count = (earlier?.count ?? 0) + (draft.count ?? 1);
    const dedupeKeys = [...(earlier?.dedupeKeys ?? []), ...(dedupeKey ? [dedupeKey] : [])];
    merged.set(key, {
      ...draft,
      ...(group && earlier ? groupText(group, count) : {}),
      ...(dedupeKeys.length > 0 ? { dedupeKeys } : {}),
      count,
    });
  }
  return [...merged.values()];
}

const groupText = ({ title, body, params, path }: MessageGroup, count: number) => ({
  title: title.replace('{count}', String(count)),
  body,
  params,
  path,
});
