import type { OwnedRows } from '../platform/database/owned-rows';

/** Links, challenges, guesses and devices of accounts. */
export const peopleRows: OwnedRows = {
  expiring: [
    { kind: 'password_resets', table: 'password_resets', since: 'updated_at', after: { interval: '7 days' } },
    {
      kind: 'passkey_challenges',
      table: 'passkey_challenges',
      since: 'expires_at',
      after: { interval: '1 hour' },
    },
    { kind: 'guess_budgets', table: 'guess_budgets', since: 'updated_at', after: { interval: '1 hour' } },
    {
      kind: 'sso_attempts',
      table: 'sso_attempts',
      since: 'expires_at',
      after: { interval: '1 hour' },
    },
    {
      kind: 'provider_logouts',
      table: 'provider_logouts',
      since: 'received_at',
      after: { interval: '1 day' },
    },
    { kind: 'known_devices', table: 'known_devices', since: 'seen_at', after: { interval: '180 days' } },
    {
      kind: 'pauses',
      table: 'pauses',
      since: 'ended_at',
      after: { interval: '90 days' },
      where: 'ended_at IS NOT NULL',
    },
    {
      kind: 'change_requests',
      table: 'change_requests',
      since: 'updated_at',
      after: { interval: '365 days' },
      where: "status <> 'open'",
    },
  ],
  sealed: [
    { table: 'identity_providers', row: 'id', realm: '0' },
    { table: 'provider_sessions', row: 'id', realm: '0' },
    { table: 'second_factors', row: 'user_id', realm: '0' },
    { table: 'sso_attempts', row: 'id', realm: '0' },
  ],
};
