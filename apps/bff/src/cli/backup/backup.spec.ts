import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Transform } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, Pool } from 'pg';
import { ADMIN, moduleStoreOf, startApp, startBeside, type TestApp } from '../../../test/app';
import { defined } from '../../../test/defined';
import { dump } from '../../../test/dump';
import { event, realm, signIn, site, user } from '../../../test/factories';
import { makeRelease, writeRelease } from '../../../test/module-release';
import { oneOfEach } from '../../../test/one-of-each';
import { createDatabase, databaseUrl, dropDatabase, type TestPostgres } from '../../../test/postgres';
import { openProxy } from '../../../test/proxy';
import { startS3 } from '../../../test/s3-server';
import { openStore, sha256Of } from '../../modules';
import { createBackup } from './backup';
import { readBackupFile, readBuffer } from './backup-file';
import { restoreBackup } from './restore';
import { listTables, readTable, RowChecksum } from './tables';
import { verifyBackup } from './verify-backup.command';

const postgres = JSON.parse(process.env.TEST_POSTGRES ?? '{}') as TestPostgres;
const passphrase = 'copper kettle under seven stairs';
const encryption = { passphrase, workFactor: 10 };
const folder = mkdtempSync(path.join(tmpdir(), 'tessera-backup-'));
const file = path.join(folder, 'first.backup.age');
const moduleFile = Buffer.from('export {};');
const release = makeRelease(
  { name: 'mf-kept', version: '1.0.0-g0123456789' },
  { 'app.0123456789abcdef.js': 'console.log("a module that is kept")' },
);
const served = `/modules/${release.manifest.name}/${release.manifest.version}/app.0123456789abcdef.js`;
const databases: string[] = [];

let app: TestApp;
let before: Map<string, string>;

/** The address of an empty database, for the owner or another role. */
async function emptyDatabase(): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  databases.push(name);
  await createDatabase(postgres, name);
  return name;
}
const storeOf = (url: string) => openStore({ moduleStore: { folder: moduleStoreOf(url) } });
const adminUrl = () => databaseUrl(postgres.adminUrl, path.basename(new URL(app.databaseUrl).pathname));
const backUp = (to = file, url = adminUrl()) =>
  createBackup({
    databaseUrl: url,
    file: to,
    encryption,
    settings: { SEALING_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`, METRICS_TOKEN: 'a secret' },
    store: storeOf(app.databaseUrl),
  });
async function restore(from = file, given = passphrase): Promise<string> {
  const name = await emptyDatabase();
  const url = databaseUrl(postgres.url, name);
  await restoreBackup({ file: from, passphrase: given, databaseUrl: url, store: storeOf(url) });
  return name;
}
async function withRestored<T>(name: string, work: (db: Pool) => Promise<T>): Promise<T> {
  const db = new Pool({ connectionString: databaseUrl(postgres.adminUrl, name), max: 1 });
  try {
    return await work(db);
  } finally {
    await db.end();
  }
}

beforeAll(async () => {
  app = await startApp({ MODULES: writeRelease(mkdtempSync(path.join(folder, 'modules-')), release) });
  for (let made = 0; made < 2; made += 1) {
    const siteId = await site(app);
    const realmId = await realm(app);
    await oneOfEach(app, realmId, siteId, await event(app, siteId));
    const { token } = await user(app, 'realm_owner', realmId);
    const body = { email: 'sealed@quayside.example', password: 'a secret of the site' };
    await app.http('POST', `/api/sites/${siteId}/logins`, { token, body });
  }
  await storeOf(app.databaseUrl).put(sha256Of(moduleFile), moduleFile);
  before = await dump(app);
  await backUp();
});
afterAll(async () => {
  await app.close();
  for (const name of databases) await dropDatabase(postgres, name);
  rmSync(folder, { recursive: true, force: true });
});

/** Tables whose rows differ on purpose: the restore raises the versions, the backup records itself. */
const changed = /^public\.(list_versions|backups)$|^pgboss\./;

it('restores every row of every table, the sequences and the files of modules', async () => {
  const name = await restore();
  await withRestored(name, async (db) => {
    const after = await dump({ db } as TestApp);
    expect([...after.keys()]).toEqual([...before.keys()]);
    const different = [...after].filter(
      ([table, rows]) => !changed.test(table) && rows !== before.get(table),
    );
    expect(different.map(([table]) => table)).toEqual([]);
    expect(
      [...before].filter(([table, rows]) => table.startsWith('public.') && rows !== '').length,
    ).toBeGreaterThan(25);
    const { rows: last } = await db.query<{ id: number }>('SELECT max(id) AS id FROM realms');
    const { rows } = await db.query<{ id: number }>(
      "INSERT INTO realms (name) VALUES ('The first one after') RETURNING id",
    );
    expect(defined(rows[0]).id).toBeGreaterThan(defined(last[0]).id);
  });
  expect(await storeOf(databaseUrl(postgres.url, name)).read(sha256Of(moduleFile))).toEqual(moduleFile);
});

/** Sends the last bytes of each response later: the number of rows of a COPY and that the server is ready. */
const lateEnds = () =>
  new Transform({
    transform(chunk: Buffer, _, done) {
      const LATE = 'C....COPY 1.Z.....'.length;
      if (chunk.length > LATE) this.push(chunk.subarray(0, -LATE));
      void delay(2).then(() => done(null, chunk.subarray(-LATE)));
    },
  });

it('counts the rows also where the end of a response comes later than its rows', async () => {
  const proxy = await openProxy(adminUrl(), lateEnds);
  const late = path.join(folder, 'late.backup.age');
  await backUp(late, proxy.url);
  await restore(late);
  const [client, direct] = [new Client(proxy.url), new Client(adminUrl())];
  for (const one of [client, direct]) await one.connect();
  for (const table of await listTables(direct))
    expect(await readTable(client, table)).toEqual(await readTable(direct, table));
  await Promise.all([client.end(), direct.end()]);
  await proxy.cut();
});

it('restores the rules too: row security, triggers and foreign keys are as in a migrated database', async () => {
  const rules = (db: Pool) =>
    db.query<{ rule: string }>(
      `SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated AS rule FROM pg_constraint
       UNION ALL SELECT tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
       UNION ALL SELECT oid::regclass || ' ' || relrowsecurity || relforcerowsecurity FROM pg_class WHERE relkind IN ('r', 'p')
       ORDER BY 1`,
    );
  const { rows: original } = await rules(app.db);
  const { rows: restored } = await withRestored(await restore(), rules);
  expect(restored).toEqual(original);
});

it('lets people sign in on the restored installation, which serves its modules', async () => {
  const name = await restore();
  await withRestored(name, async (db) => {
    const restored = await startBeside({ databaseUrl: databaseUrl(postgres.serverUrl, name), db } as TestApp);
    try {
      expect((await restored.http('GET', '/readyz')).status).toBe(200);
      await signIn(restored, ADMIN.email, ADMIN.password);
      const [response, original] = await Promise.all(
        [restored.url, app.url].map((url) => fetch(url + served)),
      );
      expect(response?.status).toBe(200);
      expect(await response?.text()).toBe(await original?.text());
    } finally {
      await restored.close();
    }
  });
});

it('records itself, so that its age can be seen', async () => {
  const { rows } = await app.db.query<{ kind: string; bytes: string; finished: boolean }>(
    'SELECT kind, bytes, finished_at > started_at AS finished FROM backups ORDER BY finished_at LIMIT 1',
  );
  expect(rows).toEqual([{ kind: 'archive', bytes: String(readFileSync(file).length), finished: true }]);
});

it('is encrypted: neither names nor secrets are in the file, and another passphrase does not open it', async () => {
  const content = readFileSync(file).toString('latin1');
  for (const text of ['quayside', 'a secret', 'tasks', 'header.json']) expect(content).not.toContain(text);
  await expect(restore(file, 'another passphrase than that')).rejects.toThrow('passphrase');
  await expect(restore(`${file}.missing`)).rejects.toThrow('no such file');
});

const damage: [string, (bytes: Buffer) => Buffer][] = [
  ['cut off by a byte', (bytes) => bytes.subarray(0, -1)],
  ['cut off at half', (bytes) => bytes.subarray(0, bytes.length / 2)],
  ['cut off after its first kilobyte', (bytes) => bytes.subarray(0, 1024)],
  ['changed in a byte near the end', (bytes) => flip(bytes, bytes.length - 40)],
  ['changed in a byte in the middle', (bytes) => flip(bytes, Math.floor(bytes.length / 2))],
  ['longer by a byte', (bytes) => Buffer.concat([bytes, Buffer.from([0])])],
  ['empty', () => Buffer.alloc(0)],
];
function flip(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = defined(copy[at]) ^ 1;
  return copy;
}

it.each(damage)('refuses a file that is %s, and leaves no row behind', async (_, damageOf) => {
  const damaged = path.join(folder, 'damaged.backup.age');
  writeFileSync(damaged, damageOf(readFileSync(file)));
  const name = await emptyDatabase();
  const url = databaseUrl(postgres.url, name);
  await expect(restoreBackup({ file: damaged, passphrase, databaseUrl: url, store: null })).rejects.toThrow(
    /damaged or was cut off|can't be opened|ends too early/,
  );
  await withRestored(name, async (db) => {
    const rows = await dump({ db } as TestApp);
    expect(rows.get('public.users') ?? '').toBe('');
  });
});

it('rejects a database that is not empty', async () => {
  const request = { file, passphrase, databaseUrl: app.databaseUrl, store: null };
  await expect(restoreBackup(request)).rejects.toThrow('not empty');
});

it('leaves the database empty when the files of modules have nowhere to go', async () => {
  const target = { file, passphrase, databaseUrl: databaseUrl(postgres.url, await emptyDatabase()) };
  const closed = openStore({ moduleStore: { folder: '/dev/null/store' } });
  await expect(restoreBackup({ ...target, store: closed })).rejects.toThrow('ENOTDIR');
  expect((await restoreBackup({ ...target, store: null })).rows).toBeGreaterThan(0);
});

it('rejects a role that row security binds, instead of backing up empty tables', async () => {
  for (const url of [app.databaseUrl, databaseUrl(postgres.url, path.basename(new URL(adminUrl()).pathname))])
    await expect(backUp(path.join(folder, 'bound.backup.age'), url)).rejects.toThrow('row security');
  expect(readdirSync(folder).filter((name) => name.startsWith('bound'))).toEqual([]);
});

it('leaves no file behind when it fails', async () => {
  const failing = storeOf(app.databaseUrl);
  jest.spyOn(failing, 'read').mockRejectedValue(new Error('the store is gone'));
  const to = path.join(folder, 'failed.backup.age');
  await expect(
    createBackup({ databaseUrl: adminUrl(), file: to, encryption, settings: {}, store: failing }),
  ).rejects.toThrow('the store is gone');
  expect(readdirSync(folder).filter((name) => name.startsWith('failed'))).toEqual([]);
});

it('is one state of all tables while others write', async () => {
  await app.db.query('CREATE TABLE pair_a (id int PRIMARY KEY); CREATE TABLE pair_b (id int PRIMARY KEY)');
  await app.db.query('GRANT SELECT ON pair_a, pair_b TO PUBLIC');
  const writing = { stopped: false };
  let written = 0;
  const writer = (async () => {
    while (!writing.stopped) {
      written += 1;
      await app.db.query(
        `WITH first AS (INSERT INTO pair_a VALUES (${written})) INSERT INTO pair_b VALUES (${written})`,
      );
    }
  })();
  const to = path.join(folder, 'load.backup.age');
  try {
    await backUp(to);
  } finally {
    writing.stopped = true;
    await writer;
    await app.db.query('DROP TABLE pair_a, pair_b');
  }
  const parts = new Map<string, string>();
  await readBackupFile(to, passphrase, async (name, content) => {
    const [, table = ''] = name.split('/');
    if (table.startsWith('public.pair_'))
      parts.set(table, (parts.get(table) ?? '') + (await readBuffer(content)).toString());
  });
  expect(written).toBeGreaterThan(0);
  expect(parts.get('public.pair_a')).toBe(parts.get('public.pair_b'));
});

it('is verified aside: the rows are compared, the secrets opened, and the database is empty again', async () => {
  const sealingKeys = `test:${Buffer.alloc(32, 7).toString('base64')}`;
  const of = async (name: string, keys: string) => {
    const to = path.join(folder, `${name}.backup.age`);
    const { missingKeys } = await createBackup({
      databaseUrl: adminUrl(),
      file: to,
      encryption,
      settings: { SEALING_KEYS: keys },
      store: storeOf(app.databaseUrl),
    });
    return { to, missingKeys };
  };
  const aside = databaseUrl(postgres.url, await emptyDatabase());
  const whole = await of('whole', sealingKeys);
  expect(whole.missingKeys).toEqual([]);
  const stages: string[] = [];
  const { tables } = await verifyBackup({
    file: whole.to,
    passphrase,
    databaseUrl: aside,
    onStage: (line) => stages.push(line),
  });
  expect(tables).toBeGreaterThan(50);
  expect(stages).toEqual([
    `Reading ${whole.to}`,
    'Migrating an empty database',
    expect.stringContaining(`Restoring ${tables} tables of `),
    'Comparing the rows with those of the backup',
    'Opening all secrets',
  ]);
  const keyless = await of('keyless', `other:${Buffer.alloc(32, 8).toString('base64')}`);
  expect(keyless.missingKeys).toEqual(['test']);
  await expect(verifyBackup({ file: keyless.to, passphrase, databaseUrl: aside })).rejects.toThrow(
    "don't open all secrets",
  );
  await withRestored(path.basename(new URL(aside).pathname), async (db) =>
    expect((await dump({ db } as TestApp)).size).toBe(0),
  );
});

it('is never verified in the database of an installation', async () => {
  const own = databaseUrl(postgres.url, path.basename(new URL(app.databaseUrl).pathname));
  await expect(verifyBackup({ file, passphrase, databaseUrl: own })).rejects.toThrow('not empty');
  expect((await app.http('GET', '/readyz')).status).toBe(200);
});

it('leaves no file when it is stopped', async () => {
  const stopped = AbortSignal.abort(new Error('It was stopped.'));
  const to = path.join(folder, 'stopped.backup.age');
  await expect(
    createBackup({
      databaseUrl: adminUrl(),
      file: to,
      encryption,
      settings: {},
      store: storeOf(app.databaseUrl),
      signal: stopped,
    }),
  ).rejects.toThrow('stopped');
  expect(readdirSync(folder).filter((name) => name.startsWith('stopped'))).toEqual([]);
});

it('notices a row that differs, in whatever order and parts rows come', () => {
  const checksum = (...parts: string[]) => {
    const rows = new RowChecksum();
    for (const part of parts) rows.update(Buffer.from(part));
    return rows.value;
  };
  const usual = checksum('1\tone\n2\ttwo\n');
  expect(checksum('2\ttwo\n1\tone\n')).toBe(usual);
  expect(checksum('1\to', 'ne\n2\ttwo', '\n')).toBe(usual);
  expect(checksum('1\tone\n2\ttwi\n')).not.toBe(usual);
});

it('divides a large table between rows', async () => {
  const to = path.join(folder, 'parts.backup.age');
  const realmId = await realm(app);
  // Rows of many sizes, so that what a socket gives at a time ends within rows.
  await app.db.query(
    `INSERT INTO notifications (realm_id, user_id, topic, title, body)
     SELECT $1, u.id, 'test', 'Many', repeat('x', (n * 7919) % 2000) FROM generate_series(1, 1500) n, (SELECT id FROM users LIMIT 1) u`,
    [realmId],
  );
  await createBackup({
    databaseUrl: adminUrl(),
    file: to,
    encryption,
    settings: {},
    store: storeOf(app.databaseUrl),
    partBytes: 100_000,
  });
  const ends: string[] = [];
  await readBackupFile(to, passphrase, async (name, content) => {
    if (name.startsWith('tables/public.notifications/'))
      ends.push((await readBuffer(content)).toString().slice(-1));
  });
  expect(ends.length).toBeGreaterThan(5);
  expect(new Set(ends)).toEqual(new Set(['\n']));
  await restore(to);
});

it('moves the files of modules between a bucket and a folder', async () => {
  const s3 = await startS3();
  try {
    const bucket = openStore({ moduleStore: { s3: s3.settings } });
    await bucket.put(sha256Of(moduleFile), moduleFile);
    const to = path.join(folder, 'bucket.backup.age');
    const request = { databaseUrl: adminUrl(), file: to, encryption, settings: {}, store: bucket };
    expect((await createBackup(request)).moduleFiles).toBe(1);
    const name = await restore(to);
    expect(await storeOf(databaseUrl(postgres.url, name)).read(sha256Of(moduleFile))).toEqual(moduleFile);
    await bucket.remove([sha256Of(moduleFile)]);
    await restoreBackup({
      file: to,
      passphrase,
      databaseUrl: databaseUrl(postgres.url, await emptyDatabase()),
      store: bucket,
    });
    expect(await bucket.read(sha256Of(moduleFile))).toEqual(moduleFile);
  } finally {
    await s3.close();
  }
});
