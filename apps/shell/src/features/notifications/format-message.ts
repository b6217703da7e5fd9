import type { NotificationDto } from '@tessera/api';
import type { TaskReason } from '@tessera/product-ui';
import type { Translate } from '@tessera/ui';
import { messages as english } from '../../texts/en/messages';

/** The content of a notification. `kind` is a string because a newer server may have more kinds. */
export type MessageContent = Pick<NotificationDto, 'subject' | 'count' | 'title' | 'body' | 'params'> & {
  kind: string | null;
  /** 0: it isn't about seats, or only the count is known. */
  seats: number;
};

/** Formats texts, task reasons and times of day in the user's language. */
export interface MessageFormatter {
  text: Translate<typeof english>;
  reason: (reason: TaskReason | null, message: string | null) => string;
  time: (instant: string) => string;
}

type Kind = NonNullable<NotificationDto['kind']>;

const hasText = (texts: object, name: string): boolean =>
  Object.hasOwn(texts, name) || Object.hasOwn(texts, `${name}_other`);
const isKnownKind = (kind: string | null): kind is Kind => kind !== null && hasText(english.title, kind);

/** A message's names and numbers as values for a text. */
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

/** The title in the user's language; a message written by a person is not translated. */
export function formatMessageTitle({ text }: MessageFormatter, message: MessageContent): string {
  const { kind, count, seats, title } = message;
  if (!isKnownKind(kind)) return title;
  if (seats > 0 && hasText(english.withSeats, kind))
    return text(`withSeats.${kind as 'seats_held'}`, { count, seats: text('seats', { count: seats }) });
  const amount = message.params?.['count'];
  return text(`title.${kind}`, {
    ...textValues(message),
    count,
    ...(typeof amount === 'number'
      ? { seats: text('seats', { count: amount }), payments: text('payments', { count: amount }) }
      : {}),
  });
}

/** The body: the job or event of grouped messages, else the details of the single one. */
export function formatMessageBody({ text, reason, time }: MessageFormatter, message: MessageContent): string {
  const { kind, params, subject, count, body } = message;
  if (!isKnownKind(kind)) return body;
  // Older messages have no parameters.
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
