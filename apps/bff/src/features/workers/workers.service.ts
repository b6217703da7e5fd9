import { Injectable } from '@nestjs/common';
import { audit } from '../../platform/audit/audit';
import { randomToken, tokenHash } from '../../platform/auth/tokens';
import { type Found, lockFound, selectOne, selectPage } from '../../platform/database/select';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { invalid } from '../../platform/errors/problem';
import { type ListAnswer, readPagination } from '../../platform/http/list-query';
import type { Scope } from '../../platform/realm-scope/scope';
import type {
  NewWorkerTokenDto,
  WorkerDto,
  WorkerListQuery,
  WorkerTokenDto,
  WorkerTokenInputDto,
  WorkerTokenListQuery,
} from './workers.dto';
import {
  tokenConditions,
  tokenProjection,
  tokenSorts,
  workerConditions,
  workerProjection,
  workerSorts,
} from './workers.repository';

const readToken = (tx: Tx, id: number): Promise<Found<WorkerTokenDto>> =>
  selectOne(tx, tokenProjection, 'k.id = $1', [id]);

/** Worker tokens and the workers seen with them; for administrators. */
@Injectable()
export class WorkersService {
  constructor(private readonly transactions: Transactions) {}

  list(scope: Scope, query: WorkerListQuery): Promise<ListAnswer<WorkerDto>> {
    const pagination = readPagination(query, workerSorts, 'name', 'w.id');
    return this.transactions.read(scope, async (tx) => ({
      pagination,
      page: await selectPage<WorkerDto>(tx, workerProjection, workerConditions(query), pagination),
    }));
  }

  get(scope: Scope, id: number): Promise<Found<WorkerDto>> {
    return this.transactions.read(scope, (tx) => selectOne(tx, workerProjection, 'w.id = $1', [id]));
  }

  listTokens(scope: Scope, query: WorkerTokenListQuery): Promise<ListAnswer<WorkerTokenDto>> {
    const pagination = readPagination(query, tokenSorts, 'name', 'k.id');
    return this.transactions.read(scope, async (tx) => ({
      pagination,
      page: await selectPage<WorkerTokenDto>(tx, tokenProjection, tokenConditions(query), pagination),
    }));
  }

  getToken(scope: Scope, id: number): Promise<Found<WorkerTokenDto>> {
    return this.transactions.read(scope, (tx) => readToken(tx, id));
  }

  /** Makes a token; it is shown this once and kept as a hash. No realms or sites named: all of them. */
  createToken(
    scope: Scope,
    { name, realm_ids, site_ids }: WorkerTokenInputDto,
  ): Promise<Found<NewWorkerTokenDto>> {
    const token = randomToken('tw_');
    return this.transactions.run(scope, async (tx) => {
      await checkIds(tx, 'realms', 'realm_ids', realm_ids);
      await checkIds(tx, 'sites', 'site_ids', site_ids);
      const [made] = await tx.query<{ id: number }>(
        `INSERT INTO worker_tokens (name, token_hash, realm_ids, site_ids, created_by)
         VALUES ($1, $2, $3, $4, $5) RETURNING id`,
        [
          name,
          tokenHash(token),
          realm_ids?.length ? realm_ids : null,
          site_ids?.length ? site_ids : null,
          scope.actor.userId,
        ],
      );
      if (!made) throw new Error('an insert answers its row');
      const { version, answer } = await readToken(tx, made.id);
      await audit(tx, {
        action: 'worker_token.create',
        entity: 'worker_token',
        entity_id: answer.id,
        realm_id: null,
        after: answer,
      });
      return { version, answer: { ...answer, token } };
    });
  }

  /** Ends a token for good; doing so again changes nothing. Its workers' leases lapse by themselves. */
  revokeToken(scope: Scope, id: number, ifMatch: string | undefined): Promise<void> {
    return this.transactions.run(scope, async (tx) => {
      const { answer: before } = await lockFound(tx, 'worker_tokens', id, readToken, ifMatch);
      if (before.revoked_at) return;
      await tx.execute('UPDATE worker_tokens SET revoked_at = now() WHERE id = $1', [id]);
      await audit(tx, {
        action: 'worker_token.revoke',
        entity: 'worker_token',
        entity_id: id,
        realm_id: null,
        before,
      });
    });
  }
}

async function checkIds(
  tx: Tx,
  table: 'realms' | 'sites',
  field: string,
  ids: readonly number[] | undefined,
): Promise<void> {
  if (!ids?.length) return;
  const rows = await tx.query<{ id: number }>(
    `SELECT id FROM ${table} WHERE id = ANY ($1::int[]) AND deleted_at IS NULL`,
    [ids],
  );
  if (rows.length < ids.length)
    throw invalid([{ field, message: `${field} names one that does not exist`, code: 'NOT_FOUND' }]);
}
