import { operationsOf } from '../src/platform/http/openapi/operations';
import { startApp, type TestApp } from './app';
import { admin, event, insert, login, realm, site, user, workerToken } from './factories';
import { moduleRows, ofRows } from './module-rows';
import { oneOfEach } from './one-of-each';
import { type Document, readDocument } from './operations';

type Row = Record<string, unknown>;
type List = { name: string; path: string; parameters: string[] };

/** Operations whose list is short and sent completely, with a count and without pages. */
const unpagedLists = [
  '/budgets/month-spending',
  '/me/passkeys',
  '/me/sessions',
  '/pauses',
  '/auth/providers',
  '/users/{id}/sessions',
  '/publishing/modules',
  '/sites/{id}/maps',
];
/** Parameters that aren't filters of one column. */
const common = ['page', 'page_size', 'sort', 'cursor', 'If-None-Match'];

/** Filters with one value: texts that may contain commas, and a boolean. */
const singleValueFilters = ['category', 'guid', 'entity_id', 'enabled', 'who'];

/** The table of a path's ids. */
const tables: [RegExp, string][] = [
  [/(?<=\/tasks\/bulk\/)\{id\}/, 'bulk_operations'],
  [/(?<=\/queueitlinks\/)\{id\}/, 'queue_links'],
  [/(?<=\/webhooks\/)\{id\}/, 'webhooks'],
  [/(?<=\/tasks\/)\{id\}/, 'tasks'],
  [/(?<=\/jobs\/)\{id\}/, 'jobs'],
  [/\{jobId\}/, 'jobs'],
  [/\{siteId\}/, 'sites'],
  [/\{eventId\}/, 'events'],
];

let app: TestApp;
let document: Document;
let token: string;
let rowsToken: string;
/** The id of the newest row of each table that a path names. */
const newest: Record<string, number> = {};

beforeAll(async () => {
  app = await startApp();
  document = await readDocument(app);
  const signed = await admin(app);
  token = signed.token;
  for (let count = 0; count < 2; count += 1) {
    const realmId = await realm(app);
    const siteId = await site(app);
    await oneOfEach(app, realmId, siteId, await event(app, siteId));
    await user(app, 'realm_owner', realmId);
    if (count === 0) rowsToken = await moduleRows(app, token, realmId);
    await insert(app, 'saved_views', { user_id: signed.id, page: 'tasks', name: `View ${count}` });
    const note = { user_id: signed.id, topic: 'security', title: 'Note' };
    const notification_id = await insert(app, 'notifications', note);
    const device = {
      user_id: signed.id,
      endpoint: `https://fcm.googleapis.com/${count}`,
      p256dh: 'x',
      auth: 'y',
    };
    const subscription_id = await insert(app, 'push_subscriptions', device);
    const delivery = { user_id: signed.id, subscription_id, notification_id, topic: 'security' };
    await insert(app, 'push_deliveries', { ...delivery, outcome: 'sent', attempt: 1 });
    await insert(app, 'module_publishers', { name: `Team ${count}` });
    await workerToken(app);
    const { rows } = await app.db.query<{ id: number }>('SELECT max(id) AS id FROM worker_tokens');
    const violation = { directive: 'script-src-elem', blocked: 'inline', page: `/${count}`, reports: 1 };
    await insert(app, 'csp_reports', violation);
    await insert(app, 'identity_matches', {
      kind: 'event',
      site_id: siteId,
      identity: `guid:${count}`,
      row_ids: [1],
    });
    await insert(app, 'workers', { token_id: rows[0]!.id, name: `worker ${count}` });
  }
  for (const [, table] of tables) {
    const { rows } = await app.db.query<{ id: number }>(`SELECT max(id) AS id FROM ${table}`);
    newest[table] = rows[0]!.id;
  }
  // Two rows without tickets.
  for (let count = 0; count < 2; count += 1) await login(app, await realm(app), newest.sites!);
});
afterAll(() => app.close());

/** Every operation that returns an array. */
const lists = (): List[] =>
  operationsOf(document).flatMap(({ method, path, operation }) => {
    const response = operation.responses['200'];
    const content =
      response && 'content' in response ? response.content?.['application/json']?.schema : undefined;
    if (method !== 'get' || !content || !('type' in content) || content.type !== 'array') return [];
    const names = (operation.parameters ?? []).flatMap((each) =>
      'name' in each && each.in !== 'path' ? each.name : [],
    );
    return [{ name: path.replace(/^\/api/, ''), path, parameters: names }];
  });
const paged = () => lists().filter(({ name }) => !unpagedLists.includes(name));
const pathOf = (path: string) =>
  tables.reduce((done, [place, table]) => done.replace(place, String(newest[table])), ofRows(path));
const get = (list: List, query: string) =>
  app.http<Row[]>('GET', `${pathOf(list.path)}?${query}`, {
    token,
    headers: { 'X-Module-Token': rowsToken },
  });

/** A value as a filter takes it. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Requests each list; returns the failures by list. */
async function walk(fault: (list: List) => Promise<string[]>): Promise<Record<string, string[]>> {
  const wrong: Record<string, string[]> = {};
  for (const list of paged()) {
    const faults = await fault(list).catch((error: unknown) => [String(error)]);
    if (faults.length > 0) wrong[list.name] = faults;
  }
  return wrong;
}

it('covers every list: each is paged, except for the few that are sent whole', () => {
  expect(paged().length).toBeGreaterThan(20);
  for (const { name, parameters } of paged())
    expect([name, parameters]).toEqual([name, expect.arrayContaining(['page', 'page_size', 'sort'])]);
  expect(lists().map(({ name }) => name)).toEqual(expect.arrayContaining(['/tasks', '/workers', '/audit']));
});

it('pages, counts the rows and links to the other pages', async () => {
  const wrong = await walk(async (list) => {
    const all = await get(list, 'page_size=200');
    const total = Number(all.headers.get('x-total-count'));
    const one = await get(list, 'page=1&page_size=1');
    const two = await get(list, 'page=2&page_size=1');
    const link = one.headers.get('link') ?? '';
    return [
      ...(all.status === 200 && all.body.length === total && total > 0
        ? []
        : [`${all.status}, ${total} rows`]),
      ...(one.body.length === 1 && one.headers.get('x-total-count') === String(total) ? [] : ['page 1']),
      ...(total < 2 || (two.body.length === 1 && two.body[0]!.id === all.body[1]!.id) ? [] : ['page 2']),
      ...(/rel="first"/.test(link) && /rel="last"/.test(link) && /rel="next"/.test(link) === total > 1
        ? []
        : [link]),
      ...(total < 2 || /rel="prev"/.test(two.headers.get('link') ?? '') ? [] : ['no prev']),
    ];
  });
  expect(wrong).toEqual({});
});

it('rejects invalid pages, sizes, sorts and unknown parameters by name', async () => {
  const wrong = await walk(async (list) => {
    const faults: string[] = [];
    for (const query of [
      'page=0',
      'page=x',
      'page_size=201',
      'page_size=0',
      'sort=secrets',
      'sort=-',
      'colour=red',
    ]) {
      const { status, body } = await get(list, query);
      const fields = (body as unknown as { details?: { field: string }[] }).details?.map(
        ({ field }) => field,
      );
      if (status !== 400 || fields?.join() !== query.split('=')[0])
        faults.push(`${query}: ${status} ${fields?.join()}`);
    }
    return faults;
  });
  expect(wrong).toEqual({});
});

/** Filters that search in texts, so that any text is valid. */
const freeTextFilters = [
  'q', 'who', 'entity_id', 'category', 'guid', 'view_page', 'customer', 'reason', 'index1', 'index2',
]; // prettier-ignore
/** Filters that accept any word. */
const freeWordFilters = ['action', 'entity', 'result'];

it('rejects a malformed value of a filter with an error that names the filter', async () => {
  let checked = 0;
  const wrong = await walk(async (list) => {
    const faults: string[] = [];
    for (const name of list.parameters.filter((each) => ![...common, ...freeTextFilters].includes(each))) {
      const unlisted = freeWordFilters.includes(name) ? [] : ['0x1', '1e1'];
      for (const value of ['!', ',', '!,', '1,,2', '!!1', '1,!2', '%00', ...unlisted]) {
        checked += 1;
        const { status, body } = await get(list, `${name}=${value}`);
        const rejection = body as unknown as { code?: string; details?: { field: string }[] };
        if (status !== 400 || rejection.details?.[0]?.field !== name)
          faults.push(`${name}=${value}: ${status} ${rejection.code}`);
      }
    }
    return faults;
  });
  expect(wrong).toEqual({});
  expect(checked).toBeGreaterThan(200);
});

it('sorts by each supported field in both directions, with the id breaking ties', async () => {
  const wrong = await walk(async (list) => {
    const { body } = await get(list, 'sort=nothing');
    const { message } = body as unknown as { message: string };
    const fields = /one of (.+), with/.exec(message)?.[1]?.split(', ') ?? [];
    const faults = fields.length > 0 ? [] : [message];
    for (const field of fields) {
      const up = await get(list, `sort=${field}&page_size=200`);
      const down = await get(list, `sort=-${field}&page_size=200`);
      const rows = (response: typeof up) => response.body.map(({ id }) => id).join();
      if (up.status !== 200 || down.status !== 200) faults.push(`${field}: ${up.status} ${down.status}`);
      else if (up.body.length !== down.body.length) faults.push(`${field}: other rows`);
      else if (
        field === 'created_at' &&
        rows(up) !==
          [...down.body]
            .reverse()
            .map(({ id }) => id)
            .join()
      )
        faults.push(`${field}: ${rows(up)} and ${rows(down)}`);
    }
    return faults;
  });
  expect(wrong).toEqual({});
});

it('filters by each column: one value, several, and exclusion with !', async () => {
  let checked = 0;
  const wrong = await walk(async (list) => {
    const faults: string[] = [];
    const all = (await get(list, 'page_size=200')).body;
    const filters = list.parameters.filter((name) => !common.includes(name) && all[0] && name in all[0]);
    for (const name of filters) {
      const value = all.find((row) => row[name] != null)?.[name];
      if (value === undefined) continue;
      const text = encodeURIComponent(textOf(value));
      const found = await get(list, `${name}=${text}&page_size=200`);
      const wanted = all.filter((row) => row[name] === value).length;
      if (
        found.status !== 200 ||
        found.body.length !== wanted ||
        found.body.some((row) => row[name] !== value)
      )
        faults.push(`${name}=${text}: ${found.status}, ${found.body.length} of ${wanted}`);
      if (typeof value === 'boolean' || singleValueFilters.includes(name)) continue;
      checked += 1;
      const both = await get(list, `${name}=${text},${text}&page_size=200`);
      const rest = await get(list, `${name}=!${text}&page_size=200`);
      if (both.status !== 200 || both.body.length !== wanted) faults.push(`${name}: a list of values`);
      if (
        rest.status !== 200 ||
        rest.body.length !== all.length - wanted ||
        rest.body.some((row) => row[name] === value)
      )
        faults.push(`${name}=!${text}: ${rest.status}, ${rest.body.length} of ${all.length - wanted}`);
    }
    return faults;
  });
  expect(wrong).toEqual({});
  expect(checked).toBeGreaterThan(50);
});

it('caps the count at 10,000 and sends at most 1,000 rows without a page', async () => {
  // A server of its own: the other lists are short enough to be read whole.
  const large = await startApp();
  const { token: admins } = await admin(large);
  const [realmId, siteId] = [await realm(large), await site(large)];
  await large.db.query(
    `INSERT INTO pools (realm_id, site_id, name) SELECT $1, $2, 'Pool ' || n FROM generate_series(1, 10051) n`,
    [realmId, siteId],
  );
  const asked = (query: string) =>
    large.http<Row[]>('GET', `/api/pools?realm_id=${realmId}${query}`, { token: admins });
  const whole = await asked('');
  expect(whole.body).toHaveLength(1000);
  expect(whole.headers.get('link')).toMatch(/page=6&page_size=200>; rel="next"$/);
  for (const query of ['', '&page=50&page_size=200']) {
    const { headers } = await asked(query);
    expect([headers.get('x-total-count'), headers.get('x-total-count-capped')]).toEqual(['10000', 'true']);
    expect(headers.get('link')).not.toMatch(/rel="last"/);
  }
  const last = await asked('&page=51&page_size=200');
  expect(last.body).toHaveLength(51);
  expect(last.headers.get('link')).not.toMatch(/rel="(last|next)"/);
  await large.close();
});
