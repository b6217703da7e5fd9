import { Injectable } from '@nestjs/common';
import { isPersonSql } from '../../platform/auth/user.entity';
import { Conditions } from '../../platform/database/conditions';
import { textOrder } from '../../platform/database/display-names';
import { insertRow, updateRow } from '../../platform/database/row-writes';
import {
  countUses,
  type Found,
  lockFound,
  type Projection,
  selectOne,
  selectPage,
} from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import type { Page, Pagination } from '../../platform/http/list-query';
import { Realm, realmStatuses } from './realm.entity';
import type { RealmChange, RealmDto, RealmInput, RealmListQuery } from './realms.dto';

const projection: Projection = {
  what: 'Realm',
  columns: `r.id, r.name, r.status, r.time_zone, r.max_tasks, r.max_logins, r.separate_approval, r.separate_reversal, r.single_sign_on_only, r.active_tasks, r.login_count, r.created_at, r.updated_at,
    (SELECT count(*)::int FROM users u WHERE u.realm_id = r.id AND ${isPersonSql('u')}) AS user_count`,
  from: 'FROM realms r',
  version: 'r.version',
};

export const realmSorts = {
  name: textOrder('r.name'),
  status: 'r.status',
  created_at: 'r.created_at',
  max_tasks: 'r.max_tasks',
  max_logins: 'r.max_logins',
  active_tasks: 'r.active_tasks',
  login_count: 'r.login_count',
};

const read = (tx: Tx, id: number): Promise<Found<RealmDto>> =>
  selectOne(tx, projection, 'r.id = $1 AND r.deleted_at IS NULL', [id]);

/** Reads and writes realms, without those that are deleted. */
@Injectable()
export class RealmsRepository {
  listRealms(tx: Tx, query: RealmListQuery, pagination: Pagination): Promise<Page<RealmDto>> {
    const where = new Conditions()
      .add('r.deleted_at IS NULL')
      .words('r.status', query.status, 'status', realmStatuses)
      .search(['r.name'], query.q);
    return selectPage<RealmDto>(tx, projection, where, pagination);
  }

  /** The realm with its version; 404 when there is none. */
  readRealm(tx: Tx, id: number): Promise<Found<RealmDto>> {
    return read(tx, id);
  }

  /** As `read`, locked until the transaction ends; 412 when `ifMatch` is stale. */
  async lock(tx: Tx, id: number, ifMatch: string | undefined): Promise<RealmDto> {
    return (await lockFound(tx, 'realms', id, read, ifMatch)).row;
  }

  /**
   * Whether another realm has the name, ignoring case. Holds a lock until the transaction ends, so that of two parallel
   * requests with one name only the first gets it.
   */
  async isNameTaken(tx: Tx, name: string, exceptId: number | null): Promise<boolean> {
    await tx.execute(`SELECT pg_advisory_xact_lock(hashtext('realms.name'))`);
    const taken = await tx.query(
      `SELECT FROM realms WHERE identity_text(name) = identity_text($1) AND deleted_at IS NULL AND id IS DISTINCT FROM $2::int LIMIT 1`,
      [name, exceptId],
    );
    return taken.length > 0;
  }

  insertRealm(tx: Tx, realm: RealmInput): Promise<number> {
    return insertRow(tx, Realm, realm);
  }

  updateRealm(tx: Tx, id: number, change: RealmChange): Promise<void> {
    return updateRow(tx, Realm, id, change);
  }

  /** Counts the rows that prevent a realm's deletion, by kind. */
  countUses(tx: Tx, id: number): Promise<Record<string, number>> {
    return countUses(
      tx,
      `SELECT (SELECT count(*)::int FROM users u WHERE u.realm_id = $1 AND ${isPersonSql('u')}) AS users,
         (SELECT count(*)::int FROM logins WHERE realm_id = $1 AND deleted_at IS NULL) AS logins,
         (SELECT count(*)::int FROM tasks WHERE realm_id = $1 AND unfinished AND deleted_at IS NULL) AS unfinished_tasks`,
      [id],
    );
  }

  /** Deletes the realm softly, and its webhooks for good. Its limits become 0, so that nothing more can be added. */
  async removeRealm(tx: Tx, id: number): Promise<void> {
    await tx.execute('DELETE FROM webhooks WHERE realm_id = $1', [id]);
    await tx.execute('UPDATE realms SET deleted_at = now(), max_tasks = 0, max_logins = 0 WHERE id = $1', [
      id,
    ]);
  }
}
