import type { OpenAPIObject } from '@nestjs/swagger';
import { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { diagnose } from '../src/cli/doctor/doctor';
import { migrate } from '../src/platform/database/migrate';
import { ReadReplica } from '../src/platform/database/read-replica';
import { StandbyWatch } from '../src/platform/database/standby-watch';
import { Transactions, type Tx } from '../src/platform/database/transactions';
import { parseCsv } from '../src/platform/http/csv';
import { operationsOf } from '../src/platform/http/openapi/operations';
import { inRealm, type Scope, systemScope } from '../src/platform/realm-scope/scope';
import { startBeside, type TestApp } from './app';
import { admin, event, login, realm, site, user } from './factories';
import { oneOfEach } from './one-of-each';
import { makeTokens, tokenFor } from './operations';
import { type DatabaseProxy, openProxy } from './proxy';
import { startPair, type TestPair } from './standby';
import { until } from './work';

let pair: TestPair;
/** A server that reads the standby however late it is, and one that allows it three seconds. */
let patient: TestApp;
let strict: TestApp;
/** The way of the second one to the standby. */
let way: DatabaseProxy;
type Furnished = { realm: number; site: number; owner: string };
let mine: Furnished;
let other: Furnished;
const log: string[] = [];
/** The server that started last writes the log of all in this process. */
const logged = { write: (line: string) => void log.push(line) };
/** Reads that the standby served. */
const read = { patient: 0, strict: 0 };

const replicaOf = (app: TestApp) => app.nest.get(ReadReplica);
const isUsed = (app: TestApp) => until(() => Promise.resolve(replicaOf(app).isUp), 'the standby is used');
const metric = async (app: TestApp, name: string) => {
  const { body } = await app.http<string>('GET', '/metrics');
  return Number(new RegExp(`^${name.replace(/[{}]/g, '\\$&')} (\\S+)$`, 'm').exec(body)?.[1] ?? NaN);
};

/** A realm with an owner and one row of everything. */
async function furnish(name: string): Promise<Furnished> {
  const id = await realm(patient, { name });
  const siteId = await site(patient);
  await oneOfEach(patient, id, siteId, await event(patient, siteId));
  return { realm: id, site: siteId, owner: (await user(patient, 'realm_owner', id)).token };
}

/** A migrated pair, and what servers of its primary start beside. */
async function openPair(): Promise<{ opened: TestPair; shared: TestApp }> {
  const opened = await startPair();
  await migrate(opened.ownerUrl);
  const db = new Pool({ connectionString: opened.primary.adminUrl, max: 2 });
  db.on('error', () => undefined);
  return { opened, shared: { databaseUrl: opened.primary.serverUrl, db } as TestApp };
}

beforeAll(async () => {
  const { opened, shared } = await openPair();
  pair = opened;
  const hosts = new URL(pair.standby.serverUrl).host;
  // Both hosts: the standby is found.
  const DATABASE_READ_URL = pair.primary.serverUrl.replace(/(?<=@)[^/]+/, (primary) => `${primary},${hosts}`);
  way = await openProxy(pair.standby.serverUrl);
  patient = await startBeside(shared, { DATABASE_READ_URL, DATABASE_READ_MAX_LAG: '3600' });
  strict = await startBeside(
    shared,
    { DATABASE_READ_URL: way.url, DATABASE_READ_MAX_LAG: '3', LOG_LEVEL: 'info' },
    logged,
  );
  replicaOf(patient).onRead(() => (read.patient += 1));
  replicaOf(strict).onRead(() => (read.strict += 1));
  mine = await furnish('Quayside Desk');
  other = await furnish('Northgate Desk');
  await Promise.all([isUsed(patient), isUsed(strict)]);
});
afterAll(async () => {
  await patient.close();
  await strict.close();
  await patient.db.end();
  await way.cut();
  await pair.stop();
});

const dashboard = (app: TestApp, token = mine.owner) =>
  app.http<{ setup: { logins: number } }>('GET', '/api/dashboard', { token });

it('answers the reads that may lag by the standby, and no other', async () => {
  const { body: document } = await patient.http<OpenAPIObject>('GET', '/api/openapi.json');
  const tokens = await makeTokens(patient);
  const lagging: string[] = [];
  const exported: string[] = [];
  const notExported: string[] = [];
  for (const { method, path, operation } of operationsOf(document)) {
    if (method.toUpperCase() !== 'GET' || path.includes('stream')) continue;
    const as = tokenFor(operation['x-permission'] ?? '', tokens);
    const isList = JSON.stringify(operation.responses['200'] ?? {}).includes('text/csv');
    const ask = async (accept: string) => {
      const before = read.patient;
      const { status } = await patient.http('GET', path.replaceAll(/\{\w+\}/g, '1'), {
        token: as,
        headers: { Accept: accept },
      });
      return { status, byStandby: read.patient > before };
    };
    if ((await ask('application/json')).byStandby) lagging.push(path);
    if (!isList) continue;
    const { status, byStandby } = await ask('text/csv');
    if (status === 200) (byStandby ? exported : notExported).push(path);
  }
  expect(lagging).toEqual([
    '/api/audit',
    '/api/dashboard',
    '/api/dashboard/on-sales',
    '/api/dashboard/tasks-over-time',
    '/api/ledger',
    '/api/ledger/sums',
  ]);
  expect(exported.length).toBeGreaterThan(15);
  // The buttons of the sign-in page, what a publisher's program has just published, the maps of a dialog, and a file for an import.
  expect(notExported).toEqual([
    '/api/auth/providers',
    '/api/publishing/modules',
    '/api/sites/{id}/maps',
    '/api/sites/{siteId}/logins/import/sample',
  ]);
});

it('waits for the standby to have what was committed before', async () => {
  const watch = new StandbyWatch(patient.nest.get(DataSource), pair.standby.serverUrl, 30_000);
  await pair.onStandby('SELECT pg_wal_replay_pause()');
  const id = await login(patient, mine.realm, mine.site);
  let isOver = false;
  const waiting = watch.catchUp().then(() => (isOver = true));
  for (let look = 0; look < 5; look += 1)
    expect(await pair.onStandby(`SELECT FROM logins WHERE id = ${id}`)).toEqual([]);
  expect(isOver).toBe(false);
  await pair.onStandby('SELECT pg_wal_replay_resume()');
  await waiting;
  expect(await pair.onStandby(`SELECT FROM logins WHERE id = ${id}`)).toHaveLength(1);
  watch.close();
});

it("confines them to the caller's realm", async () => {
  const before = read.patient;
  for (const { realm: own, owner } of [mine, other]) {
    const { body: lines } = await patient.http<{ realm_id: number }[]>('GET', '/api/ledger', {
      token: owner,
    });
    expect(lines.map(({ realm_id }) => realm_id)).toEqual([own]);
    const { body: csv } = await patient.http<string>('GET', '/api/logins', {
      token: owner,
      headers: { Accept: 'text/csv' },
    });
    const [header = [], ...rows] = parseCsv(csv) ?? [];
    expect(new Set(rows.map((row) => row[header.indexOf('realm_id')]))).toEqual(new Set([String(own)]));
  }
  expect((await dashboard(patient, other.owner)).body.setup.logins).toBe(1);
  expect(read.patient).toBe(before + 5);

  const transactions = patient.nest.get(Transactions);
  const seen = async (scope: Scope) =>
    transactions.readAllowingLag(scope, (tx) =>
      tx.query(
        'SELECT pg_is_in_recovery() AS standby, current_user AS role, count(*)::int AS realms FROM realms',
      ),
    );
  const all = systemScope('test');
  expect(await seen(inRealm(all, mine.realm))).toEqual([{ standby: true, role: 'tessera_realm', realms: 1 }]);
  expect(await seen({ kind: 'none', actor: all.actor })).toMatchObject([{ standby: true, realms: 0 }]);
  expect(await seen(all)).toMatchObject([{ standby: true, role: 'tessera_all' }]);
});

it('lets the primary answer what the standby cancels or rejects', async () => {
  const reasons: string[] = [];
  replicaOf(patient).onFallback((reason) => reasons.push(reason));
  const transactions = patient.nest.get(Transactions);
  /** Reads, with something that only the standby does; returns whether it was the standby that answered. */
  const readWith = (onStandby: (tx: Tx) => Promise<unknown>) =>
    transactions.readAllowingLag(systemScope('test'), async (tx) => {
      const [row] = await tx.query<{ standby: boolean }>(
        'SELECT pg_is_in_recovery() AS standby, count(*) FROM sites',
      );
      if (row?.standby) await onStandby(tx);
      return row?.standby;
    });
  expect(await readWith((tx) => tx.query('SELECT 1 / 0'))).toBe(false);
  expect(await readWith((tx) => tx.query('SET LOCAL statement_timeout = 20; SELECT pg_sleep(9)'))).toBe(
    false,
  );
  await isUsed(patient);
  // The primary takes a lock that the read holds on the standby, which then ends the read.
  const configure = async (change: string) => {
    await pair.onStandby(`ALTER SYSTEM ${change}`);
    await pair.onStandby('SELECT pg_reload_conf()');
  };
  await configure('SET max_standby_streaming_delay = 0');
  const inConflict = await readWith(async (tx) => {
    const reading = tx.query('SELECT pg_sleep(9)');
    const isReading = async () =>
      (await pair.onStandby("SELECT FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(9)'")).length > 0;
    await until(isReading, 'it reads');
    await Promise.all([
      reading,
      patient.db.query('BEGIN; LOCK TABLE sites IN ACCESS EXCLUSIVE MODE; COMMIT'),
    ]);
  });
  await configure('RESET max_standby_streaming_delay');
  expect(inConflict).toBe(false);
  expect(reasons).toEqual(['error', 'cancelled', 'cancelled']);
  await isUsed(patient);
  const writing = transactions.readAllowingLag(systemScope('test'), (tx) => tx.execute('DELETE FROM realms'));
  await expect(writing).rejects.toMatchObject({ code: '25006' });
});

it('is found by the doctor to follow the primary', async () => {
  const findings = await diagnose({
    DATABASE_URL: pair.primary.serverUrl,
    DATABASE_READ_URL: pair.standby.serverUrl,
    TOKEN_SECRET: 'Zq8-random-enough-for-a-test-0123456789',
    SEALING_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
  });
  expect(findings).toContainEqual({
    level: 'ok',
    text: 'The standby for reads that may lag follows the primary',
  });
});

it('joins the transaction around it', async () => {
  const transactions = patient.nest.get(Transactions);
  const all = systemScope('test');
  const place = await transactions.runAmbient(all, () =>
    transactions.readAllowingLag(all, (tx) => tx.query('SELECT pg_is_in_recovery() AS standby')),
  );
  expect(place).toEqual([{ standby: false }]);
});

/** What was logged since the last call. */
const warnings = () =>
  log
    .splice(0)
    .map((line) => JSON.parse(line) as { component: string; msg: string })
    .filter(({ component }) => component === 'read replica')
    .map(({ msg }) => msg);

it('reads the primary when the standby is too far behind, until it has caught up', async () => {
  warnings();
  await pair.onStandby('SELECT pg_wal_replay_pause()');
  const { logins } = (await dashboard(strict)).body.setup;
  await login(patient, mine.realm, mine.site);
  // Within its limit the standby answers with what it has, and all other reads are the primary's.
  expect((await dashboard(patient)).body.setup.logins).toBe(logins);
  expect((await patient.http<object[]>('GET', '/api/logins', { token: mine.owner })).body).toHaveLength(
    logins + 1,
  );
  await until(async () => (await dashboard(strict)).body.setup.logins === logins + 1, 'the primary answers');
  expect(await metric(strict, 'tessera_database_read_replica_up')).toBe(0);
  expect(await metric(strict, 'tessera_database_read_replica_lag_seconds')).toBeGreaterThan(3);
  expect(await metric(strict, 'tessera_database_read_replica_fallbacks_total{reason="lag"}')).toBeGreaterThan(
    0,
  );
  await pair.onStandby('SELECT pg_wal_replay_resume()');
  await isUsed(strict);
  expect(await metric(strict, 'tessera_database_read_replica_up')).toBe(1);
  expect((await dashboard(strict)).body.setup.logins).toBe(logins + 1);
  // Once for each change, not for each read.
  expect(warnings()).toEqual([
    'The read replica is left aside: it is too far behind. The primary answers its reads',
    'The read replica is used again',
  ]);
});

it('reads the primary without an error when the standby dies, and the standby again when it is back', async () => {
  let isOver = false;
  const statuses = new Set<number>();
  const asking = Promise.all(
    [patient, strict].map(async (app) => {
      while (!isOver) statuses.add((await dashboard(app)).status);
    }),
  );
  // One server gets a reset of its connections, the other one no response any more.
  way.forget();
  await pair.killStandby();
  await until(() => Promise.resolve(!replicaOf(patient).isUp && !replicaOf(strict).isUp), 'it is left aside');
  await pair.startStandby();
  await Promise.all([isUsed(patient), isUsed(strict)]);
  isOver = true;
  await asking;
  expect([...statuses]).toEqual([200]);
  const before = read.strict;
  await dashboard(strict);
  expect(read.strict).toBe(before + 1);
});

it('reads the primary when the standby is promoted', async () => {
  // A pair of its own: no standby is left afterwards.
  const { opened, shared } = await openPair();
  const app = await startBeside(
    shared,
    { DATABASE_READ_URL: opened.standby.serverUrl, LOG_LEVEL: 'info' },
    logged,
  );
  const { token } = await admin(app);
  await isUsed(app);
  let reads = 0;
  replicaOf(app).onRead(() => (reads += 1));
  expect((await dashboard(app, token)).status).toBe(200);
  expect(reads).toBe(1);
  await opened.onStandby('SELECT pg_promote()');
  expect((await dashboard(app, token)).status).toBe(200);
  expect([reads, replicaOf(app).isUp]).toEqual([1, false]);
  await app.close();
  await shared.db.end();
  await opened.stop();
});
