import { Injectable } from '@nestjs/common';
import { type SeatBalance, seatBalanceSql } from '../../catalogue';
import { loginName } from '../../platform/database/display-names';
import type { Tx } from '../../platform/database/transactions';
import { notFound } from '../../platform/errors/api-error';
import { liveLinkStatuses } from './link.entity';
import type { WaitingPlaceDto, WaitingPlacesDto, WaitingPlacesQuery } from './waiting-places.dto';

/** Most places in a response. */
const MAX_PLACES = 1000;
/** How far positions are read back. */
const WATCHED = "interval '3 hours'";
/** Most positions of a place that are read before they are thinned: one each five seconds for half an hour. */
const MAX_READ = 360;

/**
 * SQL of the group of a position: of each group the last one is returned. The groups grow with the age, from two seconds
 * for the latest to a tenth of the age: at most 64 in three hours.
 */
const group = 'floor(10 * ln(1 + greatest(0, extract(epoch FROM now() - s.at)::float8) / 20))';

/** SQL of the thinned positions, as pairs of epoch seconds and position, oldest first. */
const thinned = (steps: string) => `coalesce((
  SELECT jsonb_agg(jsonb_build_array(floor(extract(epoch FROM p.at)), p.position) ORDER BY p.at) FROM (
    SELECT DISTINCT ON (${group}) s.at, s.position FROM (${steps}) s
    WHERE s.position IS NOT NULL AND s.at > now() - ${WATCHED} ORDER BY ${group}, s.at DESC) p), '[]') AS samples`;

const tasksOf = (from: string) => `coalesce((
  SELECT jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'status', t.status) ORDER BY t.id) FROM ${from}), '[]') AS tasks`;

/** SQL of the order: those whose turn it is, then by position. */
const nearestFirst = (of: string) =>
  `${of}.status IN ('your_turn', 'entered') DESC, ${of}.position NULLS LAST, ${of}.kind, ${of}.id`;

/** `$1` is the event, `$2` a task or null, `$3` a link or null, `$4` the statuses of live links. */
const PLACES = `
WITH live AS (
    SELECT q.id, q.realm_id, q.login_id, q.status, q.position, q.enqueue_token_expires FROM queue_links q
    WHERE q.event_id = $1 AND q.deleted_at IS NULL AND q.status = ANY ($4::text[])),
  found AS (
    SELECT 'link' AS kind, id, realm_id, login_id, status, position, enqueue_token_expires AS token_expires_at FROM live
    WHERE ($3::int IS NULL OR id = $3) AND ($2::int IS NULL OR EXISTS (
      SELECT FROM queue_link_tasks a WHERE a.link_id = live.id AND a.task_id = $2))
    UNION ALL
    SELECT 'task', t.id, t.realm_id, t.login_id, 'waiting', t.queue_it_event_position, NULL FROM tasks t
    WHERE t.event_id = $1 AND t.status = 'waiting_room' AND t.deleted_at IS NULL AND $3::int IS NULL
      AND ($2::int IS NULL OR t.id = $2) AND NOT EXISTS (
        SELECT FROM queue_link_tasks a JOIN live ON live.id = a.link_id WHERE a.realm_id = t.realm_id AND a.task_id = t.id)),
  nearest AS (
    SELECT f.*, count(*) OVER ()::int AS total FROM found f
    ORDER BY ${nearestFirst('f')} LIMIT ${MAX_PLACES})
SELECT n.kind, n.id, n.realm_id, n.login_id, ${loginName('l')} AS login_name, n.status, n.position, n.token_expires_at,
  n.total, w.samples, w.tasks
FROM nearest n JOIN logins l ON l.realm_id = n.realm_id AND l.id = n.login_id
CROSS JOIN LATERAL (
  SELECT ${thinned(`SELECT at, position FROM queue_link_steps
      WHERE realm_id = n.realm_id AND link_id = n.id ORDER BY id DESC LIMIT ${MAX_READ}`)},
    ${tasksOf('queue_link_tasks a JOIN tasks t ON t.id = a.task_id AND t.deleted_at IS NULL WHERE a.link_id = n.id')}
  WHERE n.kind = 'link'
  UNION ALL
  SELECT ${thinned(`SELECT at, position FROM task_positions
      WHERE realm_id = n.realm_id AND task_id = n.id ORDER BY slot DESC LIMIT ${MAX_READ}`)},
    ${tasksOf('tasks t WHERE t.id = n.id')}
  WHERE n.kind = 'task') w
ORDER BY ${nearestFirst('n')}`;

/** A place as it is read; each row has the number of all. */
export type PlaceRow = Omit<WaitingPlaceDto, 'pace' | 'wait'> & { total: number };

/** Reads the waiting places of events. */
@Injectable()
export class WaitingPlacesRepository {
  /** The event, and the database's clock. @throws 404 when there is no such event */
  async getEvent(
    tx: Tx,
    id: number,
  ): Promise<Pick<WaitingPlacesDto, 'event_id' | 'event_name' | 'on_sale_at'> & { now: Date }> {
    const [event] = await tx.query<
      Pick<WaitingPlacesDto, 'event_id' | 'event_name' | 'on_sale_at'> & { now: Date }
    >(
      'SELECT id AS event_id, name AS event_name, on_sale_at, now() AS now FROM events WHERE id = $1 AND deleted_at IS NULL',
      [id],
    );
    if (!event) throw notFound('Event');
    return event;
  }

  /** What became of the event's seats. */
  async readSeats(tx: Tx, eventId: number): Promise<SeatBalance> {
    const [seats] = await tx.query<SeatBalance>(
      seatBalanceSql((alias) => `${alias}.event_id = $1`),
      [eventId],
    );
    if (!seats) throw new Error('An aggregate returns a row');
    return seats;
  }

  /** The places nearest the front, each with its positions over time and its tasks. */
  list(tx: Tx, eventId: number, { task_id, link_id }: WaitingPlacesQuery): Promise<PlaceRow[]> {
    return tx.queryPrepared<PlaceRow>(PLACES, [eventId, task_id ?? null, link_id ?? null, liveLinkStatuses]);
  }
}
