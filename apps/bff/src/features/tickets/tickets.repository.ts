import { Conditions } from '../../platform/database/conditions';
import { loginName } from '../../platform/database/display-names';
import type { HotList } from '../../platform/database/hot-lists';
import type { Tx } from '../../platform/database/transactions';
import { ticketStatuses, TicketDto, type TicketListQuery, type TicketStatus } from './tickets.dto';

const columns = `k.id, k.realm_id, k.hold_id, k.task_id, k.job_id, k.login_id, k.login_email,
  ${loginName('l')} AS login_name, k.site_id, k.event_id,
  k.event_guid, k.event_name, k.area, k."row", k.seat, k.price::float8 AS price, k.currency, k.status,
  k.ticket_reference, k.late, k.over_limit, k.created_at, k.updated_at`;

const joins = 'FROM tickets k JOIN logins l ON l.realm_id = k.realm_id AND l.id = k.login_id';

/** What `sort` may name. */
export const ticketSorts = {
  created_at: 'k.created_at',
  updated_at: 'k.updated_at',
  event_name: 'lower(k.event_name)',
  area: 'k.area',
  login_email: 'lower(k.login_email)',
  login_name: `lower(${loginName('l')})`,
  price: 'k.price',
  status: 'k.status',
};

/** The WHERE of the tickets' list. */
export function ticketConditions(query: TicketListQuery): Conditions {
  const where = new Conditions()
    .add('k.deleted_at IS NULL')
    .words('k.status', query.status, 'status', ticketStatuses);
  for (const field of ['event_id', 'site_id', 'login_id', 'task_id', 'job_id', 'realm_id'] as const) {
    where.ids(`k.${field}`, query[field], field);
  }
  where.period('k.created_at', query.created_from, query.created_to);
  return where.search(
    ['k.event_name', 'k.login_email', 'l.name', 'k.area', 'k.seat', 'k.ticket_reference'],
    query.q,
  );
}

/** The list as it is read. Only a search needs the logins to count. */
export const ticketList = ({ q }: TicketListQuery): HotList => ({
  columns,
  from: joins,
  row: TicketDto,
  counted: q ? joins : 'FROM tickets k',
  dependsOn: ['tickets', 'logins'],
});

/** Tickets by id, in the order asked for, with the version behind their ETag. */
export function ticketsByIds(tx: Tx, ids: readonly number[]): Promise<(TicketDto & { version: number })[]> {
  return tx.query(
    `SELECT ${columns}, k.version ${joins} WHERE k.id = ANY ($1::int[]) AND k.deleted_at IS NULL
     ORDER BY array_position($1::int[], k.id)`,
    [ids],
  );
}

/** The live stream's rows. */
export function liveTickets(tx: Tx, ids: readonly number[]): Promise<TicketDto[]> {
  return tx.query(`SELECT ${columns} ${joins} WHERE k.id = ANY ($1::int[]) AND k.deleted_at IS NULL`, [ids]);
}

/** Seconds in which who set a ticket's status can undo it: 10 on screen, and the way there. */
const UNDO_SECONDS = 15;

/** Whether the caller set the ticket's status so recently that they can undo it. */
export async function mayUndo(tx: Tx, id: number): Promise<boolean> {
  const rows = await tx.query(
    `SELECT FROM tickets WHERE id = $1 AND status_changed_by = $2
       AND status_changed_at > now() - interval '${UNDO_SECONDS} seconds'`,
    [id, tx.scope.actor.userId],
  );
  return rows.length > 0;
}

/** Sets a ticket's status and reference, and notes who changed the status. */
export async function updateTicket(
  tx: Tx,
  { id, status, reference }: { id: number; status: TicketStatus; reference: string | null },
): Promise<void> {
  await tx.execute(
    `UPDATE tickets SET status = $2, ticket_reference = $3,
       status_changed_at = CASE WHEN status = $2 THEN status_changed_at ELSE now() END,
       status_changed_by = CASE WHEN status = $2 THEN status_changed_by ELSE $4 END
     WHERE id = $1`,
    [id, status, reference, tx.scope.actor.userId],
  );
}
