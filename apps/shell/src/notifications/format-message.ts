import type { NotificationDto } from '@tessera/api';
import type { TaskReason, Translate } from '@tessera/ui';
import { messages as english } from '../texts/en/messages';

/** What of a notification says what happened. `kind` is a string: a newer server may have more of them. */
export type MessageContent = Pick<NotificationDto, 'subject' | 'count' | 'title' | 'body' | 'params'> & {
  kind: string | null;
};

/** Writes in the reader's language: texts, the reason of a task, the time of day of an instant. */
export interface MessageFormatter {
  text: Translate<typeof english>;
  reason: (reason: TaskReason | null, message: string | null) => string;
  time: (instant: string) => string;
}

type Kind = NonNullable<NotificationDto['kind']>;

const hasText = (texts: object, name: string): boolean =>
  Object.hasOwn(texts, name) || Object.hasOwn(texts, `${name}_other`);
const isKnownKind = (kind: string | null): kind is Kind => kind !== null && hasText(english.title, kind);

/** The names and numbers of a message, as texts take them. */
const textValues = ({ count, subject, params }: MessageContent) => ({
  count,
  subject: subject ?? '',
  ...Object.fromEntries(
    Object.entries(params ?? {}).filter(
      (entry): entry is [string, string | number] =>
        typeof entry[1] === 'string' || typeof entry[1] === 'number',
    ),
  ),
});

/** What happened, in the reader's language; what people wrote themselves is shown as it is. */
export const formatMessageTitle = ({ text }: MessageFormatter, message: MessageContent): string =>
  isKnownKind(message.kind)
    ? text(`title.${message.kind}`, { ...textValues(message), count: message.count })
    : message.title;

/** What it is about: the job or event of several, else the details of the one. */
export function formatMessageBody({ text, reason, time }: MessageFormatter, message: MessageContent): string {
  const { kind, params, subject, count, body } = message;
  if (!isKnownKind(kind)) return body;
  // Messages from before the server kept parameters.
  if (!params) return count > 1 && kind !== 'job_finished' ? (subject ?? body) : body;
  if (Object.keys(params).length === 0 && subject !== null)
    return kind === 'user_waiting' ? text('body.user_waiting_latest', { subject }) : subject;
  const { task, message: words, reason: why, until } = params;
  if (typeof task === 'string') {
    const reasonText = reason(
      (why as TaskReason | undefined) ?? null,
      typeof words === 'string' ? words : null,
    );
    return [task, reasonText].filter(Boolean).join(': ');
  }
  if (!hasText(english.body, kind)) return body;
  return text(`body.${kind as keyof typeof english.body & Kind}`, {
    ...textValues(message),
    ...(typeof until === 'string' ? { time: time(until) } : {}),
  });
}
