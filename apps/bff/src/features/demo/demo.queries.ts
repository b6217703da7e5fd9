import type { Tx } from '../../platform/database/transactions';
import { demoEvents, demoPriceLevels, demoRealm, demoSite, demoTemplates } from './demo-catalogue';

type Id = { id: number };

async function one(tx: Tx, sql: string, params: unknown[]): Promise<number> {
  const [row] = await tx.query<Id>(sql, params);
  if (!row) throw new Error('an insert answers its id');
  return row.id;
}

/** The demo realm, even when it has been deleted: then nobody wants it back. */
export async function findDemoRealm(tx: Tx): Promise<number | undefined> {
  const [row] = await tx.query<Id>('SELECT id FROM realms WHERE name = $1 ORDER BY id LIMIT 1', [
    demoRealm.name,
  ]);
  return row?.id;
}

export async function findDemoSite(tx: Tx): Promise<{ id: number; url: string } | undefined> {
  const [row] = await tx.query<{ id: number; url: string }>(
    'SELECT id, url FROM sites WHERE name = $1 AND deleted_at IS NULL ORDER BY id LIMIT 1',
    [demoSite.name],
  );
  return row;
}

export const insertRealm = (tx: Tx): Promise<number> =>
  one(tx, 'INSERT INTO realms (name, max_tasks, max_logins) VALUES ($1, $2, $3) RETURNING id', [
    demoRealm.name,
    demoRealm.max_tasks,
    demoRealm.max_logins,
  ]);

export const insertSite = (tx: Tx, url: string): Promise<number> =>
  one(
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

const today = "date_trunc('day', now(), 'UTC')";

/** Makes the sandbox's events; answers their ids by guid. */
export async function insertEvents(tx: Tx, siteId: number, url: string): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const { guid, name, category, max_per_customer, daysAhead, hour, status, onSale } of demoEvents) {
    const id = await one(
      tx,
      `INSERT INTO events (site_id, guid, name, category, max_per_customer, price_levels, url, ko, status, on_sale_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, extract(epoch FROM ${today} + make_interval(hours => $8))::bigint, $9,
         ${today} + make_interval(hours => $10)) RETURNING id`,
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

export const insertLogin = (
  tx: Tx,
  realmId: number,
  siteId: number,
  { name, email, supporter_id }: { name: string; email: string; supporter_id: string },
): Promise<number> =>
  one(
    tx,
    'INSERT INTO logins (realm_id, site_id, name, "user", email, supporter_id) VALUES ($1, $2, $3, $4, $4, $5) RETURNING id',
    [realmId, siteId, name, email, supporter_id],
  );

/** Makes the two templates with their logins in order. */
export async function insertTemplates(
  tx: Tx,
  realmId: number,
  siteId: number,
  events: ReadonlyMap<string, number>,
  logins: readonly number[],
): Promise<void> {
  for (const { name, type, guid, worker_count, seats_per_worker, from, to } of demoTemplates) {
    const id = await one(
      tx,
      `INSERT INTO templates (realm_id, site_id, event_id, name, type, worker_count, seats_per_worker)
       VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
      [realmId, siteId, events.get(guid), name, type, worker_count, seats_per_worker],
    );
    await tx.execute(
      `INSERT INTO template_logins (realm_id, template_id, login_id, position)
       SELECT $1, $2, login_id, place FROM unnest($3::int[]) WITH ORDINALITY AS l(login_id, place)`,
      [realmId, id, logins.slice(from, to)],
    );
  }
}

/** The sandbox may come up on another port: its addresses follow. */
export async function moveSite(tx: Tx, siteId: number, from: string, to: string): Promise<void> {
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

const TOKEN_NAME = 'Demo worker';

/** The demo worker's token, good for the demo realm and the sandbox alone; its hash follows the setting. */
export async function upsertWorkerToken(
  tx: Tx,
  hash: string,
  realmId: number,
  siteId: number,
): Promise<void> {
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
