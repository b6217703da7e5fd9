import { Injectable } from '@nestjs/common';
import { CatalogueLookup } from '../../catalogue';
import type { AuditAction } from '../../platform/audit/actions';
import { audit } from '../../platform/audit/audit';
import type { Found } from '../../platform/database/select';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { invalid, notFound } from '../../platform/errors/api-error';
import type { ListResponse } from '../../platform/http/list-query';
import type { Scope } from '../../platform/realm-scope/scope';
import { LoginLookup, requireSameRealm } from '../logins/login-lookup';
import type {
  PoolChange,
  PoolDto,
  PoolInput,
  PoolListQuery,
  PoolMemberChange,
  PoolMembersInput,
} from './pools.dto';
import { PoolsRepository } from './pools.repository';

/** Pools: ordered sets of a site's logins. */
@Injectable()
export class PoolsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly catalogue: CatalogueLookup,
    private readonly logins: LoginLookup,
    private readonly pools: PoolsRepository,
  ) {}

  list(scope: Scope, query: PoolListQuery): Promise<ListResponse<PoolDto>> {
    return this.transactions.readList(scope, (tx) => this.pools.list(tx, query));
  }

  get(scope: Scope, id: number): Promise<Found<PoolDto>> {
    return this.transactions.read(scope, (tx) => this.pools.get(tx, id));
  }

  create(scope: Scope, input: PoolInput): Promise<Found<PoolDto>> {
    return this.transactions.run(scope, async (tx) => {
      const { name, site_id, login_ids = [] } = input;
      await this.catalogue.resolveSite(tx, site_id);
      const logins = await this.logins.resolveLogins(tx, login_ids, site_id);
      const realm_id = await this.logins.realmForNew(tx, logins, input.realm_id);
      const id = await this.pools.insertPool(tx, { name, site_id, realm_id });
      if (login_ids.length > 0) await this.pools.appendMembers(tx, id, realm_id, login_ids);
      const created = await this.pools.get(tx, id);
      await auditChange(tx, 'pool.create', created.row, null, created.row);
      return created;
    });
  }

  change(scope: Scope, id: number, change: PoolChange, ifMatch: string | undefined): Promise<Found<PoolDto>> {
    return this.changePool(scope, id, 'pool.update', ifMatch, async (tx, pool) => {
      if (change.site_id !== undefined && change.site_id !== pool.site_id) {
        await this.catalogue.resolveSite(tx, change.site_id);
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
      await this.pools.updatePool(tx, id, change);
    });
  }

  remove(scope: Scope, id: number, ifMatch: string | undefined): Promise<void> {
    return this.transactions.run(scope, async (tx) => {
      const { row: before } = await this.pools.lock(tx, id, ifMatch);
      await this.pools.softDelete(tx, id);
      await auditChange(tx, 'pool.delete', before, before, null);
    });
  }

  restore(scope: Scope, id: number): Promise<Found<PoolDto>> {
    return this.transactions.run(scope, async (tx) => {
      await this.pools.restore(tx, id);
      const restored = await this.pools.get(tx, id);
      await auditChange(tx, 'pool.restore', restored.row, null, restored.row);
      return restored;
    });
  }

  /** Appends logins; those that are members already keep their position. */
  addMembers(scope: Scope, id: number, input: PoolMembersInput): Promise<Found<PoolDto>> {
    const ids = input.login_ids ?? (input.login_id === undefined ? [] : [input.login_id]);
    if (ids.length === 0)
      throw invalid([{ field: 'login_ids', message: 'login_ids or login_id is required', code: 'REQUIRED' }]);
    const field = input.login_ids ? 'login_ids' : 'login_id';
    return this.changePool(scope, id, 'pool.members.add', undefined, async (tx, pool) => {
      requireSameRealm(await this.logins.resolveLogins(tx, ids, pool.site_id, field), pool.realm_id);
      await this.pools.appendMembers(tx, id, pool.realm_id, ids);
      await this.pools.bumpVersion(tx, id);
    });
  }

  changeMember(
    scope: Scope,
    id: number,
    loginId: number,
    change: PoolMemberChange,
    ifMatch: string | undefined,
  ) {
    return this.changePool(scope, id, 'pool.members.change', ifMatch, async (tx, pool) => {
      const member = requireMember(pool, loginId);
      const { status, position } = change;
      if (status !== undefined && status !== member.status) {
        await this.pools.setMemberStatus(tx, id, loginId, status);
      }
      if (position !== undefined && position !== member.position) {
        await this.pools.moveMember(tx, id, loginId, position);
      }
      await this.pools.bumpVersion(tx, id);
    });
  }

  async removeMember(scope: Scope, id: number, loginId: number, ifMatch: string | undefined): Promise<void> {
    await this.changePool(scope, id, 'pool.members.remove', ifMatch, async (tx, pool) => {
      requireMember(pool, loginId);
      await this.pools.removeMember(tx, id, loginId);
      await this.pools.bumpVersion(tx, id);
    });
  }

  /** Changes a pool under a lock on its row, and audits the change. */
  private changePool(
    scope: Scope,
    id: number,
    action: AuditAction,
    ifMatch: string | undefined,
    work: (tx: Tx, pool: PoolDto) => Promise<void>,
  ): Promise<Found<PoolDto>> {
    return this.transactions.run(scope, async (tx) => {
      const { row: before } = await this.pools.lock(tx, id, ifMatch);
      await work(tx, before);
      const changed = await this.pools.get(tx, id);
      await auditChange(tx, action, changed.row, before, changed.row);
      return changed;
    });
  }
}

function requireMember(pool: PoolDto, loginId: number) {
  const member = pool.members.find(({ login_id }) => login_id === loginId);
  if (!member) throw notFound('Pool member');
  return member;
}

const auditChange = (
  tx: Tx,
  action: AuditAction,
  { id, realm_id }: PoolDto,
  before: PoolDto | null,
  after: PoolDto | null,
) => audit(tx, { action, entity: 'pool', entity_id: id, realm_id, before, after });
