import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { startApp, type TestApp } from '../../../test/app';
import { selfSigned } from '../../../test/certificate';
import { makeRelease, writeRelease } from '../../../test/module-release';
import { databaseUrl, type TestPostgres } from '../../../test/postgres';
import { publishedModule } from '../../../test/published-module';
import { makeWebFolder } from '../../../test/web-folder';
import { judgeRoom } from './backups';
import { longTransactions } from './database';
import { diagnose } from './doctor';
import { findForeign } from './modules';
import { checkWeb, judgeCertificate } from './web';

const postgres = JSON.parse(process.env.TEST_POSTGRES ?? '{}') as TestPostgres;
const store = mkdtempSync(path.join(tmpdir(), 'tessera-doctor-'));
const web = makeWebFolder();
let app: TestApp;
let env: Record<string, string>;

/** The database of the app, as another role. */
const as = (url: string) => databaseUrl(url, path.basename(new URL(app.databaseUrl).pathname));
const find = async (changes: Record<string, string> = {}, url?: string) =>
  diagnose({ ...env, ...changes }, { url });
/** The faults that are found with these settings, each with its advice. */
const faults = async (changes?: Record<string, string>, url?: string) =>
  (await find(changes, url)).flatMap(({ level, text, advice }) =>
    level === 'ok' ? [] : [`${text} | ${advice ?? ''}`],
  );
/** Runs SQL that plants a fault as the superuser, and SQL that takes it back. */
async function planted(sql: string, undo: string, work: () => Promise<void>): Promise<void> {
  await app.db.query(sql);
  try {
    await work();
  } finally {
    await app.db.query(undo);
  }
}

beforeAll(async () => {
  const MODULES = writeRelease(
    path.join(store, 'built'),
    makeRelease({ name: 'mf-examined' }, { 'app.0123456789abcdef.js': 'export {};' }),
  );
  app = await startApp({ MODULE_STORE: store, MODULES });
  env = {
    DATABASE_URL: app.databaseUrl,
    TOKEN_SECRET: 'Zq8-random-enough-for-a-test-0123456789',
    SEALING_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
    VAPID_PUBLIC_KEY: 'a',
    VAPID_PRIVATE_KEY: 'b',
    DATA_DIR: store,
    MODULE_STORE: store,
    WEB_DIR: web,
  };
  await app.db.query(
    "INSERT INTO backups VALUES (gen_random_uuid(), 'archive', now() - interval '1 hour', now(), 1, now())",
  );
});
afterAll(async () => {
  await app.close();
  for (const folder of [store, web]) rmSync(folder, { recursive: true, force: true });
});

it('finds nothing wrong with a sound installation', async () => {
  const found = await find();
  expect(found.filter(({ level, text }) => level !== 'ok' && !text.includes('connections are used'))).toEqual(
    [],
  );
  expect(found.length).toBeGreaterThan(10);
});

it('names every setting that the server would not start with', async () => {
  expect(await faults({ PORT: 'http', TOKEN_SECRET: 'short' })).toEqual([
    expect.stringContaining('PORT must be a whole number'),
    expect.stringContaining('TOKEN_SECRET must have at least 32 characters'),
  ]);
});

it('finds a secret that is easy to guess, and says that everybody signs in again', async () => {
  expect(await faults({ TOKEN_SECRET: 'a'.repeat(40) })).toContainEqual(
    expect.stringMatching(/TOKEN_SECRET is easy to guess.*openssl rand.*signs in again/),
  );
});

it('finds a proxy setting that trusts everybody, and metrics that nobody can read', async () => {
  const found = await faults({ TRUST_PROXY: '0.0.0.0/0' });
  expect(found).toContainEqual(expect.stringMatching(/trusts every address.*proxy's own address/));
  expect(found).toContainEqual(expect.stringMatching(/\/metrics is closed.*METRICS_TOKEN/));
});

it('finds that the server sends no pages', async () => {
  expect(await faults({ WEB_DIR: '' })).toEqual([
    expect.stringMatching(/sends no pages: WEB_DIR is not set.*folder of the built shell/),
  ]);
});

it('finds that no module is published', async () => {
  const empty = await startApp();
  const found = await faults({ DATABASE_URL: empty.databaseUrl, MODULE_STORE: path.join(store, 'none') });
  expect(found).toContainEqual(expect.stringMatching(/No module is published.*MODULES.*publish/));
  expect(found).toContainEqual(expect.stringMatching(/is not there, or can't be read/));
  await empty.close();
});

it('finds a database that is not there, a wrong password and a wrong name', async () => {
  expect(await faults({ DATABASE_URL: 'postgres://tessera_server:x@127.0.0.1:1/tessera' })).toContainEqual(
    expect.stringMatching(/can't be reached.*Start PostgreSQL/),
  );
  const wrong = new URL(app.databaseUrl);
  wrong.password = 'guessed';
  expect(await faults({ DATABASE_URL: wrong.href })).toContainEqual(
    expect.stringMatching(/password authentication failed.*tessera roles/),
  );
  expect(await faults({ DATABASE_URL: databaseUrl(app.databaseUrl, 'nowhere') })).toContainEqual(
    expect.stringMatching(/does not exist.*tessera roles creates it/),
  );
});

it('finds a server that signs in as superuser or as owner', async () => {
  expect(await faults({ DATABASE_URL: as(postgres.adminUrl) })).toContainEqual(
    expect.stringMatching(/signs in as postgres, whom row security does not bind.*tessera_server/),
  );
  expect(await faults({ DATABASE_URL: as(postgres.url) })).toContainEqual(
    expect.stringMatching(/signs in as tessera, who may change the tables.*tessera_server/),
  );
});

it('finds a direct address that leads elsewhere, so that notifications do not arrive', async () => {
  const DATABASE_DIRECT_URL = databaseUrl(postgres.adminUrl, 'postgres');
  expect(await faults({ DATABASE_DIRECT_URL })).toContainEqual(
    expect.stringMatching(/Notifications do not arrive.*another database/),
  );
});

it('finds a standby for reads that is none, is a copy of another database, or does not answer', async () => {
  expect(await faults({ DATABASE_READ_URL: app.databaseUrl })).toContainEqual(
    expect.stringMatching(/DATABASE_READ_URL leads to no standby.*set DATABASE_READ_URL to a standby/),
  );
  const another = await startApp();
  expect(await faults({ DATABASE_READ_URL: another.databaseUrl })).toContainEqual(
    expect.stringMatching(/no copy of the database in DATABASE_URL.*pg_basebackup/),
  );
  await another.close();
  const DATABASE_READ_URL = 'postgres://tessera_server:x@127.0.0.1:1/tessera';
  expect(await faults({ DATABASE_READ_URL })).toContainEqual(
    expect.stringMatching(/The standby in DATABASE_READ_URL can't be read.*servers read the primary/),
  );
  expect(await faults({ DATABASE_READ_URL: as(postgres.adminUrl) })).toContainEqual(
    expect.stringMatching(/at the standby as postgres, whom row security does not bind.*tessera_server/),
  );
});

it('finds migrations that have not run, and tables of a newer version', async () => {
  await planted(
    "CREATE TABLE kept AS SELECT * FROM migrations; DELETE FROM migrations WHERE name LIKE 'WireNames%'",
    'INSERT INTO migrations SELECT * FROM kept ON CONFLICT DO NOTHING; DROP TABLE kept',
    async () =>
      expect(await faults()).toContainEqual(
        expect.stringMatching(/1 migrations have not run: WireNames.*tessera migrate/),
      ),
  );
  await planted(
    "INSERT INTO migrations (timestamp, name) VALUES (1, 'Later1763600099999')",
    "DELETE FROM migrations WHERE name = 'Later1763600099999'",
    async () =>
      expect(await faults()).toContainEqual(
        expect.stringMatching(/newer version: Later.*Start that version/),
      ),
  );
});

it('finds an index whose build was interrupted', async () => {
  await planted(
    "CREATE INDEX half_built ON sites (name); UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'half_built'::regclass",
    'DROP INDEX half_built',
    async () =>
      expect(await faults()).toContainEqual(
        expect.stringMatching(/half_built is not complete.*REINDEX INDEX CONCURRENTLY/),
      ),
  );
});

it('finds a month without its partition', async () => {
  const { rows } = await app.db.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE i.inhparent = 'audit'::regclass AND pg_get_expr(c.relpartbound, c.oid) <> 'DEFAULT'`,
  );
  const names = rows.map(({ name }) => `partitions."${name}"`);
  const bounds = await Promise.all(
    names.map(async (name) => {
      const found = await app.db.query<{ bound: string }>(
        'SELECT pg_get_expr(relpartbound, oid) AS bound FROM pg_class WHERE oid = $1::regclass',
        [name],
      );
      return found.rows[0]?.bound ?? '';
    }),
  );
  await planted(
    names.map((name) => `ALTER TABLE audit DETACH PARTITION ${name}`).join(';'),
    names.map((name, at) => `ALTER TABLE audit ATTACH PARTITION ${name} ${bounds[at] ?? ''}`).join(';'),
    async () =>
      expect(await faults()).toContainEqual(
        expect.stringMatching(/no partition for the next month: audit.*retention/),
      ),
  );
});

it('finds secrets whose key is missing, and keys that must not be removed yet', async () => {
  await planted(
    `INSERT INTO second_factors (user_id, secrets) SELECT id, '{"key":"old","data_key":"x","fields":{},"hints":{}}' FROM users LIMIT 1`,
    'DELETE FROM second_factors',
    async () => {
      expect(await faults()).toContainEqual(
        expect.stringMatching(/1 secrets are sealed by the key old.*Add that key/),
      );
      const SEALING_KEYS = `${env.SEALING_KEYS ?? ''},old:${Buffer.alloc(32, 8).toString('base64')}`;
      expect(await faults({ SEALING_KEYS })).toContainEqual(
        expect.stringMatching(/another key than the first.*seal-rotate/),
      );
    },
  );
});

it('judges the room on a disk', () => {
  expect(judgeRoom('/data', 0.5).level).toBe('ok');
  expect(judgeRoom('/data', 0.1)).toMatchObject({
    level: 'warning',
    text: '10 % of the disk of /data is free',
  });
  expect(judgeRoom('/data', 0.01).level).toBe('error');
});

it('finds workers that were lost, and work that nobody does', async () => {
  await planted(
    `WITH t AS (INSERT INTO worker_tokens (name, token_hash) VALUES ('a', 'doctor') RETURNING id)
     INSERT INTO workers (token_id, name, last_seen_at) SELECT id, 'harbour-1', now() - interval '5 minutes' FROM t`,
    'DELETE FROM workers; DELETE FROM worker_tokens',
    async () =>
      expect(await faults()).toContainEqual(
        expect.stringMatching(/1 workers were lost within a day: harbour-1.*log/),
      ),
  );
});

it('finds that there is no backup, an old one, and one that was never verified', async () => {
  await planted(
    'CREATE TABLE kept AS SELECT * FROM backups; DELETE FROM backups',
    'INSERT INTO backups SELECT * FROM kept; DROP TABLE kept',
    async () =>
      expect(await faults()).toContainEqual(expect.stringMatching(/There is no backup.*tessera backup/)),
  );
  await planted(
    "UPDATE backups SET finished_at = now() - interval '40 hours', verified_at = NULL",
    'UPDATE backups SET finished_at = now(), verified_at = now()',
    async () => {
      const found = await faults();
      expect(found).toContainEqual(expect.stringMatching(/newest backup is 40 h old.*timer/));
      expect(found).toContainEqual(expect.stringMatching(/No backup was ever restored.*verify-backup/));
    },
  );
});

it('finds a transaction that nobody ends', async () => {
  const idle = new Client({ connectionString: as(postgres.url), application_name: 'forgotten' });
  await idle.connect();
  await idle.query('BEGIN; SELECT 1');
  const client = new Client({ connectionString: as(postgres.adminUrl) });
  await client.connect();
  const found = await longTransactions({ client }, 0);
  expect(found).toContainEqual(
    expect.objectContaining({
      text: expect.stringMatching(/\(forgotten\) has a transaction open/) as string,
      advice: expect.stringContaining('pg_terminate_backend') as string,
    }),
  );
  await client.end();
  await idle.end();
});

describe('the address that people use', () => {
  const answer = (headers: Record<string, string>, status = 200) =>
    ((_, response) => {
      response.writeHead(status, headers).end('{}');
    }) as Parameters<typeof createHttpServer>[1];
  const serve = async (
    server: ReturnType<typeof createHttpServer>,
    work: (port: number) => Promise<void>,
  ) => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      await work((server.address() as AddressInfo).port);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  };

  it('has no TLS', async () => {
    await serve(createHttpServer(answer({ 'x-request-id': '1' })), async (port) =>
      expect(await faults({}, `http://127.0.0.1:${port}`)).toContainEqual(
        expect.stringMatching(/has no TLS.*install.md/),
      ),
    );
  });

  it('has a certificate that browsers reject, and a proxy that does not say https', async () => {
    await serve(
      createHttpsServer(selfSigned(['localhost']), answer({ 'x-request-id': '1' })),
      async (port) => {
        const found = await faults({}, `https://localhost:${port}`);
        expect(found).toContainEqual(
          expect.stringMatching(/do not trust the certificate of localhost.*authority/),
        );
        expect(found).toContainEqual(
          expect.stringMatching(/do not know that people use https.*X-Forwarded-Proto/),
        );
      },
    );
  });

  it('has a certificate that has expired, or soon will', () => {
    const until = { valid_to: 'Nov 30 12:00:00 2026 GMT' };
    expect(judgeCertificate('a', until, null, Date.parse('2026-12-02'))).toMatchObject({ level: 'error' });
    expect(judgeCertificate('a', until, null, Date.parse('2026-11-25'))).toMatchObject({
      level: 'warning',
      text: 'The certificate of a expires in 5 days',
    });
    expect(judgeCertificate('a', until, null, Date.parse('2026-10-01')).level).toBe('ok');
  });

  it('is not answered, or by no server of ours', async () => {
    expect(await faults({}, 'http://127.0.0.1:1')).toContainEqual(
      expect.stringMatching(/does not answer.*proxy running/),
    );
    await serve(createHttpServer(answer({}, 502)), async (port) =>
      expect(await faults({}, `http://127.0.0.1:${port}`)).toContainEqual(
        expect.stringMatching(/answers 502.*readyz/),
      ),
    );
    await serve(createHttpServer(answer({})), async (port) =>
      expect(await faults({}, `http://127.0.0.1:${port}`)).toContainEqual(
        expect.stringMatching(/not answered by Tessera/),
      ),
    );
  });

  it('takes connections and does not answer', async () => {
    await serve(
      createHttpServer(() => undefined),
      async (port) =>
        expect(await checkWeb({ url: `http://127.0.0.1:${port}` }, 200)).toContainEqual({
          level: 'error',
          text: `http://127.0.0.1:${port} takes a connection and does not answer within 0.2 s`,
          advice: expect.stringContaining('hangs') as string,
        }),
    );
  });
});

it('says what is wrong even when a check can not run', async () => {
  writeFileSync(path.join(store, 'file'), '');
  expect(await faults({ MODULE_STORE: path.join(store, 'file') })).toContainEqual(
    expect.stringContaining('MODULE_STORE'),
  );
});

it('finds a store that is missing, and files that are missing or changed', async () => {
  expect(await faults({ MODULE_STORE: path.join(store, 'none') })).toContainEqual(
    expect.stringMatching(/is not there, or can't be read.*Mount the folder/),
  );
  const other = await startApp();
  const { name } = await publishedModule(other, { versions: ['1.0.0'] });
  expect(await faults({ DATABASE_URL: other.databaseUrl })).toContainEqual(
    expect.stringMatching(new RegExp(`files of ${name} 1.0.0 are missing or changed.*Restore these files`)),
  );
  await other.close();
});

it('finds a store that root restored and the servers may not read', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tessera-foreign-'));
  const sub = path.join(folder, 'ab');
  mkdirSync(sub, { mode: 0o700 });
  const { uid } = statSync(folder);
  expect(await findForeign(folder, uid)).toBeNull();
  expect(await findForeign(folder, uid + 1)).toMatchObject({
    level: 'error',
    text: expect.stringContaining(`belongs to user ${uid}`) as string,
    advice: expect.stringContaining(`chown -R ${uid + 1}: ${folder}`) as string,
  });
  for (const one of [folder, sub]) chmodSync(one, 0o755);
  expect(await findForeign(folder, uid + 1)).toBeNull();
  rmSync(folder, { recursive: true });
});
