import type { TaskStatus } from '@tessera/domain';
import { Conditions } from '../../platform/database/conditions';
import { type Found, type Projection, selectOne } from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import { eventStatuses } from './event.entity';
import type { EventDto, EventListQuery, EventSeatsDto } from './events.dto';

const inFuture = 'coalesce(e.ko > extract(epoch FROM now()), false)';

/** An event as it is answered. */
export const eventProjection: Projection = {
  what: 'Event',
  columns: `e.id, e.name, e.guid, e.site_id, s.name AS site_name, e.ko::float8 AS ko, ${inFuture} AS in_future,
    e.on_sale_at, e.date, e.time, e.status, e.url, e.event_url, e.category, e.price_type, e.price_levels, e.max_per_customer,
    e.created_by_realm_id, e.created_at, e.updated_at`,
  from: 'FROM events e JOIN sites s ON s.id = e.site_id',
  version: 'e.version',
};

/** Each event with what there is of it: index reads for the rows of a page. */
export const countedEventProjection: Projection = {
  ...eventProjection,
  columns: `${eventProjection.columns},
    (SELECT count(*)::int FROM queue_links q WHERE q.event_id = e.id AND q.deleted_at IS NULL
      AND q.status IN ('prequeue', 'waiting')) AS waiting_count,
    (SELECT count(*)::int FROM holds h WHERE h.event_id = e.id AND h.status = 'held' AND h.expires_at > now())
      AS hold_count,
    (SELECT count(*)::int FROM tickets t WHERE t.event_id = e.id AND t.deleted_at IS NULL) AS ticket_count`,
};

export const eventSorts = {
  // An event without a date comes last either way, those of one time by name.
  ko: {
    ascending: 'e.ko ASC NULLS LAST, lower(e.name)',
    descending: 'e.ko DESC NULLS LAST, lower(e.name)',
  },
  name: 'lower(e.name)',
  status: 'e.status',
  category: 'e.category',
  created_at: 'e.created_at',
};

export function eventConditions(query: EventListQuery): Conditions {
  const where = new Conditions()
    .add('e.deleted_at IS NULL')
    .ids('e.site_id', query.site_id, 'site_id')
    .words('e.status', query.status, 'status', eventStatuses)
    .equal('e.category', query.category)
    .equal('e.guid', query.guid)
    .search(['e.name', 'e.guid'], query.q);
  return query.in_future === undefined ? where : where.add(query.in_future ? inFuture : `NOT ${inFuture}`);
}

export const readEvent = (tx: Tx, id: number): Promise<Found<EventDto>> =>
  selectOne(tx, eventProjection, 'e.id = $1 AND e.deleted_at IS NULL', [id]);

const seatsOf = (...statuses: TaskStatus[]) =>
  `coalesce(sum(t.seats_to_set) FILTER (WHERE t.status IN (${statuses.map((status) => `'${status}'`).join(', ')})), 0)::int`;

/** How far an event is sold through, of the realms that the transaction sees. */
export async function readEventSeats(tx: Tx, eventId: number): Promise<EventSeatsDto> {
  const [seats] = await tx.query<EventSeatsDto>(
    `SELECT coalesce(sum(t.seats_to_set), 0)::int AS wanted,
       (SELECT count(*)::int FROM tickets k WHERE k.event_id = $1 AND k.deleted_at IS NULL) AS bought,
       (SELECT count(*)::int FROM holds h WHERE h.event_id = $1 AND h.status = 'held' AND h.expires_at > now()) AS held,
       ${seatsOf('running', 'stopping')} AS running,
       ${seatsOf('waiting_room')} AS waiting,
       ${seatsOf('idle', 'scheduled', 'queued')} AS not_started,
       ${seatsOf('failed', 'expired', 'stopped')} AS failed
     FROM tasks t WHERE t.event_id = $1 AND t.deleted_at IS NULL`,
    [eventId],
  );
  return seats!;
}

/** What keeps an event from being deleted. */
export const eventUses = `
  SELECT (SELECT count(*)::int FROM tasks WHERE event_id = $1 AND unfinished AND deleted_at IS NULL) AS unfinished_tasks,
         (SELECT count(*)::int FROM holds WHERE event_id = $1 AND status = 'held' AND expires_at > now()) AS live_holds`;

/** What keeps an event at its site. */
export const eventSiteUses = `
  SELECT (SELECT count(*)::int FROM templates WHERE event_id = $1) AS templates,
         (SELECT count(*)::int FROM jobs WHERE event_id = $1) AS jobs,
         (SELECT count(*)::int FROM tasks WHERE event_id = $1) AS tasks,
         (SELECT count(*)::int FROM queue_links WHERE event_id = $1) AS links`;

/** Whether a realm other than the maker's uses an event, without saying which. */
export async function isUsedElsewhere(tx: Tx, eventId: number, realmId: number): Promise<boolean> {
  const [row] = await tx.query<{ used: boolean }>('SELECT event_used_elsewhere($1, $2) AS used', [
    eventId,
    realmId,
  ]);
  return row?.used ?? false;
}
