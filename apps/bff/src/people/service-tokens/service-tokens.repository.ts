import { Injectable } from '@nestjs/common';
import { liveServiceTokenSql, serviceTokenLabel } from '../../platform/auth/service-token-accounts';
import { User } from '../../platform/auth/user.entity';
import { Conditions } from '../../platform/database/conditions';
import { textOrder } from '../../platform/database/display-names';
import { RowReader, type RowSource } from '../../platform/database/row-reader';
import { insertRow } from '../../platform/database/row-writes';
import type { Tx } from '../../platform/database/transactions';
import { ServiceToken } from './service-token.entity';
import { type ServiceTokenDto, type ServiceTokenListQuery, serviceTokenStatuses } from './service-tokens.dto';

/** What an account needs that never signs in: no password has this hash. */
const NO_PASSWORD = '!';

const status = `CASE WHEN k.revoked_at IS NOT NULL THEN 'revoked' WHEN k.expires_at <= now() THEN 'expired' ELSE 'active' END`;

const source: RowSource<ServiceTokenListQuery> = {
  what: 'Service token',
  table: 'service_tokens',
  columns: `k.id, k.name, k.duties, ${status} AS status, k.created_by, coalesce(nullif(m.name, ''), m.email) AS created_by_name,
    k.last_used_at, k.last_used_address, k.expires_at, k.revoked_at, k.created_at, n.realm_ids, n.realm_names`,
  from: `FROM service_tokens k LEFT JOIN users m ON m.id = k.created_by
    CROSS JOIN LATERAL (SELECT coalesce(array_agg(r.id ORDER BY r.id), '{}') AS realm_ids,
        coalesce(array_agg(r.name ORDER BY r.id), '{}') AS realm_names
      FROM users u JOIN realms r ON r.id = u.realm_id WHERE u.service_token_id = k.id) n`,
  id: 'k.id',
  version: 'k.version',
  filter: ({ q, status: statuses, realm_id }) =>
    new Conditions()
      .search(['k.name'], q)
      .words(status, statuses, 'status', serviceTokenStatuses)
      .idsIn('k.id', 'SELECT service_token_id FROM users', 'realm_id', realm_id, 'realm_id'),
  sorts: {
    name: textOrder('k.name'),
    created_at: 'k.created_at',
    expires_at: 'k.expires_at',
    last_used_at: 'k.last_used_at',
  },
  defaultSort: 'name',
};

/** Tokens whose end is announced, with the realm whose owners get the notification; null: administrators. */
export type EndingToken = Pick<ServiceToken, 'id' | 'name' | 'realm_id'> & { expires_at: Date };

/** Reads and writes service tokens. */
@Injectable()
export class ServiceTokensRepository extends RowReader<ServiceTokenDto, ServiceTokenListQuery> {
  constructor() {
    super(source);
  }

  /** How many tokens can be used in a realm now. Other transactions that create one there wait until this one ends. */
  async countLive(tx: Tx, realmId: number): Promise<number> {
    await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('service tokens', $1))", [realmId]);
    const [row] = await tx.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM users u JOIN service_tokens k ON k.id = u.service_token_id
       WHERE u.realm_id = $1 AND ${liveServiceTokenSql}`,
      [realmId],
    );
    return row?.n ?? 0;
  }

  /** Inserts a token with an account in each of its realms; returns its id. */
  async insertToken(
    tx: Tx,
    { name, token_hash, duties }: Pick<ServiceToken, 'name' | 'token_hash' | 'duties'>,
    { realmIds, days }: { realmIds: readonly number[]; days: number },
  ): Promise<number> {
    const [now] = await tx.query<{ expires_at: Date }>(
      'SELECT now() + make_interval(days => $1) AS expires_at',
      [days],
    );
    const id = await insertRow(tx, ServiceToken, {
      name,
      token_hash,
      duties,
      realm_id: realmIds.length === 1 ? realmIds[0] : null,
      created_by: tx.scope.actor.userId,
      expires_at: now?.expires_at,
    });
    for (const realm_id of realmIds)
      await insertRow(tx, User, {
        email: `service-token-${id}-${realm_id}@tokens.invalid`,
        name: serviceTokenLabel(name),
        password_hash: NO_PASSWORD,
        role: 'realm_user',
        status: 'disabled',
        realm_id,
        service_token_id: id,
      });
    return id;
  }

  /** Ends a token; returns the ids of its accounts. */
  async revoke(tx: Tx, id: number): Promise<number[]> {
    await tx.execute('UPDATE service_tokens SET revoked_at = now() WHERE id = $1', [id]);
    const accounts = await tx.query<{ id: number }>('SELECT id FROM users WHERE service_token_id = $1', [id]);
    return accounts.map((account) => account.id);
  }

  /** Tokens that end within two weeks and weren't announced yet; they are from now on. Those that live no longer than that never are. */
  takeEnding(tx: Tx): Promise<EndingToken[]> {
    return tx.query<EndingToken>(
      `UPDATE service_tokens SET notified_at = now() WHERE id IN (
         SELECT k.id FROM service_tokens k
         WHERE ${liveServiceTokenSql} AND k.notified_at IS NULL AND k.expires_at < now() + interval '14 days'
           AND k.expires_at > k.created_at + interval '14 days'
         ORDER BY k.id LIMIT 500 FOR UPDATE SKIP LOCKED)
       RETURNING id, name, realm_id, expires_at`,
    );
  }
}
