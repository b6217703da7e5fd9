import { Injectable } from '@nestjs/common';
import { Conditions } from '../../platform/database/conditions';
import { actorName, loginName } from '../../platform/database/display-names';
import { likePattern } from '../../platform/database/search-matches';
import {
  type CursorPaging,
  type Found,
  type Projection,
  selectOne,
  selectPageOrNext,
} from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import { decodeCursor, encodeCursor, type Page, type Pagination } from '../../platform/http/list-query';
import { FIRST_REHEARSAL_REALM } from '../../platform/realm-scope/realm-status.repository';
import { actorKinds, type AuditDto, type AuditListQuery } from './audit.dto';

/** Where the name of an entry's entity is found: its table and the SQL of the name. */
type Named = Readonly<Record<string, [table: string, name: string]>>;

/** Entities that a realm reads too. A deleted one is named by its last values in the audit log. */
const realmEntities: Named = {
  event: ['events', 'o.name'],
  invitation: ['invitations', 'o.email'],
  job: ['jobs', "nullif(o.name, '')"],
  login: ['logins', loginName('o')],
  pool: ['pools', 'o.name'],
  realm: ['realms', 'o.name'],
  rehearsal: ['rehearsals', 'o.name'],
  site: ['sites', 'o.name'],
  service_token: ['service_tokens', 'o.name'],
  template: ['templates', 'o.name'],
  ticket: ['tickets', `concat_ws(' · ', o.event_name, o.area, o."row", o.seat)`],
  user: ['users', 'o.email'],
  webhook: ['webhooks', 'o.name'],
};

const allEntities: Named = {
  ...realmEntities,
  identity_provider: ['identity_providers', 'o.name'],
  identity_match: ['identity_matches', "regexp_replace(o.identity, '^(guid|url):', '')"],
  module: ['modules', 'o.title'],
  module_publisher: ['module_publishers', 'o.name'],
  worker_token: ['worker_tokens', 'o.name'],
};

const entityId = `CASE WHEN a.entity_id ~ '^[0-9]{1,9}$' THEN a.entity_id::int END`;

const entityName = (entities: Named): string =>
  `coalesce(CASE a.entity ${Object.entries(entities)
    .map(
      ([entity, [table, name]]) =>
        `WHEN '${entity}' THEN (SELECT ${name} FROM ${table} o WHERE o.id = ${entityId})`,
    )
    .join('\n')} END, a.before ->> 'email', a.before ->> 'name', a.after ->> 'email', a.after ->> 'name')`;

const isOfRehearsal = `a.realm_id >= ${FIRST_REHEARSAL_REALM}`;
/** SQL of a value of the rehearsal in whose realm an entry is. */
const ofRehearsal = (value: string): string =>
  `(SELECT ${value} FROM rehearsals h WHERE h.rehearsal_realm_id = a.realm_id LIMIT 1)`;

/** Realms with the realm whose log they belong to: a rehearsal's to that of the realm that rehearses. */
const realmsByLog = `SELECT m.id FROM (SELECT id, id AS log_of FROM realms
  UNION ALL SELECT rehearsal_realm_id, realm_id FROM rehearsals) m`;

/**
 * The columns of an entry. `personal`: a column that says where somebody was, `recorded`: one of fields before or after a change,
 * each as the reader may see it.
 */
const columns = (
  personal: (column: string) => string,
  name: string,
  recorded = (column: string) => `a.${column}`,
): string => `a.id::float8 AS id, a.at, a.actor_kind, a.actor_id, a.who,
  ${actorName('a')} AS actor_name, a.role, ${personal('session_id')}, a.request_id,
  ${personal('address')}, a.action, a.entity, a.entity_id,
  ${name} AS entity_name, CASE WHEN ${isOfRehearsal} THEN ${ofRehearsal('h.realm_id')} ELSE a.realm_id END AS realm_id,
  CASE WHEN ${isOfRehearsal} THEN ${ofRehearsal('(SELECT p.name FROM realms p WHERE p.id = h.realm_id)')}
    ELSE r.name END AS realm_name,
  CASE WHEN ${isOfRehearsal} THEN ${ofRehearsal('h.id')} END AS rehearsal_id, ${recorded('before')}, ${recorded('after')}`;

const projection: Projection = {
  what: 'Audit entry',
  columns: columns((column) => `a.${column}`, entityName(allEntities)),
  from: 'FROM audit a LEFT JOIN realms r ON r.id = a.realm_id',
  version: '1',
};

/**
 * As a realm reads its own entries: without the addresses and sessions of people outside it, and without the realm that
 * somebody came from.
 */
const ofRealm: Projection = {
  ...projection,
  columns: columns(
    (column) => `CASE WHEN a.role <> 'admin' THEN a.${column} END AS ${column}`,
    entityName(realmEntities),
    (column) => `a.${column} - '{realm_id,realm_name}'::text[] AS ${column}`,
  ),
};

/** Entries are in the order of their ids. */
export const auditSorts = { at: 'a.id' };

/**
 * The accounts whose entries may show `$1` as the person: the distinct pairs of account and name, read by going from one to the
 * next along the index of both, are few beside the entries.
 */
const actorsByText = `
WITH RECURSIVE actors AS (
  (SELECT actor_id, who FROM audit WHERE actor_id IS NOT NULL ORDER BY actor_id, who LIMIT 1)
  UNION ALL
  SELECT following.* FROM actors CROSS JOIN LATERAL (
    SELECT a.actor_id, a.who FROM audit a WHERE (a.actor_id, a.who) > (actors.actor_id, actors.who)
    ORDER BY a.actor_id, a.who LIMIT 1) following)
SELECT DISTINCT f.actor_id AS id FROM actors f LEFT JOIN users u ON u.id = f.actor_id WHERE f.who ILIKE $1 OR u.name ILIKE $1`;

/** Entries of `actors` alone, if they are given, so that the names of the others needn't be read. */
function conditions(query: AuditListQuery, actors: readonly number[] | null): Conditions {
  const where = new Conditions()
    .search(['a.who', actorName('a')], query.who)
    .ids('a.actor_id', query.actor_id, 'actor_id')
    .equal('a.entity_id', query.entity_id)
    .idsIn('a.realm_id', realmsByLog, 'm.log_of', query.realm_id, 'realm_id')
    .idsIn(
      'a.realm_id',
      'SELECT h.rehearsal_realm_id FROM rehearsals h',
      'h.id',
      query.rehearsal_id,
      'rehearsal_id',
    )
    .words('a.actor_kind', query.actor_kind, 'actor_kind', actorKinds)
    .texts('a.action', query.action, 'action')
    .texts('a.entity', query.entity, 'entity');
  if (actors) where.add(`(a.actor_id IS NULL OR a.actor_id = ANY (${where.param(actors)}::int[]))`);
  return where.period('a.at', query.from, query.to);
}

const paging: CursorPaging<AuditDto> = {
  column: 'a.id',
  decode: (cursor) => decodeCursor(cursor).id,
  encode: ({ id }) => encodeCursor(null, id),
};

const projectionOf = ({ scope }: Tx): Projection => (scope.kind === 'all' ? projection : ofRealm);

/** Reads the audit log. */
@Injectable()
export class AuditRepository {
  /** Entries of `realmId` alone, unless it is null. A realm's own entries are few enough to search all of their names. */
  async list(
    tx: Tx,
    query: AuditListQuery,
    pagination: Pagination,
    realmId: number | null,
  ): Promise<Page<AuditDto>> {
    const actors = tx.scope.kind === 'all' ? await this.findActors(tx, query.who) : null;
    const where = conditions(query, actors).equal('a.realm_id', realmId ?? undefined);
    return selectPageOrNext<AuditDto>(tx, projectionOf(tx), where, pagination, query, paging);
  }

  /** One entry; 404 when there is none. */
  read(tx: Tx, id: number, realmId: number | null): Promise<Found<AuditDto>> {
    return selectOne(tx, projectionOf(tx), 'a.id = $1 AND ($2::int IS NULL OR a.realm_id = $2)', [
      id,
      realmId,
    ]);
  }

  /** The entries that have waited longest for the stream, as administrators export them, and the ids of all that were looked at. */
  async readWaiting(tx: Tx, limit: number): Promise<{ ids: string[]; entries: AuditDto[] }> {
    const rows = await tx.query<AuditDto & { waiting_id: string; is_kept: boolean }>(
      `SELECT s.id AS waiting_id, a.id IS NOT NULL AS is_kept, ${projection.columns}
       FROM (SELECT id, at FROM audit_stream ORDER BY id LIMIT $1) s
       LEFT JOIN audit a ON a.id = s.id AND a.at = s.at LEFT JOIN realms r ON r.id = a.realm_id ORDER BY s.id`,
      [limit],
    );
    return {
      ids: rows.map(({ waiting_id }) => waiting_id),
      entries: rows.filter(({ is_kept }) => is_kept),
    };
  }

  private async findActors(tx: Tx, who: string | undefined): Promise<number[] | null> {
    if (!who) return null;
    const found = await tx.query<{ id: number }>(actorsByText, [likePattern(who)]);
    return found.map(({ id }) => id);
  }
}
