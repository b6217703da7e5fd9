import { Injectable } from '@nestjs/common';
import { Conditions } from '../../platform/database/conditions';
import { loginName, siteName, textOrder } from '../../platform/database/display-names';
import { instantJsonSql } from '../../platform/database/instants';
import { RowReader, type RowSource } from '../../platform/database/row-reader';
import type { Tx } from '../../platform/database/transactions';
import { isPayableSql } from '../../work';
import type { ClaimRow } from '../carts/pay-claims';
import { isRecordOfSql } from '../carts/seat-conflicts';
import type { BasketDto, PayQueueQuery } from './payments.dto';

/** How many free baskets `next` looks at before it looks at all of them. */
const FIRST_BASKETS = 50;

/** SQL of the newest record that contradicts a hold (alias `h`), as JSON; null without one. */
const recordJson = `(SELECT jsonb_build_object('id', k.id, 'recorded_at', ${instantJsonSql('k.created_at')},
    'confirmed_by', k.confirmed_by, 'login_name', ${loginName('kl')}, 'ticket_reference', k.ticket_reference)
  FROM tickets k JOIN logins kl ON kl.realm_id = k.realm_id AND kl.id = k.login_id
  WHERE k.realm_id = h.realm_id AND ${isRecordOfSql('k', 'h')} ORDER BY k.id DESC LIMIT 1)`;

/** Live holds that people pay, by task. */
const baskets = `(SELECT h.realm_id, h.task_id, h.login_id, h.site_id, h.event_id, h.event_name, t.name AS task_name, t.job_id,
    count(*)::int AS seat_count, min(h.created_at) AS held_since, min(h.expires_at) AS expires_at,
    (array_agg(h.basket ORDER BY h.id DESC) FILTER (WHERE h.basket IS NOT NULL))[1] AS basket,
    jsonb_agg(jsonb_build_object('id', h.id, 'area', nullif(h.area, ''), 'row', nullif(h."row", ''),
      'seat', nullif(h.seat, ''), 'price', h.price::float8, 'currency', h.currency,
      'expires_at', ${instantJsonSql('h.expires_at')}, 'record', ${recordJson})
      ORDER BY ${textOrder('h.area')}, h."row", length(h.seat), h.seat, h.id) AS seats
  FROM holds h JOIN tasks t ON t.realm_id = h.realm_id AND t.id = h.task_id
  WHERE ${isPayableSql('h', 't')}
  GROUP BY h.realm_id, h.task_id, h.login_id, h.site_id, h.event_id, h.event_name, t.name, t.job_id)`;

function queueConditions(query: PayQueueQuery): Conditions {
  const where = new Conditions();
  for (const field of ['event_id', 'site_id', 'job_id', 'realm_id'] as const)
    where.ids(`b.${field}`, query[field], field);
  if (query.claimed !== undefined) where.add(query.claimed ? 'c.id IS NOT NULL' : 'c.id IS NULL');
  return where.search(['b.event_name', 'b.task_name', 'l.email', 'l.name'], query.q);
}

const source: RowSource<PayQueueQuery> = {
  what: 'Basket',
  table: 'pay_claims',
  columns: `b.task_id AS id, b.realm_id, nullif(b.task_name, '') AS task_name, b.job_id, b.login_id,
    ${loginName('l')} AS login_name, l.email AS login_email, b.site_id, ${siteName('s')} AS site_name, b.event_id, b.event_name,
    b.basket, b.seat_count, b.seats, b.held_since, b.expires_at,
    CASE WHEN c.id IS NOT NULL THEN jsonb_build_object('user_id', c.user_id, 'who', coalesce(c.who, ''),
      'claimed_at', ${instantJsonSql('c.claimed_at')}, 'expires_at', ${instantJsonSql('c.expires_at')}) END AS claim`,
  from: `FROM ${baskets} b
    JOIN logins l ON l.realm_id = b.realm_id AND l.id = b.login_id
    JOIN sites s ON s.id = b.site_id
    LEFT JOIN pay_claims c ON c.realm_id = b.realm_id AND c.id = b.task_id AND c.expires_at > now()`,
  id: 'b.task_id',
  version: 'coalesce(c.version, 0)',
  filter: queueConditions,
  sorts: {
    expires_at: 'b.expires_at',
    held_since: 'b.held_since',
    event_name: textOrder('b.event_name'),
    seat_count: 'b.seat_count',
    login_name: textOrder(loginName('l')),
  },
  defaultSort: 'expires_at',
};

/** Which baskets somebody pays; null: of every event, or of every job. */
export interface BasketsOf {
  eventId: number | null;
  jobId: number | null;
}

/** SQL condition of `BasketsOf`: `$1` the event, `$2` the job. */
const isOf = '($1::int IS NULL OR b.event_id = $1) AND ($2::int IS NULL OR b.job_id = $2)';

/** The login of a claimed basket, with its sealed secrets. */
export interface ClaimedLogin {
  id: number;
  realm_id: number;
  user: string | null;
  supporter_id: string | null;
  secrets: unknown;
}

/** Reads the queue and writes its claims. A claim is locked before tasks and holds. */
@Injectable()
export class PaymentsRepository extends RowReader<BasketDto, PayQueueQuery> {
  constructor() {
    super(source);
  }

  /** The basket, unless none of its seats is held any more. */
  async findBasket(tx: Tx, id: number): Promise<BasketDto | undefined> {
    return (await this.findByIds(tx, [id]))[0];
  }

  /**
   * Locks the claim of the free basket that expires first, without waiting for those that others claim at the same time.
   *
   * @returns undefined when none is free
   */
  async lockNextFree(
    tx: Tx,
    { except, ...of }: BasketsOf & { except: readonly number[] },
  ): Promise<ClaimRow | undefined> {
    for (const limit of [FIRST_BASKETS, null]) {
      await this.prepareClaims(tx, of, limit);
      const [free] = await tx.query<ClaimRow>(
        // Materialized: without current statistics, as when an on-sale begins, every claim would group all holds again.
        `WITH b AS MATERIALIZED (SELECT b.realm_id, b.task_id, b.expires_at FROM ${baskets} b WHERE ${isOf})
         SELECT c.id, c.realm_id, c.user_id, c.who, c.expires_at, false AS live
         FROM pay_claims c JOIN b ON b.realm_id = c.realm_id AND b.task_id = c.id
         WHERE (c.expires_at IS NULL OR c.expires_at <= now()) AND c.id <> ALL ($3::int[])
         ORDER BY b.expires_at, c.id LIMIT 1 FOR UPDATE OF c SKIP LOCKED`,
        [of.eventId, of.jobId, except],
      );
      if (free) return free;
    }
    return undefined;
  }

  /** Creates the missing rows of free baskets, so that they can be locked: the first `limit` of them, or all. */
  private async prepareClaims(tx: Tx, { eventId, jobId }: BasketsOf, limit: number | null): Promise<void> {
    await tx.execute(
      `INSERT INTO pay_claims (id, realm_id)
       SELECT task_id, realm_id FROM (
         SELECT b.task_id, b.realm_id FROM ${baskets} b
         WHERE ${isOf}
           AND NOT EXISTS (SELECT FROM pay_claims c WHERE c.realm_id = b.realm_id AND c.id = b.task_id)
         ORDER BY b.expires_at, b.task_id LIMIT $3) missing
       ORDER BY task_id ON CONFLICT (id) DO NOTHING`,
      [eventId, jobId, limit],
    );
  }

  /** The login that a basket was held with. */
  async findLogin(tx: Tx, id: number): Promise<ClaimedLogin | undefined> {
    const [row] = await tx.query<ClaimedLogin>(
      `SELECT l.id, l.realm_id, l."user", l.supporter_id, l.secrets FROM tasks t
       JOIN logins l ON l.realm_id = t.realm_id AND l.id = t.login_id WHERE t.id = $1`,
      [id],
    );
    return row;
  }

  /** Those of these holds that belong to the basket, whatever their status. */
  async findHolds(tx: Tx, id: number, holdIds: readonly number[]): Promise<{ id: number; status: string }[]> {
    return tx.query<{ id: number; status: string }>(
      'SELECT id, status FROM holds WHERE task_id = $1 AND id = ANY ($2::int[])',
      [id, holdIds],
    );
  }
}
