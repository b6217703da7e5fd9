import { Injectable } from '@nestjs/common';
import { Conditions } from '../../platform/database/conditions';
import { siteName, textOrder } from '../../platform/database/display-names';
import { RowReader, type RowSource } from '../../platform/database/row-reader';
import { insertRow, updateRow } from '../../platform/database/row-writes';
import { liveHoldSql } from '../../platform/database/seat-states';
import { countUses } from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import type { ListResponse } from '../../platform/http/list-query';
import { type SeatBalance, seatBalanceSql } from '../seats/seat-balance';
import { Event, eventStatuses } from './event.entity';
import type {
  CountedEventDto,
  EventChange,
  EventDto,
  EventListQuery,
  SiteEventListQuery,
} from './events.dto';

const isInFuture = 'coalesce(e.ko > extract(epoch FROM now()), false)';

function eventConditions(query: EventListQuery, found?: readonly number[] | null): Conditions {
  const where = new Conditions()
    .ids('e.site_id', query.site_id, 'site_id')
    .words('e.status', query.status, 'status', eventStatuses)
    .equal('e.category', query.category)
    .equal('e.guid', query.guid)
    .searchFound('e.id', found, ['e.name', 'e.guid'], query.q);
  return query.in_future === undefined
    ? where
    : where.add(query.in_future ? isInFuture : `NOT ${isInFuture}`);
}

const source: RowSource<EventListQuery> = {
  what: 'Event',
  table: 'events',
  columns: `e.id, e.name, e.guid, e.site_id, ${siteName('s')} AS site_name, e.ko::float8 AS ko, ${isInFuture} AS in_future,
    e.on_sale_at, e.date, e.time, e.status, e.url, e.event_url, e.category, e.price_type, e.price_levels, e.max_per_customer,
    e.created_by_realm_id, e.created_at, e.updated_at`,
  from: 'FROM events e JOIN sites s ON s.id = e.site_id',
  id: 'e.id',
  version: 'e.version',
  visible: 'e.deleted_at IS NULL',
  filter: eventConditions,
  search: { table: 'events', text: ({ q }) => q },
  sorts: {
    // Events without a date are last in both directions; events at the same time are sorted by name.
    ko: {
      ascending: `e.ko ASC NULLS LAST, ${textOrder('e.name')} ASC`,
      descending: `e.ko DESC NULLS LAST, ${textOrder('e.name')} ASC`,
    },
    name: textOrder('e.name'),
    status: 'e.status',
    category: textOrder('e.category'),
    created_at: 'e.created_at',
  },
  defaultSort: 'ko',
};

/** Events with counts of what belongs to them, which are index reads for the rows of a page. */
const countedEvents = new RowReader<CountedEventDto, EventListQuery>({
  ...source,
  columns: `${source.columns},
    (SELECT count(*)::int FROM queue_links q WHERE q.event_id = e.id AND q.deleted_at IS NULL
      AND q.status IN ('prequeue', 'waiting')) AS waiting_count,
    (SELECT count(*)::int FROM holds h WHERE h.event_id = e.id AND ${liveHoldSql('h')})
      AS hold_count,
    (SELECT count(*)::int FROM tickets t WHERE t.event_id = e.id AND t.deleted_at IS NULL) AS ticket_count`,
});

/** The columns that people set, as the API's bodies have them, and the realm that created the event. */
export type EventValues = EventChange & { created_by_realm_id?: number | null };

const toColumns = ({ on_sale_at, ...values }: EventValues) => ({
  ...values,
  on_sale_at: on_sale_at == null ? on_sale_at : new Date(on_sale_at),
});

/** Reads and writes events. */
@Injectable()
export class EventsRepository extends RowReader<EventDto, EventListQuery> {
  constructor() {
    super(source);
  }

  /** A page of a site's events with their counts. */
  listOfSite(tx: Tx, siteId: number, query: SiteEventListQuery): Promise<ListResponse<CountedEventDto>> {
    return countedEvents.list(tx, { ...query, site_id: String(siteId) });
  }

  /** What became of an event's seats in the realms that the transaction sees. */
  async countSeats(tx: Tx, eventId: number): Promise<SeatBalance> {
    const [seats] = await tx.query<SeatBalance>(
      seatBalanceSql((alias) => `${alias}.event_id = $1`),
      [eventId],
    );
    if (!seats) throw new Error('An aggregate returns a row');
    return seats;
  }

  /** Returns the new event's id. */
  insertEvent(tx: Tx, values: EventValues & Pick<Event, 'guid' | 'site_id' | 'name'>): Promise<number> {
    return insertRow(tx, Event, toColumns(values));
  }

  updateEvent(tx: Tx, id: number, values: EventValues): Promise<void> {
    return updateRow(tx, Event, id, toColumns(values));
  }

  async softDelete(tx: Tx, id: number): Promise<void> {
    await tx.manager.softDelete(Event, { id });
  }

  /** Counts what keeps an event from being deleted, by kind. */
  countUses(tx: Tx, id: number): Promise<Record<string, number>> {
    return countUses(
      tx,
      `SELECT (SELECT count(*)::int FROM tasks WHERE event_id = $1 AND unfinished AND deleted_at IS NULL) AS unfinished_tasks,
         (SELECT count(*)::int FROM holds WHERE event_id = $1 AND ${liveHoldSql('holds')}) AS live_holds`,
      [id],
    );
  }

  /** Counts the rows that keep an event from moving to another site, by kind. */
  countReferences(tx: Tx, id: number): Promise<Record<string, number>> {
    return countUses(
      tx,
      `SELECT (SELECT count(*)::int FROM templates WHERE event_id = $1) AS templates,
         (SELECT count(*)::int FROM jobs WHERE event_id = $1) AS jobs,
         (SELECT count(*)::int FROM tasks WHERE event_id = $1) AS tasks,
         (SELECT count(*)::int FROM queue_links WHERE event_id = $1) AS links`,
      [id],
    );
  }

  /** Whether a realm other than this one uses an event, without naming it. */
  async isUsedByOtherRealm(tx: Tx, eventId: number, realmId: number): Promise<boolean> {
    const [row] = await tx.query<{ used: boolean }>('SELECT event_used_elsewhere($1, $2) AS used', [
      eventId,
      realmId,
    ]);
    return row?.used ?? false;
  }
}
