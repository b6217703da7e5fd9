import { Client } from 'pg';
import { startApp, type TestApp } from '../../../test/app';
import { openProxy } from '../../../test/proxy';
import { addressesOf, connectionTo } from './hosts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const connects = async (address: string): Promise<string> => {
  const client = new Client({ ...connectionTo(address), connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ role: string }>('SELECT current_user AS role');
  await client.end();
  return rows[0]?.role ?? '';
};

describe('a database address', () => {
  it.each([
    ['postgres://u:p@one/db', ['postgres://u:p@one/db']],
    [
      'postgresql://u:p@one:5432,two:6432/db?sslmode=require&target_session_attrs=read-write',
      ['postgresql://u:p@one:5432/db?sslmode=require', 'postgresql://u:p@two:6432/db?sslmode=require'],
    ],
    ['postgres:///db?host=/run/postgresql', ['postgres:///db?host=/run/postgresql']],
    ['mysql://one/db', null],
    ['postgres://one,/db', null],
    ['postgres://one/db?target_session_attrs=standby', null],
  ])('%s names its hosts', (address, hosts) => {
    expect(addressesOf(address)).toEqual(hosts);
  });
});

it('connects to the host that accepts writes, and to another one when that is gone', async () => {
  const [one, two] = [await openProxy(app.databaseUrl), await openProxy(app.databaseUrl)];
  const address = one.url.replace(/(:\d+)\//, `$1,127.0.0.1:${new URL(two.url).port}/`);
  expect(await connects(address)).toBe('tessera_server');
  await one.cut();
  expect(await connects(address)).toBe('tessera_server');
  await two.cut();
  await expect(connects(address)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await one.open();
  expect(await connects(address)).toBe('tessera_server');
  await one.cut();
});

it('closes what is connected to a host that is silent when another one accepts writes', async () => {
  const [one, two] = [await openProxy(app.databaseUrl), await openProxy(app.databaseUrl)];
  const address = one.url.replace(/(:\d+)\//, `$1,127.0.0.1:${new URL(two.url).port}/`);
  await two.cut();
  const client = new Client({ ...connectionTo(address), query_timeout: 4_000 });
  client.on('error', () => undefined);
  await client.connect();
  one.vanish();
  const query = client.query('SELECT 1').catch((error: unknown) => error);
  await two.open();
  expect(await connects(address)).toBe('tessera_server');
  expect(await query).toMatchObject({ code: 'ECONNRESET' });
  await Promise.all([one.cut(), two.cut()]);
});

it('passes a read-only host over', async () => {
  const { rows } = await app.db.query<{ name: string }>('SELECT current_database() AS name');
  const address = app.databaseUrl.replace(/(:\d+)\//, '$1,127.0.0.1:1/');
  await app.db.query(`ALTER DATABASE ${rows[0]?.name} SET default_transaction_read_only = on`);
  await expect(connects(address)).rejects.toThrow('None of the database hosts accepts writes');
  expect(await connects(`${address}?target_session_attrs=any`)).toBe('tessera_server');
  const ready = await app.http('GET', '/readyz');
  expect(ready.status).toBe(200);
  await app.db.query(`ALTER DATABASE ${rows[0]?.name} RESET default_transaction_read_only`);
  expect(await connects(address)).toBe('tessera_server');
});
