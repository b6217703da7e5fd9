import type { OpenAPIObject } from '@nestjs/swagger';
import { parseCsv } from '../src/platform/http/csv';
import { operationsOf } from '../src/platform/http/openapi/operations';
import { startApp, type TestApp } from './app';
import { admin, insert, login, realm, site, user } from './factories';
import { makeTokens, tokenFor } from './operations';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await startApp();
  token = (await admin(app)).token;
});
afterAll(() => app.close());

const asCsv = (path: string, as = token, accept = 'text/csv') =>
  app.http<string>('GET', `/api${path}`, { token: as, headers: { Accept: accept } });

it('answers every list as CSV, with a column for each field of the JSON', async () => {
  const { body: document } = await app.http<OpenAPIObject>('GET', '/api/openapi.json');
  const lists = operationsOf(document).filter(({ operation }) =>
    JSON.stringify(operation.responses['200'] ?? {}).includes('text/csv'),
  );
  expect(lists.length).toBeGreaterThan(15);
  const tokens = await makeTokens(app);
  // Administrators name the realm of a month.
  const queries: Readonly<Record<string, string>> = {
    '/api/budgets/month-spending': `?realm_id=${await realm(app)}`,
  };
  const wrong: string[] = [];
  for (const { path, operation } of lists) {
    const as = tokenFor(operation['x-permission'] ?? '', tokens);
    const address = path.slice('/api'.length).replaceAll(/\{\w+\}/g, '1') + (queries[path] ?? '');
    const response = await asCsv(address, as);
    const csv = response.headers.get('content-type')?.startsWith('text/csv') && response.body.includes(',');
    if (response.status !== 404 && !csv) wrong.push(path);
  }
  expect(wrong).toEqual([]);
});

it('has the same rows, filters, order and headers as the JSON list', async () => {
  const realmId = await realm(app);
  const siteId = await site(app);
  const owner = (await user(app, 'realm_owner', realmId)).token;
  for (const name of ['Cleo', 'Ann', 'Bo']) await login(app, realmId, siteId, { name, status: 'failed' });
  await login(app, realmId, siteId, { name: 'Dan' });
  await login(app, await realm(app), siteId, { name: 'Stranger', status: 'failed' });
  const path = `/logins?status=failed&sort=-name&site_id=${siteId}&page=1&page_size=2`;
  const response = await asCsv(path, owner);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="logins.csv"');
  expect(response.headers.get('x-total-count')).toBe('3');
  expect(response.headers.get('vary')).toContain('Accept');
  const [header = [], ...rows] = parseCsv(response.body) ?? [];
  expect(rows.map((row) => row[header.indexOf('name')])).toEqual(['Cleo', 'Bo']);
});

it('exports only the summary to a realm_user, and no secrets to anyone', async () => {
  const realmId = await realm(app);
  const siteId = await site(app);
  await login(app, realmId, siteId);
  const headerFor = async (role: 'realm_owner' | 'realm_user') =>
    (await asCsv('/logins', (await user(app, role, realmId)).token)).body.split('\r\n', 1)[0];
  expect(await headerFor('realm_user')).toBe('id,name,email,site_id,realm_id,status,seats_to_set');
  const whole = (await headerFor('realm_owner'))?.split(',');
  expect(whole).toEqual(expect.arrayContaining(['supporter_id', 'updated_at']));
  for (const secret of ['password', 'card', 'proxy', 'address']) expect(whole).not.toContain(secret);
});

it('guards cells against running as spreadsheet formulas', async () => {
  const realmId = await realm(app);
  const siteId = await site(app);
  const owner = (await user(app, 'realm_owner', realmId)).token;
  await login(app, realmId, siteId, { name: '=HYPERLINK("https://x.example","y")', status_msg: '@cmd' });
  const [header = [], row = []] = parseCsv((await asCsv('/logins', owner)).body) ?? [];
  expect(row[header.indexOf('name')]).toBe(`'=HYPERLINK("https://x.example","y")`);
  expect(row[header.indexOf('status_msg')]).toBe("'@cmd");
});

it('exports up to 10,000 rows and indicates when there are more', async () => {
  await app.db.query(
    `INSERT INTO audit (actor_kind, who, action, entity)
     SELECT 'system', 'clock', 'list.export', 'clock' FROM generate_series(1, 10001)`,
  );
  const response = await asCsv('/audit?entity=clock');
  expect(response.body.split('\r\n')).toHaveLength(10_002);
  expect(response.headers.get('link')).toContain('rel="next"');
  const json = await app.http<unknown[]>('GET', '/api/audit?entity=clock', { token });
  expect(json.body).toHaveLength(1000);
});

it('sends CSV only when the request accepts it', async () => {
  await insert(app, 'realms', { name: 'Asked Realm' });
  const type = async (accept: string) =>
    (await asCsv('/realms', token, accept)).headers.get('content-type')?.split(';')[0];
  expect(await type('*/*')).toBe('application/json');
  expect(await type('application/json, text/csv;q=0.5')).toBe('application/json');
  expect(await type('text/csv, */*;q=0.1')).toBe('text/csv');
  const rejected = await app.http<{ code: string }>('GET', '/api/realms', {
    headers: { Accept: 'text/csv' },
  });
  expect([rejected.status, rejected.body.code]).toEqual([401, 'UNAUTHORIZED']);
});
