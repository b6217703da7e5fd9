import { Injectable } from '@nestjs/common';
import { loginName } from '../../platform/database/display-names';
import { Conditions } from '../../platform/database/conditions';
import { restoreRow } from '../../platform/database/restore';
import {
  type Found,
  lockFound,
  type Projection,
  selectOne,
  selectPage,
} from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import { type ListAnswer, readPagination } from '../../platform/http/list-query';
import { Pool, PoolMember, type MemberStatus } from './pool.entity';
import type { PoolDto, PoolListQuery } from './pools.dto';

/** A pool as it is answered. */
const poolProjection: Projection = {
  what: 'Pool',
  columns: `p.id, p.name, p.realm_id, p.site_id, s.name AS site_name, p.created_at, p.updated_at,
    coalesce((
      SELECT json_agg(json_build_object('login_id', m.login_id, 'login_name', ${loginName('l')},
        'position', m.position, 'status', m.status,
        'added_at', to_char(m.added_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY m.position, m.login_id)
      FROM pool_members m JOIN logins l ON l.id = m.login_id WHERE m.pool_id = p.id), '[]') AS members`,
  from: 'FROM pools p JOIN sites s ON s.id = p.site_id',
  version: 'p.version',
};

const poolSorts = { name: 'lower(p.name)', created_at: 'p.created_at', updated_at: 'p.updated_at' };

/** Page size unless the query names one. */
const POOL_PAGE_SIZE = 10;

const poolConditions = (query: PoolListQuery): Conditions =>
  new Conditions()
    .add('p.deleted_at IS NULL')
    .ids('p.site_id', query.site_id, 'site_id')
    .ids('p.realm_id', query.realm_id, 'realm_id')
    .search(['p.name'], query.q);

/** Reads and writes pools and their members. */
@Injectable()
export class PoolsRepository {
  /** A page of the list, by name unless the query sorts it. */
  async list(tx: Tx, query: PoolListQuery): Promise<ListAnswer<PoolDto>> {
    const pagination = readPagination(query, poolSorts, 'name', 'p.id', POOL_PAGE_SIZE);
    const page = await selectPage<PoolDto>(tx, poolProjection, poolConditions(query), pagination);
    return { pagination, page };
  }

  /** @throws 404 when the scope doesn't see the pool */
  get(tx: Tx, id: number): Promise<Found<PoolDto>> {
    return selectOne(tx, poolProjection, 'p.id = $1 AND p.deleted_at IS NULL', [id]);
  }

  /** Locks the pool and reads it. @throws 404, or 412 when `If-Match` names another version */
  async lock(tx: Tx, id: number, ifMatch: string | undefined): Promise<PoolDto> {
    return (await lockFound(tx, 'pools', id, (within, poolId) => this.get(within, poolId), ifMatch)).answer;
  }

  /** Answers the new pool's id. */
  async insert(tx: Tx, values: Pick<Pool, 'name' | 'site_id' | 'realm_id'>): Promise<number> {
    const pool = tx.manager.create(Pool, values);
    await tx.manager.insert(Pool, pool);
    return pool.id;
  }

  async update(tx: Tx, id: number, change: Partial<Pick<Pool, 'name' | 'site_id'>>): Promise<void> {
    if (Object.keys(change).length > 0) await tx.manager.update(Pool, { id }, { ...change });
  }

  async softDelete(tx: Tx, id: number): Promise<void> {
    await tx.manager.softDelete(Pool, { id });
  }

  /** @throws 404 when there is no pool, or it was deleted more than 30 days ago */
  async restore(tx: Tx, id: number): Promise<void> {
    await restoreRow(tx, 'pools', id, 'Pool');
  }

  /** Appends logins to a pool, in this order; members keep their positions. */
  async appendMembers(tx: Tx, poolId: number, realmId: number, loginIds: readonly number[]): Promise<void> {
    await tx.execute(
      `INSERT INTO pool_members (realm_id, pool_id, login_id, position)
       SELECT $1, $2, l.login_id, l.nth + coalesce((SELECT max(position) FROM pool_members WHERE pool_id = $2), 0)
       FROM unnest($3::int[]) WITH ORDINALITY AS l(login_id, nth)
       WHERE NOT EXISTS (SELECT FROM pool_members m WHERE m.pool_id = $2 AND m.login_id = l.login_id)`,
      [realmId, poolId, loginIds],
    );
    await this.renumber(tx, poolId);
  }

  async setMemberStatus(tx: Tx, poolId: number, loginId: number, status: MemberStatus): Promise<void> {
    await tx.manager.update(PoolMember, { pool_id: poolId, login_id: loginId }, { status });
  }

  /** Moves a member to a position; the others keep their order. */
  async moveMember(tx: Tx, poolId: number, loginId: number, position: number): Promise<void> {
    await tx.execute(
      `UPDATE pool_members m SET position = o.position FROM (
         SELECT login_id, row_number() OVER (ORDER BY CASE WHEN login_id = $2 THEN $3 - 0.5 ELSE nth END) AS position
         FROM (SELECT login_id, row_number() OVER (PARTITION BY login_id = $2 ORDER BY position) AS nth
               FROM pool_members WHERE pool_id = $1) others
       ) o WHERE m.pool_id = $1 AND m.login_id = o.login_id`,
      [poolId, loginId, position],
    );
  }

  async removeMember(tx: Tx, poolId: number, loginId: number): Promise<void> {
    await tx.manager.delete(PoolMember, { pool_id: poolId, login_id: loginId });
    await this.renumber(tx, poolId);
  }

  /** Moves the pool's version: its ETag covers its members too. */
  async bumpVersion(tx: Tx, id: number): Promise<void> {
    await tx.execute('UPDATE pools SET version = version + 1 WHERE id = $1', [id]);
  }

  /** Numbers the members from 1 without gaps. */
  private async renumber(tx: Tx, poolId: number): Promise<void> {
    await tx.execute(
      `UPDATE pool_members m SET position = o.position FROM (
         SELECT login_id, row_number() OVER (ORDER BY position, login_id) AS position
         FROM pool_members WHERE pool_id = $1
       ) o WHERE m.pool_id = $1 AND m.login_id = o.login_id AND m.position <> o.position`,
      [poolId],
    );
  }
}
