import { Conditions } from '../../platform/database/conditions';
import type { Projection } from '../../platform/database/select';
import { realmStatuses } from './realm.entity';
import type { RealmListQuery } from './realms.dto';

/** A realm as it is answered. */
export const realmProjection: Projection = {
  what: 'Realm',
  columns: `r.id, r.name, r.status, r.time_zone, r.max_tasks, r.max_logins, r.active_tasks, r.login_count, r.created_at, r.updated_at,
    (SELECT count(*)::int FROM users u WHERE u.realm_id = r.id) AS user_count`,
  from: 'FROM realms r',
  version: 'r.version',
};

export const realmSorts = {
  name: 'lower(r.name)',
  status: 'r.status',
  created_at: 'r.created_at',
  max_tasks: 'r.max_tasks',
  max_logins: 'r.max_logins',
  active_tasks: 'r.active_tasks',
  login_count: 'r.login_count',
};

export const realmConditions = (query: RealmListQuery): Conditions =>
  new Conditions()
    .add('r.deleted_at IS NULL')
    .words('r.status', query.status, 'status', realmStatuses)
    .search(['r.name'], query.q);

/** What keeps a realm from being deleted. */
export const realmUses = `
  SELECT (SELECT count(*)::int FROM users WHERE realm_id = $1) AS users,
         (SELECT count(*)::int FROM logins WHERE realm_id = $1 AND deleted_at IS NULL) AS logins,
         (SELECT count(*)::int FROM tasks WHERE realm_id = $1 AND unfinished AND deleted_at IS NULL) AS unfinished_tasks`;
