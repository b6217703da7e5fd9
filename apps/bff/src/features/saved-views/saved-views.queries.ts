import type { Account } from '../../platform/auth/account';
import { Conditions } from '../../platform/database/conditions';
import type { Projection } from '../../platform/database/select';

/** A view as the caller sees it. Their id comes from the session, never from a request. */
export const viewProjection = ({ userId }: Account): Projection => ({
  what: 'Saved view',
  columns: `v.id, v.page, v.name, v.query, v.shared, v.user_id = ${userId} AS own, u.name AS owner, v.created_at,
    v.updated_at`,
  from: 'FROM saved_views v JOIN users u ON u.id = v.user_id',
  version: 'v.version',
});

export const viewSorts = {
  name: 'lower(v.name)',
  page: 'v.page',
  created_at: 'v.created_at',
  updated_at: 'v.updated_at',
};

/** The caller's own, and those shared within the caller's realm. */
export function readableViews({ userId, realmId }: Account): Conditions {
  const where = new Conditions();
  const own = `v.user_id = ${where.param(userId)}`;
  if (realmId === null) return where.add(own);
  return where.add(`(${own} OR v.shared AND u.realm_id = ${where.param(realmId)})`);
}
