import type { NotificationDto } from '@tessera/api';
import type { ShellTexts } from '../texts';

/** What happened, in the reader's language; what people wrote themselves is shown as it is. */
export const messageTitle = (t: ShellTexts, { kind, count, title }: NotificationDto): string =>
  kind ? t(`messages.kind.${kind}`, { count }) : title;

/** What it is about: the job or event of several, else what the server says of the one. */
export const messageBody = ({ kind, count, subject, body }: NotificationDto): string =>
  kind && kind !== 'job_finished' && count > 1 ? (subject ?? body) : body;
