import type { Setting } from './setting';

/** The settings of accounts and of signing in. */
export const signInSettings = {
  ADMIN_EMAIL: {
    group: 'People and sign-in',
    kind: 'text',
    meaning: 'The first administrator, created when there is none; together with `ADMIN_PASSWORD`',
    defaultMeaning: 'none; `npm start` has `admin@tessera.local`',
  },
  ADMIN_PASSWORD: {
    group: 'People and sign-in',
    kind: 'secret',
    minLength: 12,
    meaning: "The first administrator's password, at least 12 characters; not read once there is one",
    defaultMeaning: 'none; `npm start` generates it',
  },
  REGISTRATION: {
    group: 'People and sign-in',
    kind: 'choice',
    values: ['open', 'invite', 'closed'],
    default: 'open',
    productionDefault: 'invite',
    meaning: 'Who may register',
  },
  PASSKEY_DOMAIN: {
    group: 'People and sign-in',
    kind: 'text',
    meaning:
      'Domain that passkeys are valid for: the host of `PUBLIC_URL` or one above it. For good: with another domain every passkey stops working ([accounts](../accounts.md#passkeys))',
    defaultMeaning: 'the host of `PUBLIC_URL`; `localhost` without it, outside production',
  },
  SINGLE_SIGN_ON_HTTP: {
    group: 'People and sign-in',
    kind: 'switch',
    default: 'off',
    meaning:
      'Allows identity providers on this machine without TLS, for development and tests; refused in production ([single sign-on](single-sign-on.md))',
  },
} as const satisfies Record<string, Setting>;
