import { Injectable } from '@nestjs/common';
import { Any } from 'typeorm';
import { Conditions } from '../../platform/database/conditions';
import { loginName, textOrder } from '../../platform/database/display-names';
import { type CachedListPage, type HotList, HotLists } from '../../platform/database/hot-lists';
import { instantJsonSql } from '../../platform/database/instants';
import { updateRow } from '../../platform/database/row-writes';
import { liveHoldSql } from '../../platform/database/seat-states';
import { countUses, type Found, lockFound, selectOne, selectPage } from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import { type ListQuery, type ListResponse, readPagination } from '../../platform/http/list-query';
import type { Scope } from '../../platform/realm-scope/scope';
import { maskOf } from '../../platform/sealing/sealing';
import { lastCheckSql, lastCheckStates, lastCheckStateSql } from './last-checks';
import { Login, loginSecrets, loginStatuses } from './login.entity';
import { type LoginActivityDto, LoginDto, type LoginListQuery, LoginSummaryDto } from './logins.dto';

type LoginSecret = (typeof loginSecrets)[number];
type Masks = Pick<LoginDto, LoginSecret>;
type LoginRow = Omit<LoginDto, keyof Masks> & { secrets: unknown };

/** A login as the API returns it, with its sealed secrets. */
export type FoundLogin = Found<LoginDto> & { secrets: unknown };

/** A login that a request names. */
export type NamedLogin = Pick<Login, 'id' | 'realm_id' | 'site_id'>;

/** Whose logins: a realm's at a site. */
export type LoginOwner = Pick<Login, 'realm_id' | 'site_id'>;

/** The columns that people set. */
export type LoginValues = Partial<
  Omit<Login, 'id' | 'realm_id' | 'site_id' | 'customer_identity' | 'secrets' | 'version'>
>;

/** A login as members without write permission read it. */
const summary = {
  what: 'Login',
  columns: 'l.id, shown.name, l.email, l.site_id, l.realm_id, l.status, l.seats_to_set',
  from: `FROM logins l CROSS JOIN LATERAL (SELECT ${loginName('l')} AS name) shown`,
  version: 'l.version',
};

/** A login with its sealed secrets, which are masked in every response. */
const login = {
  ...summary,
  columns: `${summary.columns}, l."user", l.supporter_id, l.age, l.status_msg, l.members, l.basket, l.basket_worker,
    l.amount_to_buy, l.user_agent, l.credits::float8 AS credits, l.success_rate::float8 AS success_rate,
    (SELECT count(*)::int FROM holds h WHERE h.realm_id = l.realm_id AND h.login_id = l.id AND ${liveHoldSql('h')}) AS hold_count,
    (SELECT count(*)::int FROM tickets t WHERE t.realm_id = l.realm_id AND t.login_id = l.id AND t.deleted_at IS NULL)
      AS ticket_count,
    (SELECT json_build_object('state', ${lastCheckStateSql}, 'message', c.message,
        'due_at', CASE WHEN c.ended_at IS NULL THEN ${instantJsonSql('c.due_at')} END, 'checked_at', ${instantJsonSql('c.ended_at')})
      FROM (${lastCheckSql('l')}) c) AS last_check, l.secrets, l.last_used,
    l.last_updated, l.created_at, l.updated_at`,
};

const summaryList: HotList = {
  ...summary,
  row: LoginSummaryDto,
  dependsOn: ['logins', 'login_checks', 'pools'],
};

const fullList: HotList = {
  ...login,
  row: LoginDto,
  dependsOn: ['logins', 'login_checks', 'pools', 'holds', 'tickets', 'lapsed'],
  composites: {
    secrets: {
      fields: loginSecrets,
      write: (text, requested) =>
        masksJson(
          JSON.parse(text ?? 'null'),
          loginSecrets.filter((name) => requested.includes(name)),
        ),
    },
  },
};

const sorts = {
  name: textOrder('shown.name'),
  email: textOrder('l.email'),
  status: 'l.status',
  supporter_id: textOrder('l.supporter_id'),
  seats_to_set: 'l.seats_to_set',
  last_used: 'l.last_used',
  created_at: 'l.created_at',
};

const conditions = (query: LoginListQuery): Conditions =>
  new Conditions()
    .add('l.deleted_at IS NULL')
    .ids('l.site_id', query.site_id, 'site_id')
    .ids('l.realm_id', query.realm_id, 'realm_id')
    .words('l.status', query.status, 'status', loginStatuses)
    .words(
      `(SELECT ${lastCheckStateSql} FROM (${lastCheckSql('l')}) c)`,
      query.check,
      'check',
      lastCheckStates,
    )
    .search(['l.name', 'l.email', 'l.supporter_id'], query.q)
    .idsIn('l.id', 'SELECT m.login_id FROM pool_members m', 'm.pool_id', query.pool_id, 'pool_id');

/** Whether each secret is set. */
const masksOf = (secrets: unknown, columns: readonly LoginSecret[] = loginSecrets): Masks =>
  Object.fromEntries(columns.map((column) => [column, maskOf(secrets, column)])) as Masks;

/** The masks as members of a JSON object. */
const masksJson = (secrets: unknown, columns: readonly LoginSecret[]): string =>
  JSON.stringify(masksOf(secrets, columns)).slice(1, -1);

/** Reads and writes logins. */
@Injectable()
export class LoginsRepository {
  constructor(private readonly hotLists: HotLists) {}

  /** A page of logins, by name unless the query sorts it: whole ones, or `summary` ones. */
  list(
    scope: Scope,
    query: LoginListQuery,
    { summary: isSummary, ifNoneMatch }: { summary: boolean; ifNoneMatch?: string },
  ): Promise<CachedListPage> {
    const pagination = readPagination(query, sorts, 'name', 'l.id');
    const where = () => conditions(query);
    const list = isSummary ? summaryList : fullList;
    return this.hotLists.read(scope, list, { query, pagination, where, ifNoneMatch });
  }

  /** A page of a site's logins without an active ticket for an event; with `withoutHolds` also without a live hold. */
  async listWithoutTickets(
    tx: Tx,
    { siteId, eventId, withoutHolds }: { siteId: number; eventId: number; withoutHolds: boolean },
    query: ListQuery,
  ): Promise<ListResponse<LoginSummaryDto>> {
    const pagination = readPagination(query, sorts, 'name', 'l.id');
    const where = new Conditions().add('l.deleted_at IS NULL').equal('l.site_id', siteId);
    const event = where.param(eventId);
    where.add(`NOT EXISTS (SELECT FROM tickets t WHERE t.realm_id = l.realm_id AND t.login_id = l.id
      AND t.event_id = ${event} AND t.status = 'ACTIVE' AND t.deleted_at IS NULL)`);
    if (withoutHolds)
      where.add(`NOT EXISTS (SELECT FROM holds h WHERE h.realm_id = l.realm_id AND h.login_id = l.id
        AND h.event_id = ${event} AND ${liveHoldSql('h')})`);
    return { pagination, page: await selectPage<LoginSummaryDto>(tx, summary, where, pagination) };
  }

  /** @throws 404 when the scope doesn't see the login */
  async get(tx: Tx, id: number): Promise<FoundLogin> {
    const found = await selectOne<LoginRow>(tx, login, 'l.id = $1 AND l.deleted_at IS NULL', [id]);
    const { secrets, ...row } = found.row;
    return { version: found.version, row: { ...row, ...masksOf(secrets) }, secrets };
  }

  /** Locks the login and reads it. @throws 404, or 412 when `If-Match` names another version */
  lock(tx: Tx, id: number, ifMatch?: string): Promise<FoundLogin> {
    return lockFound(tx, 'logins', id, (within, loginId) => this.get(within, loginId), ifMatch);
  }

  /** The logins with these ids, in no particular order. */
  findNamed(tx: Tx, ids: readonly number[]): Promise<NamedLogin[]> {
    return tx.manager.find(Login, {
      select: { id: true, realm_id: true, site_id: true },
      where: { id: Any([...ids]) },
    });
  }

  /** The ids of logins by their e-mail, for those of these e-mails that exist. */
  async findIdsByEmail(
    tx: Tx,
    { site_id, realm_id }: LoginOwner,
    emails: readonly string[],
  ): Promise<ReadonlyMap<string, number[]>> {
    const found = await tx.query<{ email: string; ids: number[] }>(
      `SELECT email, array_agg(id ORDER BY id) AS ids FROM logins
       WHERE site_id = $1 AND realm_id = $2 AND deleted_at IS NULL AND email = ANY ($3::text[]) GROUP BY 1`,
      [site_id, realm_id, emails],
    );
    return new Map(found.map(({ email, ids }) => [email, ids]));
  }

  /** Inserts logins by one statement, so that a limit rejects all or none; returns their ids in the given order. */
  async insertLogins(
    tx: Tx,
    rows: readonly (LoginValues & LoginOwner & { email: string })[],
  ): Promise<number[]> {
    const logins = rows.map((row) => tx.manager.create(Login, row));
    await tx.manager.insert(Login, logins);
    return logins.map(({ id }) => id);
  }

  updateLogin(tx: Tx, id: number, values: LoginValues): Promise<void> {
    return updateRow(tx, Login, id, values);
  }

  /** Saves the sealed secrets of several logins. */
  async saveSecrets(tx: Tx, rows: readonly { id: number; secrets: object }[]): Promise<void> {
    if (rows.length === 0) return;
    await tx.execute(
      `UPDATE logins l SET secrets = s.secrets FROM unnest($1::int[], $2::jsonb[]) AS s (id, secrets) WHERE l.id = s.id`,
      [rows.map(({ id }) => id), rows.map(({ secrets }) => JSON.stringify(secrets))],
    );
  }

  /** Counts what keeps a login from being deleted, by kind. */
  countUses(tx: Tx, id: number): Promise<Record<string, number>> {
    return countUses(
      tx,
      `SELECT (SELECT count(*)::int FROM tasks WHERE login_id = $1 AND unfinished AND deleted_at IS NULL) AS unfinished_tasks,
         (SELECT count(*)::int FROM holds WHERE login_id = $1 AND ${liveHoldSql('holds')}) AS live_holds,
         (SELECT count(*)::int FROM tasks WHERE login_id = $1 AND payment_check AND deleted_at IS NULL) AS payment_checks`,
      [id],
    );
  }

  /** Deletes a login softly: it keeps its name for the ledger, and loses its secrets, pools, templates and links. */
  async softDelete(tx: Tx, id: number): Promise<void> {
    await tx.execute(`UPDATE logins SET deleted_at = now(), secrets = '{}', basket = NULL WHERE id = $1`, [
      id,
    ]);
    await tx.execute(
      'UPDATE pools SET version = version + 1 WHERE id IN (SELECT pool_id FROM pool_members WHERE login_id = $1)',
      [id],
    );
    await tx.execute('DELETE FROM pool_members WHERE login_id = $1', [id]);
    await tx.execute('DELETE FROM template_logins WHERE login_id = $1', [id]);
    // A login isn't restored: what modules keep about it goes at once.
    await tx.execute(
      'DELETE FROM module_rows r USING logins l WHERE l.id = $1 AND r.realm_id = l.realm_id AND r.login_id = l.id',
      [id],
    );
    await tx.execute(
      `UPDATE queue_links SET deleted_at = coalesce(deleted_at, now()), secrets = '{}' WHERE login_id = $1`,
      [id],
    );
  }

  /** What workers reported about a login, newest first. */
  listActivity(
    tx: Tx,
    loginId: number,
    kind: 'history' | 'details',
    limit: number,
  ): Promise<LoginActivityDto[]> {
    return tx.query<LoginActivityDto>(
      'SELECT at, data FROM login_activity WHERE login_id = $1 AND kind = $2 ORDER BY at DESC, id DESC LIMIT $3',
      [loginId, kind, limit],
    );
  }
}
