import '@tessera/domain/german';
import { formatMessage, type Message } from '@tessera/domain/notifications';

/** The person who reads a notification. */
export interface ReaderColumns {
  language: string;
  /** The time zone that the person or the realm chose; null: neither. */
  time_zone: string | null;
}

export const readerColumns = `left(coalesce(p.data ->> 'language', 'en'), 20) AS language,
  left(coalesce(p.data ->> 'time_zone', r.time_zone), 64) AS time_zone`;

/** Joins that `readerColumns` needs; `userId` is SQL of the person's id. */
export const readerJoins = (userId: string): string =>
  `JOIN users u ON u.id = ${userId} LEFT JOIN realms r ON r.id = u.realm_id
   LEFT JOIN preferences p ON p.user_id = u.id`;

/** Title and body in the reader's language, with times in UTC unless a time zone was chosen. */
export const textForReader = ({ language, time_zone }: ReaderColumns, message: Message) =>
  formatMessage({ language, timeZone: time_zone ?? 'UTC' }, message);
