import type { NotificationDraft } from '../notifications';

interface Text {
  title: string;
  body: string;
}

/** The English text of notifications about an account, by kind; pages word them in the reader's language. */
const securityTexts = {
  new_sign_in: ({ address }) => ({
    title: 'New sign-in to your account',
    body: `From the address ${address}. If it was not you, end that session and change your password.`,
  }),
  session_reused: () => ({
    title: 'A session of yours was ended',
    body: 'A sign-in of yours was used from two places. If it was not you, change your password.',
  }),
  sessions_ended: () => ({
    title: 'Your sessions were ended by an administrator',
    body: 'Sign in again to go on.',
  }),
  password_changed: () => ({
    title: 'Your password was changed',
    body: 'Every other session has ended. If it was not you, ask an administrator at once.',
  }),
  password_reset: () => ({
    title: 'Your password was reset',
    body: 'By a link that was made for you. If it was not you, ask an administrator at once.',
  }),
  password_set: () => ({
    title: 'Your password was set by an administrator',
    body: 'Your sessions have ended.',
  }),
  password_forgotten: ({ email }) => ({
    title: 'Somebody forgot their password',
    body: `${email} cannot sign in. Make sure that it is really them who asks before you give them a link.`,
  }),
  second_factor_on: () => ({
    title: 'Your second factor was turned on',
    body: 'Signing in asks for a code of your app now.',
  }),
  second_factor_off: () => ({
    title: 'Your second factor was turned off',
    body: 'Signing in asks for your password alone. If it was not you, change it at once.',
  }),
  second_factor_removed: () => ({
    title: 'Your second factor was removed by an administrator',
    body: 'Signing in asks for your password alone. Turn it on again under your account.',
  }),
  recovery_code_used: ({ count }) => ({
    title: 'A recovery code of yours was used',
    body: `${count} are left. If it was not you, change your password and ask an administrator.`,
  }),
  worker_tokens_revoked: ({ email, tokens }) => ({
    title: 'Worker tokens were revoked',
    body: `${email} made them and is no longer an administrator: ${tokens}. Workers that use them need new ones.`,
  }),
} satisfies Record<string, (params: Readonly<Record<string, string | number>>) => Text>;

export type SecurityKind = keyof typeof securityTexts;

/** A notification to one user about their account. */
export const securityNotification = (
  userId: number,
  kind: SecurityKind,
  params: Readonly<Record<string, string | number>> = {},
): NotificationDraft => ({
  topic: 'security',
  realm_id: null,
  user_id: userId,
  kind,
  ...securityTexts[kind](params),
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
}): NotificationDraft => {
  const person = [name, email].filter(Boolean).join(', ');
  return {
    topic: 'security',
    realm_id: null,
    administratorsOnly: true,
    kind: 'user_waiting',
    subject: name || email,
    title: 'A new user waits for a realm',
    body: person,
    params: { person },
    path: `/users?q=${encodeURIComponent(email)}`,
    group: {
      key: 'waiting',
      title: '{count} new users wait for a realm',
      body: `The latest: ${name || email}`,
      params: {},
      path: '/users?role=realm_user',
    },
  };
};
