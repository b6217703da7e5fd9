import type { Notice } from '../notifications';

interface Words {
  title: string;
  body: string;
}

/** What a person is notified of about their account, in English; pages word the same by kind. */
const securityWords = {
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
} satisfies Record<string, (params: Readonly<Record<string, string | number>>) => Words>;

export type SecurityKind = keyof typeof securityWords;

/** A word to one person about their account (topic `security`). */
export const securityNotice = (
  userId: number,
  kind: SecurityKind,
  params: Readonly<Record<string, string | number>> = {},
): Notice => ({
  topic: 'security',
  realm_id: null,
  user_id: userId,
  kind,
  ...securityWords[kind](params),
  params,
  path: '/account',
});

/** To administrators: somebody registered, and can do nothing until they have a realm. */
export const waitingNotice = ({ name, email }: { name: string; email: string }): Notice => {
  const person = [name, email].filter(Boolean).join(', ');
  return {
    topic: 'security',
    realm_id: null,
    administrators: true,
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
