import { Injectable } from '@nestjs/common';
import type { Account } from '../../platform/auth/account';
import { Conditions } from '../../platform/database/conditions';
import { textOrder } from '../../platform/database/display-names';
import { updateRow } from '../../platform/database/row-writes';
import { type Found, type Projection, selectOne, selectPage } from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import type { Page, Pagination } from '../../platform/http/list-query';
import { SavedView } from './saved-view.entity';
import type { SavedViewChange, SavedViewDto, SavedViewInput, SavedViewListQuery } from './saved-views.dto';

/** A view as the caller sees it. Their id comes from the session, never from a request. */
const projection = ({ userId }: Account): Projection => ({
  what: 'Saved view',
  columns: `v.id, v.page, v.name, v.query, v.shared, v.user_id = ${userId} AS own, u.name AS owner, v.created_at,
    v.updated_at`,
  from: 'FROM saved_views v JOIN users u ON u.id = v.user_id',
  version: 'v.version',
});

export const viewSorts = {
  name: textOrder('v.name'),
  page: 'v.page',
  created_at: 'v.created_at',
  updated_at: 'v.updated_at',
};

/** The caller's own, and those shared within the caller's realm. */
function readableViews({ userId, realmId }: Account): Conditions {
  const where = new Conditions();
  const own = `v.user_id = ${where.param(userId)}`;
  if (realmId === null) return where.add(own);
  return where.add(`(${own} OR v.shared AND u.realm_id = ${where.param(realmId)})`);
}

/** Reads and writes the saved views that an account may read. */
@Injectable()
export class SavedViewsRepository {
  listViews(
    tx: Tx,
    account: Account,
    query: SavedViewListQuery,
    pagination: Pagination,
  ): Promise<Page<SavedViewDto>> {
    const where = readableViews(account).equal('v.page', query.view_page);
    return selectPage<SavedViewDto>(tx, projection(account), where, pagination);
  }

  /** A view that the account may read, with its version; 404 when there is none. */
  readView(tx: Tx, account: Account, id: number): Promise<Found<SavedViewDto>> {
    const where = readableViews(account);
    where.add(`v.id = ${where.param(id)}`);
    return selectOne(tx, projection(account), where.sql, where.params);
  }

  async lock(tx: Tx, id: number): Promise<void> {
    await tx.execute('SELECT FROM saved_views WHERE id = $1 FOR UPDATE', [id]);
  }

  /** Adds a view unless its owner has `limit` already, in which case it returns null. */
  async insertView(tx: Tx, userId: number, view: SavedViewInput, limit: number): Promise<number | null> {
    // Two requests of one user wait for each other, so that together they can't exceed the limit.
    await tx.execute('SELECT FROM users WHERE id = $1 FOR UPDATE', [userId]);
    const [inserted] = await tx.query<{ id: number }>(
      `INSERT INTO saved_views (user_id, page, name, query, shared)
       SELECT $1, $2, $3, $4, $5 WHERE (SELECT count(*) FROM saved_views WHERE user_id = $1) < $6 RETURNING id`,
      [userId, view.page, view.name, JSON.stringify(view.query), view.shared ?? false, limit],
    );
    return inserted?.id ?? null;
  }

  updateView(tx: Tx, id: number, { name, query, shared }: SavedViewChange): Promise<void> {
    return updateRow(tx, SavedView, id, { name, query, shared });
  }

  /** Stops sharing a user's views. */
  async unshareOfUser(tx: Tx, userId: number): Promise<void> {
    await tx.manager.update(SavedView, { user_id: userId, shared: true }, { shared: false });
  }

  async removeView(tx: Tx, id: number): Promise<void> {
    await tx.manager.delete(SavedView, id);
  }
}
