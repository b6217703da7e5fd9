import { loginName } from '../../platform/database/display-names';
import { Conditions } from '../../platform/database/conditions';
import { type Found, type Projection, selectOne } from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import type { Pagination } from '../../platform/http/list-query';
import { maskOf } from '../../platform/sealing/sealing';
import { linkSecrets, linkStatuses, liveLinkStatuses } from './link.entity';
import type { LinkDto, LinkListQuery, LinkStepDto } from './links.dto';

/** A link with its sealed fields, to be masked by `withMasks`. */
export const linkProjection: Projection = {
  what: 'Queue-it link',
  columns: `q.id, q.realm_id, q.login_id, ${loginName('l')} AS login_name, l.site_id, q.event_id,
    e.guid AS event_guid, e.name AS event_name, coalesce(q.event_url, e.event_url, e.url) AS event_url, q.status,
    q.status_msg, q.position, q.secrets, q.enqueue_token_expires, q.created_at, q.updated_at,
    ARRAY(SELECT a.task_id FROM queue_link_tasks a JOIN tasks t ON t.id = a.task_id AND t.deleted_at IS NULL
      WHERE a.link_id = q.id ORDER BY a.task_id) AS assigned_to_task_ids`,
  from: 'FROM queue_links q JOIN logins l ON l.id = q.login_id JOIN events e ON e.id = q.event_id',
  version: 'q.version',
};

export const linkSorts = {
  created_at: 'q.created_at',
  updated_at: 'q.updated_at',
  status: 'q.status',
  position: 'q.position',
  event_name: 'lower(e.name)',
};

export const linkConditions = (query: LinkListQuery): Conditions =>
  new Conditions()
    .add('q.deleted_at IS NULL')
    .words('q.status', query.status, 'status', linkStatuses)
    .period('q.created_at', query.created_from, query.created_to)
    .ids('q.login_id', query.login_id, 'login_id')
    .ids('q.event_id', query.event_id, 'event_id')
    .ids('l.site_id', query.site_id, 'site_id')
    .ids('q.realm_id', query.realm_id, 'realm_id')
    .search(['e.name', 'l.name', 'l.email'], query.q);

type Masks = Pick<LinkDto, (typeof linkSecrets)[number]>;
export type LinkRow = Omit<LinkDto, keyof Masks> & { secrets: unknown };

/** A row as it is answered: of its secrets only whether they are set. */
export function withMasks({ secrets, ...row }: LinkRow): LinkDto {
  const masks = Object.fromEntries(linkSecrets.map((column) => [column, maskOf(secrets, column)])) as Masks;
  return { ...row, ...masks };
}

export async function readLink(tx: Tx, id: number): Promise<Found<LinkDto> & { secrets: unknown }> {
  const found = await selectOne<LinkRow>(tx, linkProjection, 'q.id = $1 AND q.deleted_at IS NULL', [id]);
  return { version: found.version, answer: withMasks(found.answer), secrets: found.answer.secrets };
}

/** The live stream's rows. */
export async function linksByIds(tx: Tx, ids: readonly number[]): Promise<LinkDto[]> {
  const { columns, from } = linkProjection;
  const rows = await tx.query<LinkRow>(
    `SELECT ${columns} ${from} WHERE q.id = ANY ($1::int[]) AND q.deleted_at IS NULL`,
    [ids],
  );
  return rows.map(withMasks);
}

/** The tasks that a body names, with the login of each. */
export const namedTasks = (tx: Tx, ids: readonly number[]): Promise<{ id: number; login_id: number }[]> =>
  tx.query('SELECT id, login_id FROM tasks WHERE id = ANY ($1::int[]) AND deleted_at IS NULL', [ids]);

/** Assigns these tasks to the link, for those it had; the link's version moves with them. */
export async function assignTasks(
  tx: Tx,
  link: Pick<LinkDto, 'id' | 'realm_id' | 'login_id'>,
  taskIds: readonly number[],
): Promise<void> {
  await tx.execute('DELETE FROM queue_link_tasks WHERE link_id = $1', [link.id]);
  await tx.execute(
    `INSERT INTO queue_link_tasks (realm_id, link_id, login_id, task_id) SELECT $1, $2, $3, unnest($4::int[])`,
    [link.realm_id, link.id, link.login_id, taskIds],
  );
  await tx.execute('UPDATE queue_links SET version = version + 1 WHERE id = $1', [link.id]);
}

/** Another live place of the login for the event; undefined when there is none. */
export async function otherLivePlace(
  tx: Tx,
  place: Pick<LinkDto, 'login_id' | 'event_id'>,
  id: number | null,
): Promise<number | undefined> {
  const [row] = await tx.query<{ id: number }>(
    `SELECT id FROM queue_links WHERE login_id = $1 AND event_id = $2 AND status = ANY ($3::text[]) AND deleted_at IS NULL
       AND id IS DISTINCT FROM $4::int`,
    [place.login_id, place.event_id, liveLinkStatuses, id],
  );
  return row?.id;
}

/** A place's steps, the newest first, with how many there are. */
export async function linkSteps(
  tx: Tx,
  linkId: number,
  pagination: Pagination,
): Promise<{ rows: LinkStepDto[]; total: number }> {
  const rows = await tx.query<LinkStepDto>(
    `SELECT id::float8 AS id, link_id, status, position, at FROM queue_link_steps WHERE link_id = $1
     ORDER BY ${pagination.orderBy} LIMIT ${pagination.limit} OFFSET ${pagination.offset}`,
    [linkId],
  );
  const [counted] = await tx.query<{ total: number }>(
    'SELECT count(*)::int AS total FROM queue_link_steps WHERE link_id = $1',
    [linkId],
  );
  return { rows, total: counted?.total ?? 0 };
}
