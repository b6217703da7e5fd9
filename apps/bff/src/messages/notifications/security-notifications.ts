import type { NotificationDraft } from './notification-draft';

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
    title: 'One of your sessions was ended',
    body: 'Its sign-in was used from two places. If it was not you, change your password.',
  }),
  sessions_ended: () => ({
    title: 'An administrator ended your sessions',
    body: 'Sign in again to continue.',
  }),
  password_changed: () => ({
    title: 'Your password was changed',
    body: 'All other sessions were ended. If it was not you, contact an administrator at once.',
  }),
  password_reset: () => ({
    title: 'Your password was reset',
    body: 'It was reset with a link that was created for you. If it was not you, contact an administrator at once.',
  }),
  password_set: () => ({
    title: 'An administrator set your password',
    body: 'Your sessions were ended.',
  }),
  password_forgotten: ({ email }) => ({
    title: 'Someone forgot their password',
    body: `${email} cannot sign in. Make sure that the request is really theirs before you give them a link.`,
  }),
  second_factor_on: () => ({
    title: 'Your second factor was turned on',
    body: 'From now on, signing in requires a code from your app. All other sessions were ended.',
  }),
  second_factor_off: () => ({
    title: 'Your second factor was turned off',
    body: 'Signing in requires only your password. All other sessions were ended. If it was not you, change your password at once.',
  }),
  second_factor_removed: () => ({
    title: 'An administrator removed your second factor',
    body: 'Your sessions were ended. Signing in requires only your password. Turn it on again under your account.',
  }),
  recovery_code_used: ({ count }) => ({
    title: 'One of your recovery codes was used',
    body: `${count} ${count === 1 ? 'code is' : 'codes are'} left. If it was not you, change your password and contact an administrator.`,
  }),
  calendar_feed_created: () => ({
    title: 'An address of your calendar was created',
    body: 'Anyone who has it can read your calendar without signing in. If it was not you, end it and change your password.',
  }),
  worker_tokens_revoked: ({ email, tokens }) => ({
    title: 'Worker tokens were revoked',
    body: `${email} created them and is no longer an administrator: ${tokens}. Workers that use them need new ones.`,
  }),
  publisher_tokens_revoked: ({ email, tokens }) => ({
    title: "Publishers' tokens were revoked",
    body: `${email} created them and is no longer an administrator: ${tokens}. Pipelines that use them need new ones.`,
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
    title: 'A new user is waiting for a realm',
    body: person,
    params: { person },
    path: `/users?q=${encodeURIComponent(email)}`,
    group: {
      key: 'waiting',
      title: '{count} new users are waiting for a realm',
      body: `Most recent: ${name || email}`,
      params: {},
      path: '/users?role=realm_user',
    },
  };
};
