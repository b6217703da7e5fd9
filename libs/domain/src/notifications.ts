import {
  addTexts,
  type Code,
  codesOf,
  formatTaskReason,
  isCode,
  languageOf,
  messageText,
  type TaskReason,
} from './messages';
import { english } from './texts/en-notifications';

addTexts(english);

/** What a notification is about. */
export const messageKinds = codesOf('title');
export type MessageKind = Code<'title'>;
/** Why a message could not be pushed to a device. */
export const pushFailureCodes = codesOf('pushFailures');
export type PushFailure = Code<'pushFailures'>;

/** A notification. */
export interface Message {
  /** A newer server may have more kinds than the catalogue. */
  kind: string | null;
  subject: string | null;
  count: number;
  /** 0: it isn't about seats, or only the count is known. */
  seats: number;
  params: TaskReason['params'] | null;
  /** What a person wrote; the text of a notification whose kind or parameters the catalogue doesn't know. */
  title: string;
  body: string;
}

/** Who reads a message. */
export interface Reader {
  language: string;
  /** IANA name; null: the zone of the device. */
  timeZone?: string | null;
}

/** Title and body in the reader's language. What people wrote isn't translated. */
export function formatMessage(reader: Reader, message: Message): { title: string; body: string } {
  const { kind, title, body } = message;
  if (!isCode('title', kind)) return { title, body };
  try {
    return {
      title: formatTitle(reader, kind, message),
      body: formatBody(reader, kind, message),
    };
  } catch {
    // Parameters that can't be read, or a time zone that Intl doesn't know.
    return { title, body };
  }
}

function formatTitle({ language }: Reader, kind: MessageKind, message: Message): string {
  const { count, seats, subject, params } = message;
  const counted = (name: 'seats' | 'payments', number: unknown) =>
    messageText(language, 'counted', name, { count: number });
  if (seats > 0 && isCode('withSeats', kind))
    return messageText(language, 'withSeats', kind, {
      count,
      seats: counted('seats', seats),
    });
  const amount = params?.['count'];
  return messageText(language, 'title', kind, {
    subject,
    ...params,
    count,
    seats: counted('seats', amount),
    payments: counted('payments', amount),
  });
}

/** The body: the job or event of grouped messages, else the details of the single one. */
function formatBody(reader: Reader, kind: MessageKind, message: Message): string {
  const { language } = reader;
  const { params, subject, count, body } = message;
  // Older messages have no parameters.
  if (!params) return count > 1 && kind !== 'job_finished' ? (subject ?? body) : body;
  if (Object.keys(params).length === 0 && subject !== null)
    return kind === 'user_waiting'
      ? messageText(language, 'body', 'user_waiting_latest', { subject })
      : subject;
  const { task, message: words, reason, until } = params;
  if (typeof task === 'string')
    return [
      task,
      formatTaskReason(
        language,
        (reason as TaskReason | undefined) ?? null,
        typeof words === 'string' ? words : null,
      ),
    ]
      .filter(Boolean)
      .join(': ');
  if (!isCode('body', kind)) return body;
  return messageText(language, 'body', kind, {
    count,
    subject,
    ...params,
    ...(typeof until === 'string' ? formatUntil(reader, until) : {}),
  });
}

/** Day and time of an instant for the reader; a time in UTC is named as such. */
function formatUntil({ language, timeZone }: Reader, instant: string): { day: string; time: string } {
  const { locale } = languageOf(language);
  const date = new Date(instant);
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, ...(timeZone ? { timeZone } : {}) }).format(date);
  return {
    day: format({ weekday: 'short', day: 'numeric', month: 'short' }),
    time: format({
      hour: '2-digit',
      minute: '2-digit',
      ...(timeZone === 'UTC' ? { timeZoneName: 'short' } : {}),
    }),
  };
}
