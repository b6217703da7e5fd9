import { Injectable } from '@nestjs/common';
import type { AuditAction } from '../../platform/audit/actions';
import { audit } from '../../platform/audit/audit';
import { restoreRow } from '../../platform/database/restore';
import { type Found, lockFound, selectPage } from '../../platform/database/select';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { invalid, notFound } from '../../platform/errors/problem';
import { type ListAnswer, readPagination } from '../../platform/http/list-query';
import type { Scope } from '../../platform/realm-scope/scope';
import { LoginLookup, sameRealm } from '../logins';
import { CatalogueLookup } from '../sites';
import { Pool, PoolMember } from './pool.entity';
import type {
  PoolChange,
  PoolDto,
  PoolInput,
  PoolListQuery,
  PoolMemberChange,
  PoolMembersInput,
} from './pools.dto';
import {
  appendMembers,
  moveMember,
  POOL_PAGE_SIZE,
  poolConditions,
  poolProjection,
  poolSorts,
  readPool,
  renumber,
} from './pools.repository';

/** Ordered sets of a site's logins. */
@Injectable()
export class PoolsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly catalogue: CatalogueLookup,
    private readonly logins: LoginLookup,
  ) {}

  list(scope: Scope, query: PoolListQuery): Promise<ListAnswer<PoolDto>> {
    const pagination = readPagination(query, poolSorts, 'name', 'p.id', POOL_PAGE_SIZE);
    return this.transactions.read(scope, async (tx) => ({
      pagination,
      page: await selectPage<PoolDto>(tx, poolProjection, poolConditions(query), pagination),
    }));
  }

  get(scope: Scope, id: number): Promise<Found<PoolDto>> {
    return this.transactions.read(scope, (tx) => readPool(tx, id));
  }

  create(scope: Scope, input: PoolInput): Promise<Found<PoolDto>> {
    return this.transactions.run(scope, async (tx) => {
      const { name, site_id, login_ids = [] } = input;
      await this.catalogue.namedSite(tx, site_id);
      const logins = await this.logins.named(tx, login_ids, site_id);
      const realm_id = await this.logins.realmForNew(tx, logins, input.realm_id);
      const { identifiers } = await tx.manager.insert(Pool, { name, site_id, realm_id });
      const { id } = identifiers[0] as { id: number };
      if (login_ids.length > 0) await appendMembers(tx, id, realm_id, login_ids);
      const created = await readPool(tx, id);
      await record(tx, 'pool.create', created.answer, null, created.answer);
      return created;
    });
  }

  change(scope: Scope, id: number, change: PoolChange, ifMatch: string | undefined): Promise<Found<PoolDto>> {
    return this.within(scope, id, 'pool.update', ifMatch, async (tx, pool) => {
      if (change.site_id !== undefined && change.site_id !== pool.site_id) {
        await this.catalogue.namedSite(tx, change.site_id);
        if (pool.members.length > 0) {
          throw invalid([
            {
              field: 'site_id',
              message: 'site_id can only change while the pool has no members',
              code: 'POOL_HAS_MEMBERS',
            },
          ]);
        }
      }
      if (Object.keys(change).length > 0) await tx.manager.update(Pool, { id }, { ...change });
    });
  }

  remove(scope: Scope, id: number, ifMatch: string | undefined): Promise<void> {
    return this.transactions.run(scope, async (tx) => {
      const before = await lock(tx, id, ifMatch);
      await tx.execute('UPDATE pools SET deleted_at = now() WHERE id = $1', [id]);
      await record(tx, 'pool.delete', before, before, null);
    });
  }

  restore(scope: Scope, id: number): Promise<Found<PoolDto>> {
    return this.transactions.run(scope, async (tx) => {
      await restoreRow(tx, 'pools', id, 'Pool');
      const restored = await readPool(tx, id);
      await record(tx, 'pool.restore', restored.answer, null, restored.answer);
      return restored;
    });
  }

  /** Adds logins at the end; those that are members already stay where they are. */
  addMembers(scope: Scope, id: number, input: PoolMembersInput): Promise<Found<PoolDto>> {
    const ids = input.login_ids ?? (input.login_id === undefined ? [] : [input.login_id]);
    if (ids.length === 0)
      throw invalid([{ field: 'login_ids', message: 'login_ids or login_id is required', code: 'REQUIRED' }]);
    const field = input.login_ids ? 'login_ids' : 'login_id';
    return this.within(scope, id, 'pool.members.add', undefined, async (tx, pool) => {
      sameRealm(await this.logins.named(tx, ids, pool.site_id, field), pool.realm_id);
      await appendMembers(tx, id, pool.realm_id, ids);
      await membersChanged(tx, id);
    });
  }

  changeMember(
    scope: Scope,
    id: number,
    loginId: number,
    change: PoolMemberChange,
    ifMatch: string | undefined,
  ) {
    return this.within(scope, id, 'pool.members.change', ifMatch, async (tx, pool) => {
      const member = memberOf(pool, loginId);
      const { status, position } = change;
      if (status !== undefined && status !== member.status) {
        await tx.manager.update(PoolMember, { pool_id: id, login_id: loginId }, { status });
      }
      if (position !== undefined && position !== member.position) await moveMember(tx, id, loginId, position);
      await membersChanged(tx, id);
    });
  }

  async removeMember(scope: Scope, id: number, loginId: number, ifMatch: string | undefined): Promise<void> {
    await this.within(scope, id, 'pool.members.remove', ifMatch, async (tx, pool) => {
      memberOf(pool, loginId);
      await tx.manager.delete(PoolMember, { pool_id: id, login_id: loginId });
      await renumber(tx, id);
      await membersChanged(tx, id);
    });
  }

  /** One change of a pool that nobody else changes meanwhile, with its line in the audit. */
  private within(
    scope: Scope,
    id: number,
    action: AuditAction,
    ifMatch: string | undefined,
    work: (tx: Tx, pool: PoolDto) => Promise<void>,
  ): Promise<Found<PoolDto>> {
    return this.transactions.run(scope, async (tx) => {
      const before = await lock(tx, id, ifMatch);
      await work(tx, before);
      const changed = await readPool(tx, id);
      await record(tx, action, changed.answer, before, changed.answer);
      return changed;
    });
  }
}

const lock = async (tx: Tx, id: number, ifMatch: string | undefined): Promise<PoolDto> =>
  (await lockFound(tx, 'pools', id, readPool, ifMatch)).answer;

function memberOf(pool: PoolDto, loginId: number) {
  const member = pool.members.find(({ login_id }) => login_id === loginId);
  if (!member) throw notFound('Pool member');
  return member;
}

/** The members are part of what the pool's ETag stands for. */
const membersChanged = (tx: Tx, id: number) =>
  tx.execute('UPDATE pools SET version = version + 1 WHERE id = $1', [id]);

const record = (
  tx: Tx,
  action: AuditAction,
  { id, realm_id }: PoolDto,
  before: PoolDto | null,
  after: PoolDto | null,
) => audit(tx, { action, entity: 'pool', entity_id: id, realm_id, before, after });
