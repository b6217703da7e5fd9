import { DataSource } from 'typeorm';
import { startApp, type TestApp } from '../../../test/app';
import { lease, newTask, type Work, work } from '../../../test/work';
import { rotationReport } from '../../cli/seal-rotate';
import { ownedRows } from '../../owned-rows';
import { databaseOptions } from '../database/data-source';
import { TransactionStats } from '../database/transaction-stats';
import { Transactions } from '../database/transactions';
import { rotateSealing, type RotationOptions } from './rotation';
import { Sealing } from './sealing';

const a = `a:${Buffer.alloc(32, 1).toString('base64')}`;
const b = `b:${Buffer.alloc(32, 2).toString('base64')}`;
const LOGINS = 7;

let app: TestApp;
let mine: Work;
let dataSource: DataSource;

beforeEach(async () => {
  // The server has both keys and seals with the old one: the first step of a rotation.
  app = await startApp({ SEALING_KEYS: `${a},${b}` });
  mine = await work(app, { logins: LOGINS });
  for (const id of mine.logins) {
    const body = { password: `harbour ${id}`, card: 'tok_quay_4242' };
    await app.http('PATCH', `/api/logins/${id}`, { token: mine.owner, body });
  }
  const link = await app.http('POST', `/api/logins/${mine.logins[0]}/queueitlinks`, {
    token: mine.owner,
    body: { event_id: mine.eventId, pass_link: 'https://queue.example/p/1' },
  });
  expect(link.status).toBe(201);
  const options = databaseOptions({ databaseUrl: app.databaseUrl, databasePool: 2 });
  dataSource = await new DataSource(options).initialize();
});
afterEach(async () => {
  await dataSource.destroy();
  await app.close();
});

/** Runs a rotation with these keys. */
const rotate = async (sealingKeys: string, options: RotationOptions = {}) => {
  const sealing = new Sealing({ sealingKeys });
  const reports = await rotateSealing(
    new Transactions(dataSource, new TransactionStats()),
    sealing,
    ownedRows.sealed,
    options,
  );
  return { ...rotationReport(reports, sealing.keyIds, options.dryRun ?? false), reports };
};
const rewrapped = ({ reports }: Awaited<ReturnType<typeof rotate>>) =>
  reports.map((report) => [report.table, report.rewrapped]);
/** Sealed rows by table, row and key. */
const keys = async () => {
  const { rows } = await app.db.query<{ key: string; count: number }>(
    `SELECT secrets ->> 'key' AS key, count(*)::int AS count
     FROM (SELECT secrets FROM logins UNION ALL SELECT secrets FROM queue_links) s WHERE secrets ? 'key' GROUP BY 1`,
  );
  return Object.fromEntries(rows.map(({ key, count }) => [key, count]));
};
const etags = async () =>
  Promise.all(
    mine.logins.map(async (id) =>
      (await app.http('GET', `/api/logins/${id}`, { token: mine.owner })).headers.get('etag'),
    ),
  );

it('covers every table with sealed values', async () => {
  const { rows } = await app.db.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'secrets' ORDER BY 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(ownedRows.sealed.map(({ table }) => table));
});

it('rotates to a new key, after which the old one can be removed; a second run changes nothing', async () => {
  const before = await etags();
  const planned = await rotate(`${b},${a}`, { dryRun: true });
  expect(planned).toMatchObject({ complete: true });
  expect(planned.lines).toContain('logins: 7 values, 7 to rewrap');
  expect(await keys()).toEqual({ a: LOGINS + 1 });

  const first = await rotate(`${b},${a}`);
  expect(first.complete).toBe(true);
  expect(rewrapped(first)).toEqual([
    ['identity_providers', 0],
    ['logins', LOGINS],
    ['module_signing_key', 0],
    ['provider_sessions', 0],
    ['queue_links', 1],
    ['second_factors', 0],
    ['sso_attempts', 0],
    ['webhooks', 0],
  ]);
  expect(first.lines).toContain('No value names a: you can remove it from SEALING_KEYS.');
  expect(await keys()).toEqual({ b: LOGINS + 1 });
  // Rows keep their versions, so that open forms can still be saved.
  expect(await etags()).toEqual(before);

  const second = await rotate(b);
  expect(second.complete).toBe(true);
  expect(rewrapped(second).every(([, count]) => count === 0)).toBe(true);

  const next = await startApp({ SEALING_KEYS: b }, () => Promise.resolve(app.databaseUrl));
  const there = { ...mine, app: next };
  await newTask(there);
  const [leased] = await lease(there);
  await next.close();
  expect(leased?.login).toMatchObject({ password: `harbour ${mine.logins[0]}` });
});

it('continues after an interruption', async () => {
  const stopped = rotate(`${b},${a}`, {
    batch: 3,
    onBatch: () => {
      throw new Error('stopped');
    },
  });
  await expect(stopped).rejects.toThrow('stopped');
  expect(await keys()).toEqual({ a: LOGINS + 1 - 3, b: 3 });
  // Halfway, every value opens with both keys.
  expect(await rotate(`${b},${a}`, { dryRun: true })).toMatchObject({ complete: true });
  const again = await rotate(`${b},${a}`, { batch: 3 });
  expect(again.complete).toBe(true);
  expect(rewrapped(again)).toContainEqual(['logins', LOGINS - 3]);
  expect(await keys()).toEqual({ b: LOGINS + 1 });
});

it('skips locked rows and rewraps them later', async () => {
  const writer = await app.db.connect();
  await writer.query('BEGIN');
  await writer.query('SELECT FROM logins WHERE id = $1 FOR UPDATE', [mine.logins[0]]);
  let released = false;
  const report = await rotate(`${b},${a}`, {
    onBatch: (table, rows) => {
      if (table !== 'logins' || released) return;
      released = true;
      expect(rows).toBe(LOGINS - 1);
      void writer.query('COMMIT').then(() => writer.release());
    },
  });
  expect(report.complete).toBe(true);
  expect(await keys()).toEqual({ b: LOGINS + 1 });
});

it('loses no write of a server that still seals with the old key', async () => {
  const writes = Promise.all(
    mine.logins.map((id) =>
      app.http('PATCH', `/api/logins/${id}`, { token: mine.owner, body: { home_phone: `${id} 020` } }),
    ),
  );
  await rotate(`${b},${a}`, { batch: 1 });
  expect((await writes).map(({ status }) => status)).toEqual(mine.logins.map(() => 200));
  expect((await rotate(`${b},${a}`)).complete).toBe(true);
  const { rows } = await app.db.query<{ id: number; realm_id: number; secrets: object }>(
    'SELECT id, realm_id, secrets FROM logins ORDER BY id',
  );
  const sealing = new Sealing({ sealingKeys: b });
  expect(
    rows.map(({ id, realm_id, secrets }) =>
      sealing.open({ table: 'logins', row: id, realm: realm_id }, secrets),
    ),
  ).toEqual(
    rows.map(({ id }) => ({ password: `harbour ${id}`, card: 'tok_quay_4242', home_phone: `${id} 020` })),
  );
});

it('reports values that can’t be opened, leaves them unchanged, and is not complete', async () => {
  const [damaged, foreign] = mine.logins;
  await app.db.query(
    `UPDATE logins SET secrets = jsonb_set(secrets, '{fields,password}', '"AAAA"') WHERE id = $1`,
    [damaged],
  );
  await app.db.query(`UPDATE logins SET secrets = jsonb_set(secrets, '{key}', '"gone"') WHERE id = $1`, [
    foreign,
  ]);
  for (const options of [{ dryRun: true }, {}]) {
    const { complete, reports, lines } = await rotate(`${b},${a}`, options);
    expect(complete).toBe(false);
    expect(reports.find(({ table }) => table === 'logins')?.unopened).toEqual([damaged, foreign]);
    expect(lines).toContain('key gone: 1 value, not in SEALING_KEYS');
  }
  expect(await keys()).toEqual({ a: 1, b: LOGINS - 1, gone: 1 });
});
