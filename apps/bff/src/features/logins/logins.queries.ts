import { loginName } from '../../platform/database/display-names';
import { Conditions } from '../../platform/database/conditions';
import type { HotList } from '../../platform/database/hot-lists';
import { type Found, type Projection, selectOne } from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import { maskOf } from '../../platform/sealing/sealing';
import { loginSecrets, loginStatuses } from './login.entity';
import { type LoginActivityDto, LoginDto, type LoginListQuery, LoginSummaryDto } from './logins.dto';

const summary = `l.id, shown.name, l.email, l.site_id, l.realm_id, l.status, l.seats_to_set`;

/** A login as a realm_user reads it. */
export const summaryProjection: Projection = {
  what: 'Login',
  columns: summary,
  from: `FROM logins l CROSS JOIN LATERAL (SELECT ${loginName('l')} AS name) shown`,
  version: 'l.version',
};

/** A login with its sealed fields, to be masked by `withMasks`. */
export const loginProjection: Projection = {
  ...summaryProjection,
  columns: `${summary}, l."user", l.supporter_id, l.age, l.status_msg, l.members, l.basket, l.basket_worker, l.amount_to_buy,
    l.user_agent, l.credits::float8 AS credits, l.success_rate::float8 AS success_rate,
    (SELECT count(*)::int FROM holds h WHERE h.realm_id = l.realm_id AND h.login_id = l.id AND h.status = 'held'
      AND h.expires_at > now()) AS hold_count,
    (SELECT count(*)::int FROM tickets t WHERE t.realm_id = l.realm_id AND t.login_id = l.id AND t.deleted_at IS NULL)
      AS ticket_count, l.secrets, l.last_used,
    l.last_updated, l.created_at, l.updated_at`,
};

/** The list as a realm_user reads it. */
export const loginSummaries: HotList = {
  ...summaryProjection,
  row: LoginSummaryDto,
  dependsOn: ['logins', 'pools'],
};

/** The list as those with write read it. */
export const wholeLogins: HotList = {
  ...loginProjection,
  row: LoginDto,
  dependsOn: ['logins', 'pools', 'holds', 'tickets', 'lapsed'],
  composites: {
    secrets: {
      fields: loginSecrets,
      write: (text, wanted) => masksText(JSON.parse(text ?? 'null'), wanted as typeof loginSecrets),
    },
  },
};

export const loginSorts = {
  name: 'lower(shown.name)',
  email: 'lower(l.email)',
  status: 'l.status',
  supporter_id: 'l.supporter_id',
  seats_to_set: 'l.seats_to_set',
  last_used: 'l.last_used',
  created_at: 'l.created_at',
};

type Masks = Pick<LoginDto, (typeof loginSecrets)[number]>;
export type LoginRow = Omit<LoginDto, keyof Masks> & { secrets: unknown };

/** A row as it is answered: of its secrets only whether they are set. */
export function withMasks({ secrets, ...row }: LoginRow): LoginDto {
  return { ...row, ...masksOf(secrets) };
}

const masksOf = (secrets: unknown, columns: typeof loginSecrets = loginSecrets): Masks =>
  Object.fromEntries(columns.map((column) => [column, maskOf(secrets, column)])) as Masks;

/** The masks as members of a JSON object. */
const masksText = (secrets: unknown, columns: typeof loginSecrets): string =>
  JSON.stringify(masksOf(secrets, columns)).slice(1, -1);

export const loginConditions = (query: LoginListQuery): Conditions =>
  new Conditions()
    .add('l.deleted_at IS NULL')
    .ids('l.site_id', query.site_id, 'site_id')
    .ids('l.realm_id', query.realm_id, 'realm_id')
    .words('l.status', query.status, 'status', loginStatuses)
    .search(['l.name', 'l.email', 'l.supporter_id'], query.q)
    .idsIn('l.id', 'SELECT m.login_id FROM pool_members m', 'm.pool_id', query.pool_id, 'pool_id');

export async function readLogin(tx: Tx, id: number): Promise<Found<LoginDto> & { secrets: unknown }> {
  const found = await selectOne<LoginRow>(tx, loginProjection, 'l.id = $1 AND l.deleted_at IS NULL', [id]);
  return { version: found.version, answer: withMasks(found.answer), secrets: found.answer.secrets };
}

/** Logins of a site without an active purchase for an event and, unless `unconfirmed`, without a live hold. */
export function withoutTickets(siteId: number, eventId: number, unconfirmed: boolean): Conditions {
  const where = new Conditions().add('l.deleted_at IS NULL').equal('l.site_id', siteId);
  const event = where.param(eventId);
  where.add(`NOT EXISTS (SELECT FROM tickets t WHERE t.realm_id = l.realm_id AND t.login_id = l.id
    AND t.event_id = ${event} AND t.status = 'ACTIVE' AND t.deleted_at IS NULL)`);
  if (unconfirmed) return where;
  return where.add(`NOT EXISTS (SELECT FROM holds h WHERE h.realm_id = l.realm_id AND h.login_id = l.id
    AND h.event_id = ${event} AND h.status = 'held' AND h.expires_at > now())`);
}

/** What keeps a login from being deleted. */
export const loginUses = `
  SELECT (SELECT count(*)::int FROM tasks WHERE login_id = $1 AND unfinished AND deleted_at IS NULL) AS unfinished_tasks,
         (SELECT count(*)::int FROM holds WHERE login_id = $1 AND status = 'held' AND expires_at > now()) AS live_holds,
         (SELECT count(*)::int FROM tasks WHERE login_id = $1 AND payment_check AND deleted_at IS NULL) AS payment_checks`;

/** What workers reported, newest first. */
export const loginActivity = (
  tx: Tx,
  loginId: number,
  kind: 'history' | 'details',
  limit: number,
): Promise<LoginActivityDto[]> =>
  tx.query(
    `SELECT at, data FROM login_activity WHERE login_id = $1 AND kind = $2 ORDER BY at DESC, id DESC LIMIT ${limit}`,
    [loginId, kind],
  );

/** A deleted login keeps its name for the ledger and loses secrets, pool places and queue places. */
export async function forgetLogin(tx: Tx, id: number): Promise<void> {
  await tx.execute(`UPDATE logins SET deleted_at = now(), secrets = '{}', basket = NULL WHERE id = $1`, [id]);
  await tx.execute(
    'UPDATE pools SET version = version + 1 WHERE id IN (SELECT pool_id FROM pool_members WHERE login_id = $1)',
    [id],
  );
  await tx.execute('DELETE FROM pool_members WHERE login_id = $1', [id]);
  await tx.execute('DELETE FROM template_logins WHERE login_id = $1', [id]);
  await tx.execute(
    `UPDATE queue_links SET deleted_at = coalesce(deleted_at, now()), secrets = '{}' WHERE login_id = $1`,
    [id],
  );
}
