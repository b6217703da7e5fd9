import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';
import {
  demoEvents,
  demoPriceLevels,
  demoRealm,
  demoRehearsalPrices,
  demoSite,
  demoTemplates,
} from './demo-catalogue';

/** Key of an advisory lock; no other lock uses this number. */
const DEMO_LOCK = 7_355_610;
const TOKEN_NAME = 'Demo worker';
const startOfToday = "date_trunc('day', now(), 'UTC')";

/** Writes the demo realm into the features' tables, since no user exists yet who could create it by the API. */
@Injectable()
export class DemoRepository {
  /** Makes servers that start at the same time wait for each other, so that only the first creates the realm. */
  async lock(tx: Tx): Promise<void> {
    await tx.execute('SELECT pg_advisory_xact_lock($1)', [DEMO_LOCK]);
  }

  /** The demo realm's id, also after its deletion, so that it isn't created again; null when it never existed. */
  async findRealm(tx: Tx): Promise<number | null> {
    const [row] = await tx.query<{ id: number }>(
      'SELECT id FROM realms WHERE name = $1 ORDER BY id LIMIT 1',
      [demoRealm.name],
    );
    return row?.id ?? null;
  }

  /** Whether there is any realm, also a deleted one. */
  async hasRealms(tx: Tx): Promise<boolean> {
    return (await tx.query('SELECT id FROM realms LIMIT 1')).length > 0;
  }

  async findSite(tx: Tx): Promise<{ id: number; url: string } | null> {
    const [row] = await tx.query<{ id: number; url: string }>(
      'SELECT id, url FROM sites WHERE name = $1 AND deleted_at IS NULL ORDER BY id LIMIT 1',
      [demoSite.name],
    );
    return row ?? null;
  }

  insertRealm(tx: Tx): Promise<number> {
    return insertReturningId(
      tx,
      'INSERT INTO realms (name, max_tasks, max_logins) VALUES ($1, $2, $3) RETURNING id',
      [demoRealm.name, demoRealm.max_tasks, demoRealm.max_logins],
    );
  }

  /** Inserts the realm's owner unless the e-mail is taken. */
  async insertOwner(tx: Tx, realmId: number, email: string, passwordHash: string): Promise<void> {
    await tx.execute(
      `INSERT INTO users (email, name, password_hash, role, realm_id) VALUES ($1, 'Desk owner', $2, 'realm_owner', $3)
       ON CONFLICT ((lower(email))) DO NOTHING`,
      [email, passwordHash, realmId],
    );
  }

  insertSite(tx: Tx, url: string): Promise<number> {
    return insertReturningId(
      tx,
      `INSERT INTO sites (name, display_name, url, enabled, currency, time_zone, config)
       VALUES ($1, $2, $3, 1, $4, $5, $6) RETURNING id`,
      [
        demoSite.name,
        demoSite.display_name,
        url,
        demoSite.currency,
        demoSite.time_zone,
        { ...demoSite.config, ticket_url: url },
      ],
    );
  }

  /** Inserts what the sandbox charges: for each of its events, and for those of rehearsals. */
  async insertPrices(tx: Tx, siteId: number, events: ReadonlyMap<string, number>): Promise<void> {
    const lists = [
      { event_id: null, currency: demoSite.currency, prices: demoRehearsalPrices },
      ...demoEvents.map(({ guid, ...list }) => ({ ...list, event_id: events.get(guid) ?? null })),
    ];
    for (const { event_id, currency, prices } of lists) {
      const id = await insertReturningId(
        tx,
        'INSERT INTO price_lists (site_id, event_id, currency) VALUES ($1, $2, $3) RETURNING id',
        [siteId, event_id, currency],
      );
      await tx.execute(
        `INSERT INTO price_ranges (list_id, position, level, min, max)
         SELECT $1, position, level, price, price FROM unnest($2::text[], $3::numeric[]) WITH ORDINALITY AS p(level, price, position)`,
        [id, Object.keys(prices), Object.values(prices)],
      );
    }
  }

  /** Inserts the sandbox's events; returns their ids by guid. */
  async insertEvents(tx: Tx, siteId: number, url: string): Promise<Map<string, number>> {
    const ids = new Map<string, number>();
    for (const { guid, name, category, max_per_customer, daysAhead, hour, status, onSale } of demoEvents) {
      const id = await insertReturningId(
        tx,
        `INSERT INTO events (site_id, guid, name, category, max_per_customer, price_levels, url, ko, status, on_sale_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, extract(epoch FROM ${startOfToday} + make_interval(hours => $8))::bigint, $9,
           ${startOfToday} + make_interval(hours => $10)) RETURNING id`,
        [
          siteId,
          guid,
          name,
          category,
          max_per_customer,
          JSON.stringify(demoPriceLevels),
          `${url}/events/${guid}`,
          daysAhead * 24 + hour,
          status,
          onSale && onSale.daysAhead * 24 + onSale.hour,
        ],
      );
      ids.set(guid, id);
    }
    return ids;
  }

  insertLogin(
    tx: Tx,
    realmId: number,
    siteId: number,
    { name, email, supporter_id }: { name: string; email: string; supporter_id: string },
  ): Promise<number> {
    return insertReturningId(
      tx,
      'INSERT INTO logins (realm_id, site_id, name, "user", email, supporter_id) VALUES ($1, $2, $3, $4, $4, $5) RETURNING id',
      [realmId, siteId, name, email, supporter_id],
    );
  }

  /** Sets the sealed secrets of a login, which are bound to its id. */
  async setLoginSecrets(tx: Tx, id: number, sealed: object): Promise<void> {
    await tx.execute('UPDATE logins SET secrets = $2 WHERE id = $1', [id, JSON.stringify(sealed)]);
  }

  /** Inserts the templates with their logins, in order. */
  async insertTemplates(
    tx: Tx,
    realmId: number,
    siteId: number,
    events: ReadonlyMap<string, number>,
    logins: readonly number[],
  ): Promise<void> {
    for (const { name, type, guid, worker_count, seats_per_worker, from, to } of demoTemplates) {
      const id = await insertReturningId(
        tx,
        `INSERT INTO templates (realm_id, site_id, event_id, name, type, worker_count, seats_per_worker)
         VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
        [realmId, siteId, events.get(guid), name, type, worker_count, seats_per_worker],
      );
      await tx.execute(
        `INSERT INTO template_logins (realm_id, template_id, login_id, position)
         SELECT $1, $2, login_id, position FROM unnest($3::int[]) WITH ORDINALITY AS l(login_id, position)`,
        [realmId, id, logins.slice(from, to)],
      );
    }
  }

  /** Changes the sandbox's address and those of its events, unless a user has changed them. */
  async moveSite(tx: Tx, siteId: number, from: string, to: string): Promise<void> {
    await tx.execute(
      `UPDATE sites SET url = $2, config = CASE WHEN config ->> 'ticket_url' = $3
         THEN jsonb_set(config, '{ticket_url}', to_jsonb($2::text)) ELSE config END WHERE id = $1`,
      [siteId, to, from],
    );
    await tx.execute(
      "UPDATE events SET url = $2 || '/events/' || guid WHERE site_id = $1 AND url = $3 || '/events/' || guid",
      [siteId, to, from],
    );
  }

  /** Sets the hash of the demo worker's token, which is limited to the demo realm and the sandbox. */
  async upsertWorkerToken(tx: Tx, hash: string, realmId: number, siteId: number): Promise<void> {
    const changed = await tx.execute(
      `UPDATE worker_tokens SET token_hash = $2
       WHERE id = (SELECT id FROM worker_tokens WHERE name = $1 AND revoked_at IS NULL ORDER BY id LIMIT 1)`,
      [TOKEN_NAME, hash],
    );
    if (changed > 0) return;
    await tx.execute(
      `INSERT INTO worker_tokens (name, token_hash, realm_ids, site_ids) SELECT $1, $2, ARRAY[$3::int], ARRAY[$4::int]
       WHERE NOT EXISTS (SELECT FROM worker_tokens WHERE name = $1)`,
      [TOKEN_NAME, hash, realmId, siteId],
    );
  }
}

async function insertReturningId(tx: Tx, sql: string, params: unknown[]): Promise<number> {
  const [row] = await tx.query<{ id: number }>(sql, params);
  if (!row) throw new Error('An insert returns its id');
  return row.id;
}
