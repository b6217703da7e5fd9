import { Injectable } from '@nestjs/common';
import { cutText } from '@tessera/domain';
import { Conditions } from '../../platform/database/conditions';
import { insertRow } from '../../platform/database/row-writes';
import {
  type Found,
  lockFound,
  type Projection,
  selectOne,
  selectPage,
} from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import type { Page, Pagination } from '../../platform/http/list-query';
import { ChangeRequest, requestKinds, requestStatuses } from './change-request.entity';
import type { ChangeRequestDto, ChangeRequestListQuery } from './change-requests.dto';

const projection: Projection = {
  what: 'Request',
  columns: `q.id, q.realm_id, r.name AS realm_name, q.kind, q.event_id, e.name AS event_name, q.site_name, q.site_url, q.asked,
    CASE q.kind WHEN 'max_tasks' THEN r.max_tasks WHEN 'max_logins' THEN r.max_logins
      WHEN 'max_per_customer' THEN e.max_per_customer END AS present,
    q.reason, q.status, q.asked_who, q.granted, q.answer, q.answered_who, q.answered_at, q.created_at, q.updated_at`,
  from: 'FROM change_requests q JOIN realms r ON r.id = q.realm_id LEFT JOIN events e ON e.id = q.event_id',
  version: 'q.version',
};

export const requestSorts = { created_at: 'q.created_at' };

/** A deleted realm asks for nothing any more. */
const VISIBLE = 'r.deleted_at IS NULL';

const read = (tx: Tx, id: number): Promise<Found<ChangeRequestDto>> =>
  selectOne(tx, projection, `q.id = $1 AND ${VISIBLE}`, [id]);

/** The answer to a request. */
export interface Answer {
  status: 'approved' | 'declined';
  granted: number | null;
  answer: string | null;
}

/** Reads and writes what realms ask for. */
@Injectable()
export class ChangeRequestsRepository {
  listRequests(
    tx: Tx,
    query: ChangeRequestListQuery,
    pagination: Pagination,
  ): Promise<Page<ChangeRequestDto>> {
    const where = new Conditions()
      .add(VISIBLE)
      .words('q.status', query.status, 'status', requestStatuses)
      .words('q.kind', query.kind, 'kind', requestKinds)
      .ids('q.realm_id', query.realm_id, 'realm_id');
    return selectPage<ChangeRequestDto>(tx, projection, where, pagination);
  }

  /** @throws 404 when the scope has no such request, or its realm was deleted */
  readRequest(tx: Tx, id: number): Promise<Found<ChangeRequestDto>> {
    return read(tx, id);
  }

  /** As `readRequest`, locked until the transaction ends. */
  async lock(tx: Tx, id: number): Promise<ChangeRequestDto> {
    return (await lockFound(tx, 'change_requests', id, read)).row;
  }

  insertRequest(
    tx: Tx,
    request: Pick<
      ChangeRequest,
      'realm_id' | 'kind' | 'event_id' | 'site_name' | 'site_url' | 'object' | 'asked' | 'reason'
    >,
  ): Promise<number> {
    const { userId, label } = tx.scope.actor;
    return insertRow(tx, ChangeRequest, { ...request, asked_by: userId, asked_who: cutText(label, 320) });
  }

  /** The open request of the realm for the same object. */
  async findOpen(tx: Tx, realmId: number, kind: string, object: string): Promise<number | undefined> {
    const [row] = await tx.query<{ id: number }>(
      "SELECT id FROM change_requests WHERE realm_id = $1 AND kind = $2 AND object = $3 AND status = 'open'",
      [realmId, kind, object],
    );
    return row?.id;
  }

  /** The limit of the realm, or of the event, that a request would change. */
  async findPresent(tx: Tx, realmId: number, kind: string, eventId: number | null): Promise<number | null> {
    const [row] = await tx.query<{ present: number | null }>(
      `SELECT CASE $2::text WHEN 'max_tasks' THEN r.max_tasks WHEN 'max_logins' THEN r.max_logins
         ELSE (SELECT e.max_per_customer FROM events e WHERE e.id = $3) END AS present
       FROM realms r WHERE r.id = $1`,
      [realmId, kind, eventId],
    );
    return row?.present ?? null;
  }

  /** Whether there is a site with the address already. */
  async isSiteKnown(tx: Tx, url: string): Promise<boolean> {
    const rows = await tx.query(
      "SELECT FROM sites WHERE deleted_at IS NULL AND rtrim(lower(url), '/') = rtrim(lower($1), '/') LIMIT 1",
      [url],
    );
    return rows.length > 0;
  }

  async withdraw(tx: Tx, id: number): Promise<void> {
    await tx.execute("UPDATE change_requests SET status = 'withdrawn' WHERE id = $1", [id]);
  }

  async answer(tx: Tx, id: number, { status, granted, answer }: Answer): Promise<void> {
    const { userId, label } = tx.scope.actor;
    await tx.execute(
      `UPDATE change_requests SET status = $2, granted = $3, answer = $4, answered_by = $5, answered_who = left($6, 320),
         answered_at = now() WHERE id = $1`,
      [id, status, granted, answer, userId, label],
    );
  }
}
