import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { audit } from '../../platform/audit/audit';
import { tokenHash } from '../../platform/auth/tokens';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { invalid, notFound } from '../../platform/errors/problem';
import { type ListQuery, type Page, paging, type Paging } from '../../platform/http/list-query';
import type { Scope } from '../../platform/realm-scope/scope';
import type { NewWorkerTokenDto, WorkerDto, WorkerTokenDto, WorkerTokenInputDto } from './workers.dto';

const tokenColumns = 'id, name, realm_ids, site_ids, last_used_at, created_at, revoked_at';

/** Worker tokens and the workers seen with them; for administrators. */
@Injectable()
export class WorkersService {
  constructor(private readonly transactions: Transactions) {}

  list(scope: Scope, query: ListQuery): Promise<{ asked: Paging; page: Page<WorkerDto> }> {
    const asked = paging(query, { name: 'lower(w.name)', last_seen_at: 'w.last_seen_at' }, 'name', 'w.id');
    return this.transactions.read(scope, async (tx) => {
      const rows = await tx.query<WorkerDto>(
        `SELECT w.id, w.name, w.token_id, w.capacity, w.last_seen_at, w.created_at,
           (SELECT count(*)::int FROM tasks t WHERE t.leased_by = w.id) AS leased,
           w.last_seen_at < now() - interval '40 seconds' AS lost
         FROM workers w ORDER BY ${asked.orderBy} LIMIT ${asked.limit} OFFSET ${asked.offset}`,
      );
      return { asked, page: { rows, total: await countOf(tx, 'workers') } };
    });
  }

  listTokens(scope: Scope, query: ListQuery): Promise<{ asked: Paging; page: Page<WorkerTokenDto> }> {
    const asked = paging(query, { name: 'lower(name)', created_at: 'created_at' }, 'name');
    return this.transactions.read(scope, async (tx) => {
      const rows = await tx.query<WorkerTokenDto>(
        `SELECT ${tokenColumns} FROM worker_tokens ORDER BY ${asked.orderBy} LIMIT ${asked.limit} OFFSET ${asked.offset}`,
      );
      return { asked, page: { rows, total: await countOf(tx, 'worker_tokens') } };
    });
  }

  getToken(scope: Scope, id: number): Promise<WorkerTokenDto> {
    return this.transactions.read(scope, (tx) => readToken(tx, id));
  }

  /** Makes a token; it is shown this once and kept as a hash. No realms or sites named: all of them. */
  createToken(scope: Scope, { name, realm_ids, site_ids }: WorkerTokenInputDto): Promise<NewWorkerTokenDto> {
    const token = `tw_${randomBytes(32).toString('base64url')}`;
    return this.transactions.run(scope, async (tx) => {
      await checkIds(tx, 'realms', 'realm_ids', realm_ids);
      await checkIds(tx, 'sites', 'site_ids', site_ids);
      const [row] = await tx.query<WorkerTokenDto>(
        `INSERT INTO worker_tokens (name, token_hash, realm_ids, site_ids, created_by)
         VALUES ($1, $2, $3, $4, $5) RETURNING ${tokenColumns}`,
        [
          name,
          tokenHash(token),
          realm_ids?.length ? realm_ids : null,
          site_ids?.length ? site_ids : null,
          scope.actor.userId,
        ],
      );
      if (!row) throw new Error('an insert answers its row');
      await audit(tx, {
        action: 'worker_token.create',
        entity: 'worker_token',
        entity_id: row.id,
        realm_id: null,
        after: row,
      });
      return { ...row, token };
    });
  }

  /** Ends a token for good; doing so again changes nothing. Its workers' leases lapse by themselves. */
  revokeToken(scope: Scope, id: number): Promise<void> {
    return this.transactions.run(scope, async (tx) => {
      const before = await readToken(tx, id);
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

async function readToken(tx: Tx, id: number): Promise<WorkerTokenDto> {
  const [row] = await tx.query<WorkerTokenDto>(`SELECT ${tokenColumns} FROM worker_tokens WHERE id = $1`, [
    id,
  ]);
  if (!row) throw notFound('Worker token');
  return row;
}

async function countOf(tx: Tx, table: 'workers' | 'worker_tokens'): Promise<number> {
  const [row] = await tx.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`);
  return row?.count ?? 0;
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
  if (rows.length < ids.length) throw invalid([{ field, message: `${field} names one that does not exist` }]);
}
