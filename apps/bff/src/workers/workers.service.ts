import { Injectable } from '@nestjs/common';
import { AccessLoss } from '../platform/access/access-loss';
import { audit, auditEntriesOf } from '../platform/audit/audit';
import { randomToken, tokenHash } from '../platform/auth/tokens';
import type { Found } from '../platform/database/select';
import { Transactions, type Tx } from '../platform/database/transactions';
import { invalid } from '../platform/errors/api-error';
import type { ListResponse } from '../platform/http/list-query';
import type { Scope } from '../platform/realm-scope/scope';
import type {
  NewWorkerTokenDto,
  WorkerDto,
  WorkerListQuery,
  WorkerTokenDto,
  WorkerTokenInputDto,
  WorkerTokenListQuery,
} from './workers.dto';
import { WorkersRepository, WorkerTokensRepository } from './workers.repository';

/** Worker tokens, and the workers seen with them. For administrators. */
@Injectable()
export class WorkersService {
  constructor(
    accessLoss: AccessLoss,
    private readonly transactions: Transactions,
    private readonly workers: WorkersRepository,
    private readonly tokens: WorkerTokensRepository,
  ) {
    accessLoss.onAccount(async (tx, { id, deleted }) => {
      const revoked = await this.tokens.revokeOfUser(tx, id, { all: deleted });
      return {
        audit: auditEntriesOf('worker_token.revoke', 'worker_token', revoked),
        tokens: { kind: 'worker_tokens_revoked', names: revoked.map(({ name }) => name), path: '/workers' },
      };
    });
  }

  list(scope: Scope, query: WorkerListQuery): Promise<ListResponse<WorkerDto>> {
    return this.transactions.readList(scope, (tx) => this.workers.list(tx, query));
  }

  get(scope: Scope, id: number): Promise<Found<WorkerDto>> {
    return this.transactions.read(scope, (tx) => this.workers.get(tx, id));
  }

  listTokens(scope: Scope, query: WorkerTokenListQuery): Promise<ListResponse<WorkerTokenDto>> {
    return this.transactions.readList(scope, (tx) => this.tokens.list(tx, query));
  }

  getToken(scope: Scope, id: number): Promise<Found<WorkerTokenDto>> {
    return this.transactions.read(scope, (tx) => this.tokens.get(tx, id));
  }

  /** Creates a token, which is returned only now; its hash is stored. Without realms or sites it is valid for all. */
  createToken(
    scope: Scope,
    { name, realm_ids, site_ids }: WorkerTokenInputDto,
  ): Promise<Found<NewWorkerTokenDto>> {
    const token = randomToken('tw_');
    return this.transactions.run(scope, async (tx) => {
      await this.requireAll(tx, 'realms', 'realm_ids', realm_ids);
      await this.requireAll(tx, 'sites', 'site_ids', site_ids);
      const id = await this.tokens.insertToken(tx, {
        name,
        token_hash: tokenHash(token),
        realm_ids: realm_ids?.length ? realm_ids : null,
        site_ids: site_ids?.length ? site_ids : null,
      });
      const { version, row } = await this.tokens.get(tx, id);
      await audit(tx, {
        action: 'worker_token.create',
        entity: 'worker_token',
        entity_id: row.id,
        realm_id: null,
        after: row,
      });
      return { version, row: { ...row, token } };
    });
  }

  /** Revokes a token for good; repeating it changes nothing. Its workers' leases expire. */
  revokeToken(scope: Scope, id: number, ifMatch: string | undefined): Promise<void> {
    return this.transactions.run(scope, async (tx) => {
      const { row: before } = await this.tokens.lock(tx, id, ifMatch);
      if (before.revoked_at) return;
      await this.tokens.revoke(tx, id);
      await audit(tx, {
        action: 'worker_token.revoke',
        entity: 'worker_token',
        entity_id: id,
        realm_id: null,
        before,
      });
    });
  }

  private async requireAll(
    tx: Tx,
    table: 'realms' | 'sites',
    field: string,
    ids: readonly number[] | undefined,
  ): Promise<void> {
    if (ids?.length && !(await this.tokens.allExist(tx, table, ids)))
      throw invalid([{ field, message: `${field} names one that does not exist`, code: 'NOT_FOUND' }]);
  }
}
