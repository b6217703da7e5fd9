import { Injectable } from '@nestjs/common';
import { Conditions } from '../../platform/database/conditions';
import { loginName, siteName, textOrder } from '../../platform/database/display-names';
import { instantJsonSql } from '../../platform/database/instants';
import { RowReader, type RowSource } from '../../platform/database/row-reader';
import { insertRow, restoreRow, updateRow } from '../../platform/database/row-writes';
import type { Tx } from '../../platform/database/transactions';
import { type MemberStatus, Pool, PoolMember } from './pool.entity';
import type { PoolDto, PoolListQuery } from './pools.dto';

const source: RowSource<PoolListQuery> = {
  what: 'Pool',
  table: 'pools',
  columns: `p.id, p.name, p.realm_id, p.site_id, ${siteName('s')} AS site_name, p.created_at, p.updated_at,
    coalesce((
      SELECT json_agg(json_build_object('login_id', m.login_id, 'login_name', ${loginName('l')},
        'position', m.position, 'status', m.status,
        'added_at', ${instantJsonSql('m.added_at')}) ORDER BY m.position, m.login_id)
      FROM pool_members m JOIN logins l ON l.id = m.login_id WHERE m.pool_id = p.id), '[]') AS members`,
  from: 'FROM pools p JOIN sites s ON s.id = p.site_id',
  id: 'p.id',
  version: 'p.version',
  visible: 'p.deleted_at IS NULL',
  filter: (query) =>
    new Conditions()
      .ids('p.site_id', query.site_id, 'site_id')
      .ids('p.realm_id', query.realm_id, 'realm_id')
      .search(['p.name'], query.q),
  sorts: { name: textOrder('p.name'), created_at: 'p.created_at', updated_at: 'p.updated_at' },
  defaultSort: 'name',
  pageSize: 10,
};

/** Reads and writes pools and their members. */
@Injectable()
export class PoolsRepository extends RowReader<PoolDto, PoolListQuery> {
  constructor() {
    super(source);
  }

  /** Returns the new pool's id. */
  insertPool(tx: Tx, values: Pick<Pool, 'name' | 'site_id' | 'realm_id'>): Promise<number> {
    return insertRow(tx, Pool, values);
  }

  updatePool(tx: Tx, id: number, change: Partial<Pick<Pool, 'name' | 'site_id'>>): Promise<void> {
    return updateRow(tx, Pool, id, change);
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
