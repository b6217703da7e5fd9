import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { Client } from '../installation/client.ts';
import { DiskFiller } from '../installation/disk-filler.ts';
import { connectAsAdmin, isReady } from '../installation/installation.ts';
import { waitFor } from '../installation/wait-for.ts';
import { changeAndHold, flood, lockTable, repeat, request, type Scene } from './interference.ts';

/** A fault, and the alerts that it must raise. `begin` returns what ends it. */
export interface Fault {
  title: string;
  alerts: readonly string[];
  begin(scene: Scene): Promise<() => Promise<unknown>>;
  /** How long the alerts may take; 60 s if left out. */
  withinMs?: number;
  /** Runs beside the other faults, because it takes long and disturbs none. */
  isBeside?: boolean;
}

/** The servers' data folder, on the small disk. */
export const dataFolder = (disk: string): string => path.join(disk, 'data');
/** A service that no name leads to. */
export const UNREACHABLE_PUSH_SERVICE = 'push.tessera.invalid';
/** Old rows are removed ten minutes after a server has started. */
const PURGE_MS = 11 * 60_000;

/** The faults, in their order. Those that need the load to run come first, those that disturb it last. */
export const faults: readonly Fault[] = [
  {
    title: 'the newest backup and its verification are ten days old',
    alerts: ['TesseraBackupOld', 'TesseraBackupUnverified'],
    async begin({ installation: { db } }) {
      const old = "now() - interval '10 days'";
      await db.query(
        `INSERT INTO backups (id, kind, started_at, finished_at, bytes, verified_at)
         VALUES (gen_random_uuid(), 'archive', ${old}, ${old}, 1, ${old})`,
      );
      return () => db.query('UPDATE backups SET finished_at = now(), verified_at = now()');
    },
  },
  {
    title: 'a server is newer than the tables',
    alerts: ['TesseraMigrationsPending', 'TesseraServerNotReady'],
    async begin({ installation: { db } }) {
      const { rows } = await db.query<{ timestamp: string; name: string }>(
        'DELETE FROM migrations WHERE id = (SELECT max(id) FROM migrations) RETURNING timestamp, name',
      );
      const [last] = rows;
      return () =>
        db.query('INSERT INTO migrations (timestamp, name) VALUES ($1, $2)', [last?.timestamp, last?.name]);
    },
  },
  {
    title: 'a table of the server is missing',
    alerts: ['TesseraErrors'],
    async begin(scene) {
      const { db } = scene.installation;
      await db.query('ALTER TABLE saved_views RENAME TO hidden');
      const stop = repeat(() => request(scene, '/api/saved-views', 20), 100);
      return async () => {
        await stop();
        await db.query('ALTER TABLE hidden RENAME TO saved_views');
      };
    },
  },
  {
    title: 'the listening connections are cut again and again',
    alerts: ['TesseraListenerDown'],
    begin: ({ installation: { db } }) =>
      Promise.resolve(
        repeat(
          () =>
            db.query(
              "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'tessera-listener'",
            ),
          300,
        ),
      ),
  },
  {
    title: 'the figures of the installation cannot be read',
    alerts: ['TesseraFiguresMissing'],
    withinMs: 120_000,
    begin: (scene) => lockTable(scene, 'backups'),
  },
  {
    title: 'programs take nearly all connections of the database',
    alerts: ['TesseraDatabaseConnections'],
    async begin({ installation: { db, postgres } }) {
      const { rows } = await db.query<{ free: number }>(
        "SELECT current_setting('max_connections')::int - count(*)::int AS free FROM pg_stat_activity",
      );
      const clients: pg.Client[] = [];
      for (let index = 0; index < (rows[0]?.free ?? 0) - 6; index += 1) {
        const client = new pg.Client({ connectionString: postgres.adminUrl });
        client.on('error', () => undefined);
        clients.push(client);
        await client.connect();
      }
      return () => Promise.all(clients.map((client) => client.end()));
    },
  },
  {
    title: 'most loads of a module fail in browsers',
    alerts: ['TesseraModuleFailing'],
    async begin({ installation, fixtures }) {
      const client = new Client(installation.urls);
      await client.signIn(fixtures.owner);
      const { modules } = await client.requestOk<{ modules: { name: string; version: string }[] }>(
        'GET',
        '/api/modules',
      );
      const [module] = modules;
      const report = async () => {
        // Of a user the first two failures of an hour count.
        await installation.db.query('DELETE FROM module_report_budgets');
        const failed = { module: module?.name, version: module?.version, outcome: 'failed', ms: 50 };
        await client.requestOk('POST', '/api/modules/reports', {
          reports: [1, 2].map(() => ({ ...failed, reason: 'NETWORK' })),
        });
      };
      return repeat(report, 300);
    },
  },
  {
    title: 'a file of a module is damaged in the store',
    alerts: ['TesseraModuleStoreBroken'],
    async begin(scene) {
      const { installation } = scene;
      const answer = await fetch(`${installation.urls[0]}/api/modules`);
      const { modules } = (await answer.json()) as { modules: { base_url: string }[] };
      const base = modules.at(-1)?.base_url ?? '';
      const manifest = await fetch(`${installation.urls[0]}${base}module.json`);
      const { files } = (await manifest.json()) as { files: Record<string, string> };
      const [name, integrity] = Object.entries(files).at(-1) ?? ['', ''];
      const sha256 = Buffer.from(integrity.replace('sha256-', ''), 'base64').toString('hex');
      const file = path.join(dataFolder(scene.disk), 'modules', sha256.slice(0, 2), sha256);
      const whole = readFileSync(file);
      writeFileSync(file, 'damaged');
      const stop = repeat(() => request(scene, base + name), 500);
      return async () => {
        await stop();
        writeFileSync(file, whole);
      };
    },
  },
  {
    title: 'the push service cannot be reached, and a delivery is not taken from its queue',
    alerts: ['TesseraPushFailing', 'TesseraBackgroundQueueOld'],
    async begin(scene) {
      const { installation, fixtures } = scene;
      const client = new Client(installation.urls);
      await client.signIn(fixtures.owner);
      const device = await client.requestOk<{ id: number }>('POST', '/api/notifications/subscribe', {
        endpoint: `https://${UNREACHABLE_PUSH_SERVICE}/device`,
        keys: {
          p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
          auth: 'tBHItJI5svbpez7KI4CCXg',
        },
        notification_types: ['queue_turn'],
      });
      const stop = repeat(() => client.requestOk('POST', '/api/notifications/send', { to: 'self' }), 1_000);
      const id = await waitFor('a delivery is to be tried again', async () => {
        const { rows } = await installation.db.query<{ id: string }>(
          "SELECT id FROM pgboss.job WHERE name = 'notify' AND state < 'active' AND start_after > now() + interval '3 seconds'",
        );
        return rows[0]?.id;
      });
      const ago = "now() - interval '20 minutes'";
      const release = await changeAndHold(scene, {
        table: 'pgboss.job',
        id,
        set: `created_on = ${ago}, start_after = ${ago}`,
      });
      return async () => {
        await release();
        await stop();
        await client.requestOk('POST', `/api/notifications/unsubscribe/${device.id}`);
      };
    },
  },
  {
    title: 'a mail and an audit entry have waited for hours',
    alerts: ['TesseraMailsLate', 'TesseraAuditStreamLate'],
    async begin({ installation: { db } }) {
      const ago = "now() - interval '3 hours'";
      await db.query(
        `INSERT INTO mails (address, kind, created_at) VALUES ('late@quayside.example', 'notice', ${ago})`,
      );
      await db.query(`INSERT INTO audit_stream (id, at) VALUES (1, ${ago})`);
      return () => Promise.all([db.query('DELETE FROM mails'), db.query('DELETE FROM audit_stream')]);
    },
  },
  {
    title: 'a message to a webhook is not taken',
    alerts: ['TesseraWebhooksLate'],
    async begin(scene) {
      const { db } = scene.installation;
      const { realmId } = scene.fixtures;
      const { rows } = await db.query<{ id: number }>(
        `WITH late AS (INSERT INTO webhooks (realm_id, name, url, topics)
           VALUES ($1, 'Late', 'https://webhook.tessera.invalid', '{security}') RETURNING id)
         INSERT INTO webhook_deliveries (realm_id, webhook_id, topic, type, data, sequence, next_attempt_at)
         SELECT $1, id, 'security', 'security', '{}', 1, now() + interval '1 hour' FROM late RETURNING id`,
        [realmId],
      );
      const release = await changeAndHold(scene, {
        table: 'webhook_deliveries',
        id: rows[0]?.id ?? 0,
        set: "next_attempt_at = now() - interval '30 minutes'",
      });
      return async () => {
        await release();
        await db.query("DELETE FROM webhooks WHERE name = 'Late'");
      };
    },
  },
  {
    title: 'the site refuses the passwords of many logins',
    alerts: ['TesseraTasksFailing'],
    withinMs: 120_000,
    async begin({ installation, fixtures: { siteId, realmId, events } }) {
      const admin = new Client(installation.urls);
      await admin.signIn(installation.admin);
      const logins = Array.from(
        { length: 60 },
        (_, index) => `refused-${index},refused-${index}@quayside.example,wrong,`,
      );
      const { ids } = await admin.requestOk<{ ids: number[] }>(
        'POST',
        `/api/sites/${siteId}/logins/import?realm_id=${realmId}`,
        ['name,email,password,card', ...logins].join('\n'),
      );
      const create = () =>
        admin.requestOk(
          'POST',
          '/api/tasks',
          ids.map((login_id) => ({
            realm_id: realmId,
            login_id,
            event_id: events[0]?.id,
            name: 'Refused',
            start: true,
          })),
        );
      // Without retries, which take minutes.
      const give = () =>
        installation.db.query("UPDATE tasks SET max_retries = 0 WHERE name = 'Refused' AND max_retries > 0");
      const stops = [repeat(create, 5_000), repeat(give, 200)];
      return () => Promise.all(stops.map((stop) => stop()));
    },
  },
  {
    title: 'a scheduled task is not started',
    alerts: ['TesseraSweepsBehind'],
    withinMs: 90_000,
    async begin(scene) {
      const client = new Client(scene.installation.urls);
      await client.signIn(scene.fixtures.owner);
      const { id } = await client.requestOk<{ id: number }>('POST', '/api/tasks', {
        login_id: scene.fixtures.loginIds[0],
        event_id: scene.fixtures.events[0]?.id,
        name: 'Scheduled',
        scheduled_at: new Date(Date.now() + 3_600_000).toISOString(),
        start: true,
      });
      return changeAndHold(scene, { table: 'tasks', id, set: "scheduled_at = now() - interval '5 minutes'" });
    },
  },
  {
    title: 'changes are read slowly for open pages',
    alerts: ['TesseraLiveStreamSlow'],
    begin: (scene) =>
      Promise.resolve(
        repeat(async () => {
          const release = await lockTable(scene, 'events');
          const { rows } = await scene.installation.db.query<{ id: number }>(
            'SELECT id FROM tasks WHERE realm_id = $1 LIMIT 1',
            [scene.fixtures.realmId],
          );
          await scene.installation.db.query("UPDATE tasks SET name = name || '.' WHERE id = $1", [
            rows[0]?.id,
          ]);
          await delay(2_000);
          await release();
        }, 500),
      ),
  },
  {
    title: 'a table is locked for all requests that read it',
    alerts: ['TesseraPoolExhausted', 'TesseraSlowRequests', 'TesseraDatabaseFailures'],
    withinMs: 90_000,
    async begin(scene) {
      const release = await lockTable(scene, 'saved_views');
      const stop = await flood(scene, '/api/saved-views', 40);
      return async () => {
        await release();
        await stop();
      };
    },
  },
  {
    title: 'workers stand still while they run tasks',
    alerts: ['TesseraWorkersLost', 'TesseraLeasesLost', 'TesseraWorkersMissing', 'TesseraQueueOld'],
    withinMs: 150_000,
    async begin({ installation }) {
      await waitFor('workers run six tasks', async () => {
        const { rows } = await installation.db.query<{ count: number }>(
          'SELECT count(*)::int AS count FROM tasks WHERE lease_id IS NOT NULL',
        );
        return (rows[0]?.count ?? 0) >= 6;
      });
      for (const { program } of installation.workers) program.signal('SIGSTOP');
      // Tasks that became due a while ago, as if the workers had stood still for longer.
      const stop = repeat(
        () =>
          installation.db.query(
            "UPDATE tasks SET ready_at = now() - interval '10 minutes' WHERE ready_at <= now()",
          ),
        1_000,
      );
      return async () => {
        await stop();
        for (const { program } of installation.workers) program.signal('SIGCONT');
      };
    },
  },
  {
    title: 'the workers come back to tasks that have waited',
    alerts: ['TesseraLeasesSlow'],
    begin: () => Promise.resolve(() => Promise.resolve()),
  },
  {
    title: 'a server is stopped',
    alerts: ['TesseraServerDown'],
    async begin({ installation }) {
      const [, second] = installation.bffs;
      await second?.program.stop();
      return async () => {
        second?.program.start();
        await waitFor('it is ready again', async () => await isReady(second?.url ?? ''), {
          withinMs: 60_000,
        });
      };
    },
  },
  {
    title: 'rows that are too old cannot be removed',
    alerts: ['TesseraPurgeFailing'],
    withinMs: PURGE_MS,
    isBeside: true,
    async begin({ installation: { db, postgres } }) {
      const broken = connectAsAdmin(postgres.adminUrl);
      await broken.query(`
        CREATE FUNCTION refuse_removal() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'a removal that fails'; END $$;
        CREATE TRIGGER refuse_removal BEFORE DELETE ON notifications FOR EACH ROW EXECUTE FUNCTION refuse_removal();
        UPDATE notifications SET created_at = now() - interval '400 days'`);
      await broken.end();
      return () => db.query('DROP FUNCTION refuse_removal CASCADE');
    },
  },
  {
    title: 'the disk of database and servers is full',
    alerts: ['TesseraDiskLow', 'TesseraDatabaseDiskFull'],
    begin({ disk }) {
      const filler = new DiskFiller(path.join(disk, 'filling'));
      const filling = setInterval(() => filler.fill(), 100);
      return Promise.resolve(() => {
        clearInterval(filling);
        filler.free();
        return Promise.resolve();
      });
    },
  },
];
