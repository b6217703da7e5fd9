import { dutiesOf, type Duty } from '@tessera/domain';
import type { Tx } from '../database/transactions';
import { isRealmOpenSql } from '../realm-scope/realm-status.repository';
import type { Account } from './account';

/** The session id of a service token's account. */
const SESSION_PREFIX = 'service-token-';

type AccountRow = {
  token_id: number;
  name: string;
  duties: Duty[];
  user_id: number;
  realm_id: number;
  separate_approval: boolean;
  separate_reversal: boolean;
  is_stale: boolean;
};

/** SQL condition: the token (alias `k`) can be used. */
export const liveServiceTokenSql = 'k.revoked_at IS NULL AND k.expires_at > now()';

/** What a session has as its id for the account of a service token. */
export const serviceTokenSession = (userId: number): string => `${SESSION_PREFIX}${userId}`;

/** The account that a session id of a service token names; null for a person's session. */
export const serviceTokenUser = (sessionId: string): number | null =>
  sessionId.startsWith(SESSION_PREFIX) ? Number(sessionId.slice(SESSION_PREFIX.length)) : null;

/** How rows and the audit log name a service token. */
export const serviceTokenLabel = (name: string): string => `service token ${name}`;

async function findRows(tx: Tx, condition: string, param: unknown): Promise<AccountRow[]> {
  return tx.query<AccountRow>(
    `SELECT k.id AS token_id, k.name, k.duties, u.id AS user_id, r.id AS realm_id, r.separate_approval, r.separate_reversal,
       coalesce(k.last_used_at < now() - interval '1 minute', true) AS is_stale
     FROM service_tokens k JOIN users u ON u.service_token_id = k.id JOIN realms r ON r.id = u.realm_id
     WHERE ${condition} AND ${liveServiceTokenSql} AND ${isRealmOpenSql('r')} ORDER BY r.id`,
    [param],
  );
}

const toAccount = (row: AccountRow): Account => ({
  sessionId: serviceTokenSession(row.user_id),
  userId: row.user_id,
  email: serviceTokenLabel(row.name),
  name: serviceTokenLabel(row.name),
  role: 'realm_user',
  duties: dutiesOf({ ...row, role: 'realm_user' }),
  realmId: row.realm_id,
  realmSuspended: false,
  separateReversal: row.separate_reversal,
  secondFactorDue: false,
  serviceTokenId: row.token_id,
  viewer: null,
});

/**
 * A token's accounts by its hash, one for each realm that is open; none when the token isn't valid. Records its use, at most once a
 * minute.
 */
export async function findServiceTokenAccounts(tx: Tx, hash: string, address: string): Promise<Account[]> {
  const rows = await findRows(tx, 'k.token_hash = $1', hash);
  const [first] = rows;
  if (first?.is_stale)
    await tx.execute(
      'UPDATE service_tokens SET last_used_at = now(), last_used_address = left($2, 100) WHERE id = $1',
      [first.token_id, address],
    );
  return rows.map(toAccount);
}

/** The accounts with these ids whose token is still valid. */
export async function findAccountsOfServiceTokens(tx: Tx, userIds: readonly number[]): Promise<Account[]> {
  if (userIds.length === 0) return [];
  return (await findRows(tx, 'u.id = ANY ($1::int[])', userIds)).map(toAccount);
}
