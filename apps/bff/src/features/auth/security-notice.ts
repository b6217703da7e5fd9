import type { Notice } from '../notifications/notices';

/** A word to one person about their account (topic `security`). */
export const securityNotice = (userId: number, title: string, body: string): Notice => ({
  topic: 'security',
  realm_id: null,
  user_id: userId,
  title,
  body,
  path: '/account',
});

/** To administrators: somebody registered, and can do nothing until they have a realm. */
export const waitingNotice = ({ name, email }: { name: string; email: string }): Notice => ({
  topic: 'security',
  realm_id: null,
  administrators: true,
  kind: 'user_waiting',
  subject: name || email,
  title: 'A new user waits for a realm',
  body: [name, email].filter(Boolean).join(', '),
  path: `/users?q=${encodeURIComponent(email)}`,
  group: {
    key: 'waiting',
    title: '{count} new users wait for a realm',
    body: `The latest: ${name || email}`,
    path: '/users?role=realm_user',
  },
});
