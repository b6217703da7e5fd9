import { Injectable } from '@nestjs/common';
import { Conditions } from '../../platform/database/conditions';
import { loginName, textOrder } from '../../platform/database/display-names';
import { RowReader } from '../../platform/database/row-reader';
import { insertRow, restoreRow, updateRow } from '../../platform/database/row-writes';
import { type Found, lockFound, selectPage } from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import { type ListQuery, type ListResponse, readPagination } from '../../platform/http/list-query';
import { maskOf } from '../../platform/sealing/sealing';
import { linkSecrets, linkStatuses, liveLinkStatuses, QueueLink, QueueLinkTask } from './link.entity';
import type { LinkDto, LinkListQuery, LinkStepDto } from './links.dto';

type Masks = Pick<LinkDto, (typeof linkSecrets)[number]>;
type LinkRow = Omit<LinkDto, keyof Masks> & { secrets: unknown };

/** A link as the API returns it, with its sealed secrets. */
export type FoundLink = Found<LinkDto> & { secrets: unknown };

/** Links with their sealed secrets, which only `withMasks` may turn into a response. */
const links = new RowReader<LinkRow, LinkListQuery>({
  what: 'Queue-it link',
  table: 'queue_links',
  columns: `q.id, q.realm_id, q.login_id, ${loginName('l')} AS login_name, l.site_id, q.event_id,
    e.guid AS event_guid, e.name AS event_name, coalesce(q.event_url, e.event_url, e.url) AS event_url, q.status,
    q.status_msg, q.position, q.secrets, q.enqueue_token_expires, q.created_at, q.updated_at,
    ARRAY(SELECT a.task_id FROM queue_link_tasks a JOIN tasks t ON t.id = a.task_id AND t.deleted_at IS NULL
      WHERE a.link_id = q.id ORDER BY a.task_id) AS assigned_to_task_ids`,
  from: 'FROM queue_links q JOIN logins l ON l.id = q.login_id JOIN events e ON e.id = q.event_id',
  id: 'q.id',
  version: 'q.version',
  visible: 'q.deleted_at IS NULL',
  filter: (query) =>
    new Conditions()
      .words('q.status', query.status, 'status', linkStatuses)
      .period('q.created_at', query.created_from, query.created_to)
      .ids('q.login_id', query.login_id, 'login_id')
      .ids('q.event_id', query.event_id, 'event_id')
      .ids('l.site_id', query.site_id, 'site_id')
      .ids('q.realm_id', query.realm_id, 'realm_id')
      .search(['e.name', 'l.name', 'l.email'], query.q),
  sorts: {
    created_at: 'q.created_at',
    updated_at: 'q.updated_at',
    status: 'q.status',
    position: 'q.position',
    event_name: textOrder('e.name'),
  },
  defaultSort: '-created_at',
});

const steps = {
  columns: 's.id::float8 AS id, s.link_id, s.status, s.position, s.at',
  from: 'FROM queue_link_steps s',
};

/** Replaces the secrets by whether each is set. */
function withMasks({ secrets, ...row }: LinkRow): LinkDto {
  const masks = Object.fromEntries(linkSecrets.map((column) => [column, maskOf(secrets, column)])) as Masks;
  return { ...row, ...masks };
}

/** The columns that people set. */
export type LinkValues = Partial<
  Pick<QueueLink, 'event_url' | 'status' | 'status_msg' | 'position' | 'enqueue_token_expires'>
>;

/** Reads and writes Queue-it links and their tasks. */
@Injectable()
export class LinksRepository {
  /** A page of links, newest first unless the query sorts it. */
  async list(tx: Tx, query: LinkListQuery): Promise<ListResponse<LinkDto>> {
    const { pagination, page } = await links.list(tx, query);
    return { pagination, page: { ...page, rows: page.rows.map(withMasks) } };
  }

  /** @throws 404 when the scope doesn't see the link */
  async get(tx: Tx, id: number): Promise<FoundLink> {
    const { version, row } = await links.get(tx, id);
    return { version, row: withMasks(row), secrets: row.secrets };
  }

  /** Locks the link and reads it. @throws 404, or 412 when `If-Match` names another version */
  lock(tx: Tx, id: number, ifMatch: string | undefined): Promise<FoundLink> {
    return lockFound(tx, 'queue_links', id, (within, linkId) => this.get(within, linkId), ifMatch);
  }

  /** The live stream's rows. */
  async readLive(tx: Tx, ids: readonly number[]): Promise<LinkDto[]> {
    return (await links.findByIds(tx, ids)).map(withMasks);
  }

  /** Returns the new link's id. */
  insertLink(
    tx: Tx,
    values: LinkValues & Pick<QueueLink, 'realm_id' | 'login_id' | 'event_id'>,
  ): Promise<number> {
    return insertRow(tx, QueueLink, values);
  }

  updateLink(tx: Tx, id: number, values: LinkValues): Promise<void> {
    return updateRow(tx, QueueLink, id, values);
  }

  async saveSecrets(tx: Tx, id: number, secrets: object): Promise<void> {
    await tx.manager.update(QueueLink, { id }, { secrets });
  }

  async softDelete(tx: Tx, id: number): Promise<void> {
    await tx.manager.softDelete(QueueLink, { id });
  }

  /** @throws 404 when there is no link, or it was deleted more than 30 days ago */
  async restore(tx: Tx, id: number): Promise<void> {
    await restoreRow(tx, 'queue_links', id, 'Queue-it link');
  }

  /** The tasks with these ids, each with its login. */
  findTasks(tx: Tx, ids: readonly number[]): Promise<{ id: number; login_id: number }[]> {
    return tx.query('SELECT id, login_id FROM tasks WHERE id = ANY ($1::int[]) AND deleted_at IS NULL', [
      ids,
    ]);
  }

  /** Replaces the link's tasks by these. The link's version covers them too. */
  async replaceTasks(
    tx: Tx,
    link: Pick<LinkDto, 'id' | 'realm_id' | 'login_id'>,
    taskIds: readonly number[],
  ): Promise<void> {
    await tx.manager.delete(QueueLinkTask, { link_id: link.id });
    await tx.execute(
      `INSERT INTO queue_link_tasks (realm_id, link_id, login_id, task_id) SELECT $1, $2, $3, unnest($4::int[])`,
      [link.realm_id, link.id, link.login_id, taskIds],
    );
    await tx.execute('UPDATE queue_links SET version = version + 1 WHERE id = $1', [link.id]);
  }

  /** The id of another live link of the login for the event. */
  async findOtherLive(
    tx: Tx,
    { login_id, event_id }: Pick<LinkDto, 'login_id' | 'event_id'>,
    exceptId: number | null,
  ): Promise<number | undefined> {
    const [row] = await tx.query<{ id: number }>(
      `SELECT id FROM queue_links WHERE login_id = $1 AND event_id = $2 AND status = ANY ($3::text[]) AND deleted_at IS NULL
         AND id IS DISTINCT FROM $4::int`,
      [login_id, event_id, liveLinkStatuses, exceptId],
    );
    return row?.id;
  }

  /** A page of the statuses and positions that a link had, newest first unless the query sorts it. */
  async listSteps(tx: Tx, linkId: number, query: ListQuery): Promise<ListResponse<LinkStepDto>> {
    const pagination = readPagination(query, { at: 's.at' }, '-at', 's.id');
    const where = new Conditions().equal('s.link_id', linkId);
    return { pagination, page: await selectPage<LinkStepDto>(tx, steps, where, pagination) };
  }

  /** Expires queue links whose token has expired, except those that were entered. */
  async expireDue(tx: Tx): Promise<void> {
    await tx.execute(
      `UPDATE queue_links SET status = 'expired', position = NULL
       WHERE deleted_at IS NULL AND status IN ('prequeue', 'waiting', 'your_turn') AND enqueue_token_expires <= now()`,
    );
  }
}
