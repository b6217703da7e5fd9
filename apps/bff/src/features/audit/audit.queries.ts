import { Conditions } from '../../platform/database/conditions';
import type { Projection } from '../../platform/database/select';
import { actorKinds, type AuditListQuery } from './audit.dto';

export const auditProjection: Projection = {
  what: 'Audit entry',
  columns: `a.id::float8 AS id, a.at, a.actor_kind, a.actor_id, a.who, a.role, a.session_id, a.request_id, a.address,
    a.action, a.entity, a.entity_id, a.realm_id, r.name AS realm_name, a.before, a.after`,
  from: 'FROM audit a LEFT JOIN realms r ON r.id = a.realm_id',
  version: '1',
};

/** The ledger's order is that of its ids. */
export const auditSorts = { at: 'a.id' };

export function auditConditions(query: AuditListQuery): Conditions {
  const where = new Conditions()
    .search(['a.who'], query.who)
    .equal('a.entity_id', query.entity_id)
    .ids('a.realm_id', query.realm_id, 'realm_id')
    .words('a.actor_kind', query.actor_kind, 'actor_kind', actorKinds)
    .texts('a.action', query.action, 'action')
    .texts('a.entity', query.entity, 'entity');
  if (query.from) where.add(`a.at >= ${where.param(query.from)}::timestamptz`);
  if (query.to) where.add(`a.at < ${where.param(query.to)}::timestamptz`);
  return where;
}
