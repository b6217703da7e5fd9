import { loginName } from '../../platform/database/display-names';
import { Conditions } from '../../platform/database/conditions';
import { type Found, type Projection, selectOne } from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import type { PoolDto, PoolListQuery } from './pools.dto';

/** A pool as it is answered. */
export const poolProjection: Projection = {
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

export const poolSorts = { name: 'lower(p.name)', created_at: 'p.created_at', updated_at: 'p.updated_at' };

/** Rows of a page unless it says otherwise. */
export const POOL_PAGE_SIZE = 10;

export const poolConditions = (query: PoolListQuery): Conditions =>
  new Conditions()
    .add('p.deleted_at IS NULL')
    .ids('p.site_id', query.site_id, 'site_id')
    .ids('p.realm_id', query.realm_id, 'realm_id')
    .search(['p.name'], query.q);

export const readPool = (tx: Tx, id: number): Promise<Found<PoolDto>> =>
  selectOne(tx, poolProjection, 'p.id = $1 AND p.deleted_at IS NULL', [id]);

/** Appends logins to a pool, in this order; those that are in it already stay where they are. */
export async function appendMembers(
  tx: Tx,
  poolId: number,
  realmId: number,
  loginIds: readonly number[],
): Promise<void> {
  await tx.execute(
    `INSERT INTO pool_members (realm_id, pool_id, login_id, position)
     SELECT $1, $2, l.login_id, l.nth + coalesce((SELECT max(position) FROM pool_members WHERE pool_id = $2), 0)
     FROM unnest($3::int[]) WITH ORDINALITY AS l(login_id, nth)
     WHERE NOT EXISTS (SELECT FROM pool_members m WHERE m.pool_id = $2 AND m.login_id = l.login_id)`,
    [realmId, poolId, loginIds],
  );
  await renumber(tx, poolId);
}

/** Puts a member at a place among the others, which close up behind and make room before it. */
export async function moveMember(tx: Tx, poolId: number, loginId: number, position: number): Promise<void> {
  await tx.execute(
    `UPDATE pool_members m SET position = o.place FROM (
       SELECT login_id, row_number() OVER (ORDER BY CASE WHEN login_id = $2 THEN $3 - 0.5 ELSE nth END) AS place
       FROM (SELECT login_id, row_number() OVER (PARTITION BY login_id = $2 ORDER BY position) AS nth
             FROM pool_members WHERE pool_id = $1) others
     ) o WHERE m.pool_id = $1 AND m.login_id = o.login_id`,
    [poolId, loginId, position],
  );
}

/** Numbers the members from 1 without gaps. */
export async function renumber(tx: Tx, poolId: number): Promise<void> {
  await tx.execute(
    `UPDATE pool_members m SET position = o.place FROM (
       SELECT login_id, row_number() OVER (ORDER BY position, login_id) AS place FROM pool_members WHERE pool_id = $1
     ) o WHERE m.pool_id = $1 AND m.login_id = o.login_id AND m.position <> o.place`,
    [poolId],
  );
}
