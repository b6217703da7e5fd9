import { Conditions } from '../../platform/database/conditions';
import { actorName, loginName } from '../../platform/database/display-names';
import type { Projection } from '../../platform/database/select';
import { actorKinds, type AuditListQuery } from './audit.dto';

/** The tables that name what an entry is about; what was deleted is named by its last values in the audit. */
const named: Readonly<Record<string, [table: string, name: string]>> = {
  event: ['events', 'o.name'],
  invitation: ['invitations', 'o.email'],
  job: ['jobs', "nullif(o.name, '')"],
  login: ['logins', loginName('o')],
  module: ['modules', 'o.title'],
  pool: ['pools', 'o.name'],
  realm: ['realms', 'o.name'],
  site: ['sites', 'o.name'],
  template: ['templates', 'o.name'],
  ticket: ['tickets', `concat_ws(' · ', o.event_name, o.area, o."row", o.seat)`],
  user: ['users', 'o.email'],
  worker_token: ['worker_tokens', 'o.name'],
};

const entityId = `CASE WHEN a.entity_id ~ '^[0-9]{1,9}$' THEN a.entity_id::int END`;

const entityName = `coalesce(CASE a.entity ${Object.entries(named)
  .map(
    ([entity, [table, name]]) =>
      `WHEN '${entity}' THEN (SELECT ${name} FROM ${table} o WHERE o.id = ${entityId})`,
  )
  .join('\n')} END, a.before ->> 'email', a.before ->> 'name', a.after ->> 'email', a.after ->> 'name')`;

export const auditProjection: Projection = {
  what: 'Audit entry',
  columns: `a.id::float8 AS id, a.at, a.actor_kind, a.actor_id, a.who,
    ${actorName('a')} AS actor_name, a.role, a.session_id, a.request_id, a.address,
    a.action, a.entity, a.entity_id,
    ${entityName} AS entity_name, a.realm_id, r.name AS realm_name, a.before, a.after`,
  from: 'FROM audit a LEFT JOIN realms r ON r.id = a.realm_id',
  version: '1',
};

/** The ledger's order is that of its ids. */
export const auditSorts = { at: 'a.id' };

export function auditConditions(query: AuditListQuery): Conditions {
  const where = new Conditions()
    .search(['a.who', actorName('a')], query.who)
    .ids('a.actor_id', query.actor_id, 'actor_id')
    .equal('a.entity_id', query.entity_id)
    .ids('a.realm_id', query.realm_id, 'realm_id')
    .words('a.actor_kind', query.actor_kind, 'actor_kind', actorKinds)
    .texts('a.action', query.action, 'action')
    .texts('a.entity', query.entity, 'entity');
  return where.period('a.at', query.from, query.to);
}
