import type { MessageKind } from '@tessera/domain/notifications';
import type { NotificationDraft } from './notification-draft';

/** A notification to one user about their account. */
export const securityNotification = (
  userId: number,
  kind: MessageKind,
  params: Readonly<Record<string, string | number>> = {},
): NotificationDraft => ({
  topic: 'security',
  realm_id: null,
  user_id: userId,
  kind,
  params,
  path: '/account',
});

/** A notification to administrators: a new user needs a realm. */
export const waitingUserNotification = ({
  name,
  email,
}: {
  name: string;
  email: string;
}): NotificationDraft => ({
  topic: 'security',
  realm_id: null,
  administratorsOnly: true,
  kind: 'user_waiting',
  subject: name || email,
  params: { person: [name, email].filter(Boolean).join(', ') },
  path: `/users?q=${encodeURIComponent(email)}`,
  group: {
    key: 'waiting',
    params: {},
    path: '/users?role=realm_user',
  },
});
