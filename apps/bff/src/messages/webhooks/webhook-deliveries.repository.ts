import { Injectable } from '@nestjs/common';
import { Conditions } from '../../platform/database/conditions';
import { selectPageOrNext } from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import {
  decodeCursor,
  encodeCursor,
  type ListResponse,
  readPagination,
} from '../../platform/http/list-query';
import { isRealmOpenSql } from '../../platform/realm-scope/realm-status.repository';
import { deliveryStates, type WebhookDelivery, type WebhookFormat } from './webhook.entity';
import type { WebhookEvent } from './webhook-event';
import { webhookTopics } from './webhook-topics';
import type { WebhookDeliveryDto, WebhookDeliveryQuery } from './webhooks.dto';

/** Channel that announces messages to webhooks. */
export const WEBHOOK_CHANNEL = 'tessera_webhook';

/** A message that this process sends now. `attempts` counts this attempt, and fences it off from a later one. */
export type TakenDelivery = Pick<
  WebhookDelivery,
  'id' | 'realm_id' | 'webhook_id' | 'message_id' | 'type' | 'data' | 'attempts' | 'created_at'
> & {
  sequence: number;
  format: WebhookFormat;
  name: string;
  secrets: unknown;
  /** Whether the former secret still signs. */
  rotating: boolean;
  /** The database's time. */
  now: Date;
  slow: boolean;
};

/** How a delivery's latest attempt went. */
export type AttemptResult = Pick<WebhookDelivery, 'status' | 'error' | 'answer'> & {
  ok: boolean;
  duration_ms: number;
};

/** How many messages may be taken. */
export interface Room {
  /** Of webhooks that answer quickly, and of slow ones, which so never take the others' places. */
  quick: number;
  slow: number;
  /** Of one webhook. */
  perQuick: number;
  perSlow: number;
  /** How many of a webhook are in progress here, by its id. */
  busy: ReadonlyMap<number, number>;
}

/** For how long a message belongs to the process that took it: longer than an attempt may take. */
const LEASE = '2 minutes';
/** Most messages that get their number, and that are replayed, in one transaction. */
const MAX_NUMBERED = 5000;
const MAX_REPLAYED = 10_000;

const columns = `d.id, d.message_id, d.topic, d.type, d.sequence, d.state, d.attempts,
  CASE WHEN d.state = 'waiting' THEN d.next_attempt_at END AS next_attempt_at, d.attempted_at, d.status, d.error,
  d.duration_ms, d.answer, d.data, d.created_at`;

/** Reads and writes the messages to webhooks. Attempts are timed by the database's clock. */
@Injectable()
export class WebhookDeliveriesRepository {
  /** Queues a message for each webhook that wants an event, and wakes the servers when the transaction commits. */
  async queue(tx: Tx, events: readonly WebhookEvent[]): Promise<void> {
    await tx.queryPrepared(
      `WITH added AS (
         INSERT INTO webhook_deliveries (realm_id, webhook_id, topic, type, about, data)
         SELECT w.realm_id, w.id, e.topic, e.type, e.about, e.data
         FROM ROWS FROM (jsonb_to_recordset($1::jsonb)
           AS (realm_id int, topic text, type text, about text, event_id int, data jsonb))
           WITH ORDINALITY AS e(realm_id, topic, type, about, event_id, data, nth)
         JOIN webhooks w ON w.realm_id = e.realm_id AND w.enabled AND e.topic = ANY (w.topics)
         LEFT JOIN events v ON v.id = e.event_id
         WHERE (e.event_id = ANY (w.event_ids) OR v.site_id = ANY (w.site_ids)
           OR e.event_id IS NULL OR (w.event_ids = '{}' AND w.site_ids = '{}'))
         ORDER BY e.nth, w.id
         ON CONFLICT (realm_id, webhook_id, topic, about) WHERE about IS NOT NULL DO NOTHING
         RETURNING 1)
       SELECT pg_notify('${WEBHOOK_CHANNEL}', '') FROM (SELECT count(*) AS many FROM added) counted WHERE many > 0`,
      [JSON.stringify(events)],
    );
  }

  /**
   * Gives new messages their number within their webhook, in the order in which they were written. Returns whether some may be
   * left. A webhook that another process numbers is left to it.
   */
  async number(tx: Tx): Promise<boolean> {
    const locked = await tx.query<{ id: number }>(
      `SELECT id FROM webhooks WHERE id IN (SELECT webhook_id FROM webhook_deliveries WHERE sequence IS NULL)
       ORDER BY id FOR NO KEY UPDATE SKIP LOCKED`,
    );
    if (locked.length === 0) return false;
    // A separate statement: it must see what was numbered before the lock was free.
    const numbered = await tx.execute(
      `WITH fresh AS (
         SELECT d.id, d.webhook_id FROM webhook_deliveries d
         WHERE d.sequence IS NULL AND d.webhook_id = ANY ($1::int[]) ORDER BY d.id LIMIT ${MAX_NUMBERED}
       ), counted AS (
         SELECT f.id, f.webhook_id, w.sequence + row_number() OVER (PARTITION BY f.webhook_id ORDER BY f.id) AS sequence
         FROM fresh f JOIN webhooks w ON w.id = f.webhook_id
       ), moved AS (
         UPDATE webhooks w SET sequence = c.latest
         FROM (SELECT webhook_id, max(sequence) AS latest FROM counted GROUP BY webhook_id) c WHERE w.id = c.webhook_id)
       UPDATE webhook_deliveries d SET sequence = c.sequence FROM counted c WHERE d.id = c.id`,
      [locked.map(({ id }) => id)],
    );
    return numbered === MAX_NUMBERED;
  }

  /** Takes messages that are due, of each webhook in turn: no other process gets them until the lease is over. */
  take(tx: Tx, { quick, slow, perQuick, perSlow, busy }: Room): Promise<TakenDelivery[]> {
    return tx.query<TakenDelivery>(
      `WITH ready AS (
         SELECT w.id, w.slow, CASE WHEN w.slow THEN $4::int ELSE $3::int END - coalesce(b.busy, 0) AS room
         FROM webhooks w JOIN realms r ON r.id = w.realm_id AND ${isRealmOpenSql('r')}
         LEFT JOIN unnest($5::int[], $6::int[]) AS b (id, busy) ON b.id = w.id
         WHERE w.enabled
       ), due AS (
         SELECT d.id, r.slow, d.turn FROM ready r CROSS JOIN LATERAL (
           SELECT l.id, row_number() OVER () AS turn FROM (
             SELECT d.id FROM webhook_deliveries d
             WHERE d.webhook_id = r.id AND d.state = 'waiting' AND d.sequence IS NOT NULL AND d.next_attempt_at <= now()
             ORDER BY d.next_attempt_at, d.id LIMIT greatest(0, r.room) FOR UPDATE SKIP LOCKED) l) d
       ), chosen AS (
         SELECT id FROM (SELECT id, slow, row_number() OVER (PARTITION BY slow ORDER BY turn, random()) AS place FROM due) p
         WHERE place <= CASE WHEN slow THEN $2::int ELSE $1::int END)
       UPDATE webhook_deliveries d SET attempts = d.attempts + 1, next_attempt_at = now() + interval '${LEASE}'
       FROM chosen c, webhooks w WHERE d.id = c.id AND w.id = d.webhook_id
       RETURNING d.id, d.realm_id, d.webhook_id, d.message_id, d.type, d.data, d.attempts, d.created_at, d.sequence,
         w.format, w.name, w.secrets, coalesce(w.rotated_until > now(), false) AS rotating, now() AS now, w.slow`,
      [quick, slow, perQuick, perSlow, [...busy.keys()], [...busy.values()]],
    );
  }

  /**
   * Records an attempt: it is delivered, due again after `pause` seconds, or dead where that is null. Returns false when it
   * isn't this process's any more.
   */
  async record(
    tx: Tx,
    { id, webhook_id, attempts }: TakenDelivery,
    { ok, status, error, duration_ms, answer }: AttemptResult,
    { pause, slowMs, failing }: { pause: number | null; slowMs: number; failing: number },
  ): Promise<boolean> {
    await tx.execute(
      `UPDATE webhooks w SET failures = CASE WHEN $2::boolean THEN 0 ELSE w.failures + 1 END,
         slow = $3::boolean OR (NOT $2::boolean AND w.failures + 1 >= $4)
       WHERE w.id = $1 AND (w.failures > 0 OR NOT $2::boolean OR w.slow <> $3::boolean)`,
      [webhook_id, ok, duration_ms > slowMs, failing],
    );
    const recorded = await tx.execute(
      `UPDATE webhook_deliveries d SET attempted_at = now(), status = $3, error = left($4, 300), duration_ms = $5, answer = $6,
         state = CASE WHEN $7::boolean THEN 'delivered' WHEN $8::float8 IS NULL THEN 'dead' ELSE 'waiting' END,
         next_attempt_at = now() + make_interval(secs => coalesce($8::float8, 0))
       WHERE d.id = $1 AND d.attempts = $2 AND d.state = 'waiting'`,
      [id, attempts, status, error, duration_ms, answer, ok, pause],
    );
    return recorded === 1;
  }

  /** A page of a webhook's messages, newest first. */
  async list(
    tx: Tx,
    webhookId: number,
    query: WebhookDeliveryQuery,
  ): Promise<ListResponse<WebhookDeliveryDto>> {
    const pagination = readPagination(query, { created_at: 'd.id' }, '-created_at', 'd.id', 50);
    const where = new Conditions()
      .equal('d.webhook_id', webhookId)
      .words('d.state', query.state, 'state', deliveryStates)
      .words('d.topic', query.topic, 'topic', webhookTopics);
    const page = await selectPageOrNext<WebhookDeliveryDto>(
      tx,
      { columns, from: 'FROM webhook_deliveries d' },
      where,
      pagination,
      query,
      {
        column: 'd.id',
        decode: (cursor) => decodeCursor(cursor).id,
        encode: ({ id }) => encodeCursor(null, id),
      },
    );
    return { pagination, page };
  }

  /**
   * Makes a webhook's messages due now, as if they were new: these, or without ids the dead ones, oldest first. Returns how
   * many.
   */
  async replay(tx: Tx, webhookId: number, ids: readonly number[] | undefined): Promise<number> {
    const replayed = await tx.execute(
      `UPDATE webhook_deliveries d SET state = 'waiting', next_attempt_at = now(),
         attempts = CASE WHEN d.state = 'waiting' THEN d.attempts ELSE 0 END
       WHERE d.id IN (SELECT id FROM webhook_deliveries WHERE webhook_id = $1
         AND CASE WHEN $2::int[] IS NULL THEN state = 'dead' ELSE id = ANY ($2::int[]) END
         ORDER BY id LIMIT ${MAX_REPLAYED} FOR UPDATE)`,
      [webhookId, ids ?? null],
    );
    if (replayed > 0) await this.announce(tx);
    return replayed;
  }

  /** Wakes the servers when the transaction commits. */
  async announce(tx: Tx): Promise<void> {
    await tx.query('SELECT pg_notify($1, $2)', [WEBHOOK_CHANNEL, '']);
  }
}
