import { Injectable } from '@nestjs/common';
import { type NotificationDraft, TimedNotifications } from '../../messages';
import { audit } from '../../platform/audit/audit';
import { createServiceToken } from '../../platform/auth/service-token-text';
import { SessionsRepository } from '../../platform/auth/sessions.repository';
import { tokenHash } from '../../platform/auth/tokens';
import type { Found } from '../../platform/database/select';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { ApiError, invalid } from '../../platform/errors/api-error';
import type { ListResponse } from '../../platform/http/list-query';
import { realmForNew } from '../../platform/realm-scope/realm-for-new';
import { ownRealm, type Scope } from '../../platform/realm-scope/scope';
import { requireDuties } from '../duties';
import type {
  NewServiceTokenDto,
  ServiceTokenDto,
  ServiceTokenInputDto,
  ServiceTokenListQuery,
} from './service-tokens.dto';
import { type EndingToken, ServiceTokensRepository } from './service-tokens.repository';

/** Tokens that can be used in a realm at a time. */
const MAX_LIVE = 50;
const PAGE = '/service-tokens';

/** Tokens that machines call the API with: an owner's for their realm, an administrator's for one or several. */
@Injectable()
export class ServiceTokensService {
  constructor(
    timed: TimedNotifications,
    private readonly transactions: Transactions,
    private readonly sessions: SessionsRepository,
    private readonly tokens: ServiceTokensRepository,
  ) {
    timed.register(async (tx) => (await this.tokens.takeEnding(tx)).map(toDraft));
  }

  list(scope: Scope, query: ServiceTokenListQuery): Promise<ListResponse<ServiceTokenDto>> {
    return this.transactions.readList(scope, (tx) => this.tokens.list(tx, query));
  }

  get(scope: Scope, id: number): Promise<Found<ServiceTokenDto>> {
    return this.transactions.read(scope, (tx) => this.tokens.get(tx, id));
  }

  /**
   * Creates a token, which is returned only now; its hash is stored.
   *
   * @throws 409 LIMIT_REACHED when a realm has as many as it may have
   */
  create(scope: Scope, input: ServiceTokenInputDto): Promise<Found<NewServiceTokenDto>> {
    const { name, duties = [], expires_in_days: days } = input;
    const requested = requestedRealms(scope, input.realm_ids);
    const token = createServiceToken();
    // Accounts are the system's to create, with a token's realms checked here.
    return this.transactions.run({ kind: 'all', actor: scope.actor }, async (tx) => {
      const realmIds: number[] = [];
      for (const realm of requested) {
        const realm_id = await realmForNew(tx, realm);
        await requireDuties(tx, duties, { role: 'realm_user', realm_id });
        await this.requireRoom(tx, realm_id);
        realmIds.push(realm_id);
      }
      const values = { name, token_hash: tokenHash(token), duties };
      const id = await this.tokens.insertToken(tx, values, { realmIds, days });
      const { version, row } = await this.tokens.get(tx, id);
      await auditToken(tx, 'service_token.create', row);
      return { version, row: { ...row, token } };
    });
  }

  /** Ends a token for good, with its streams and bulk operations; repeating it changes nothing. */
  revoke(scope: Scope, id: number, ifMatch: string | undefined): Promise<void> {
    return this.transactions.run(scope, async (tx) => {
      const { row } = await this.tokens.lock(tx, id, ifMatch);
      if (row.revoked_at) return;
      await this.sessions.publishServiceTokenEnd(tx, await this.tokens.revoke(tx, id));
      await auditToken(tx, 'service_token.revoke', row);
    });
  }

  private async requireRoom(tx: Tx, realmId: number): Promise<void> {
    const used = await this.tokens.countLive(tx, realmId);
    if (used >= MAX_LIVE)
      throw new ApiError('LIMIT_REACHED', `A realm has at most ${MAX_LIVE} service tokens at a time`, {
        context: { limit: MAX_LIVE, used, asked: 1 },
      });
  }
}

/** The realms of a new token in order, so that two transactions lock them alike. */
function requestedRealms(scope: Scope, realmIds: readonly number[] | undefined): number[] {
  if (scope.kind !== 'all') {
    for (const id of realmIds ?? []) ownRealm(scope, id);
    return [ownRealm(scope)];
  }
  if (!realmIds?.length)
    throw invalid([{ field: 'realm_ids', message: 'realm_ids is required', code: 'REQUIRED' }]);
  return [...realmIds].sort((one, other) => one - other);
}

/** An entry for each realm that the token is valid in, which its owners see. */
async function auditToken(
  tx: Tx,
  action: 'service_token.create' | 'service_token.revoke',
  { id, name, duties, realm_ids, expires_at }: ServiceTokenDto,
): Promise<void> {
  const after = { name, duties, realm_ids, expires_at };
  for (const realm_id of realm_ids)
    await audit(tx, { action, entity: 'service_token', entity_id: id, realm_id, after });
}

const toDraft = ({ name, realm_id, expires_at }: EndingToken): NotificationDraft => ({
  topic: 'security',
  realm_id,
  ...(realm_id === null ? { administratorsOnly: true } : { ownersOnly: true }),
  kind: 'service_token_ending',
  subject: name,
  params: { until: expires_at.toISOString() },
  path: PAGE,
});
