import { startApp, type TestApp } from './app';
import {
  type Document,
  makeTokens,
  pathWith,
  readDocument,
  resolve,
  type Schema,
  tokenFor,
  type Tokens,
  type Writing,
  writings,
} from './operations';

type ApiError = { code: string; details?: { field: string }[] };

/** Objects whose keys are data, so that any name is valid. */
const free = ['PUT /me/preferences'];

let app: TestApp;
let document: Document;
let operations: Writing[];
let tokens: Tokens;

beforeAll(async () => {
  app = await startApp();
  document = await readDocument(app);
  operations = writings(document).filter(({ name }) => !free.includes(name));
  tokens = await makeTokens(app);
});
afterAll(() => app.close());

async function errorResponse({ method, path, permission }: Writing, body: unknown) {
  const token = permission === 'public' ? undefined : tokenFor(permission, tokens);
  const response = await app.http<ApiError | null>(method, pathWith(path, 999_999_999), { token, body });
  return {
    status: response.status,
    code: response.body?.code,
    fields: (response.body?.details ?? []).map(({ field }) => field),
  };
}

/** Runs a check on every operation; returns the failures. */
async function wrongOnes(check: (operation: Writing) => Promise<string[]>): Promise<string[]> {
  const wrong: string[] = [];
  for (const operation of operations)
    wrong.push(...(await check(operation)).map((message) => `${operation.name}: ${message}`));
  return wrong;
}

it('are checked for more than forty operations', () => {
  expect(operations.length).toBeGreaterThan(40);
});

it('are rejected with unknown or read-only fields, each named', async () => {
  const injected = { unknown_field: 1, id: 7, created_at: '2026-01-01T00:00:00Z', permissions: ['admin:all'], version: 9, active_tasks: 0 }; // prettier-ignore
  const wrong = await wrongOnes(async (operation) => {
    const body = Object.fromEntries(
      Object.entries(injected).filter(([name]) => !(name in operation.properties)),
    );
    const { status, code, fields } = await errorResponse(operation, body);
    const missing = Object.keys(body).filter((name) => !fields.includes(name));
    return status === 400 && code === 'VALIDATION' && missing.length === 0
      ? []
      : [`${status} ${code}, silent about ${missing.join(', ')}`];
  });
  expect(wrong).toEqual([]);
});

it('are rejected with unknown nested fields', async () => {
  const wrong = await wrongOnes(async (operation) => {
    const messages: string[] = [];
    for (const [name, schema] of Object.entries(operation.properties)) {
      const inner = resolve(document, schema.items ?? schema);
      if (!inner.properties) continue;
      const value = { unknown_field: 1 };
      const { fields } = await errorResponse(operation, { [name]: schema.items ? [value] : value });
      const expected = schema.items ? `${name}.0.unknown_field` : `${name}.unknown_field`;
      if (!fields.includes(expected)) messages.push(`silent about ${expected}, names ${fields.join(', ')}`);
    }
    return messages;
  });
  expect(wrong).toEqual([]);
});

it('of a wrong shape return 400', async () => {
  const wrong = await wrongOnes(async (operation) => {
    const messages: string[] = [];
    for (const body of ['text', 7, true, [7]]) {
      const { status, code } = await errorResponse(operation, body);
      if (status !== 400) messages.push(`${JSON.stringify(body)} answered ${status} ${code}`);
    }
    return messages;
  });
  expect(wrong).toEqual([]);
});

const camelCase = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
/** A value that no field of that kind accepts. */
const unfit = ({ type }: Schema): unknown => (type === 'string' ? { not: 'text' } : 'unfit');

it('may name every documented field in camelCase; errors use the documented name', async () => {
  let checked = 0;
  const wrong = await wrongOnes(async (operation) => {
    const names = Object.keys(operation.properties).filter((name) => camelCase(name) !== name);
    if (names.length === 0) return [];
    checked += names.length;
    const body = names.map((name) => [camelCase(name), unfit(operation.properties[name] ?? {})]);
    const { fields } = await errorResponse(operation, Object.fromEntries(body));
    return names
      .filter((name) => fields.includes(camelCase(name)) || !fields.some((field) => field.startsWith(name)))
      .map((name) => `${camelCase(name)} isn't read as ${name}`);
  });
  expect(wrong).toEqual([]);
  expect(checked).toBeGreaterThan(100);
});

/** The names that objects inherit from their prototype, except those that the parser itself rejects. */
const inherited = Object.getOwnPropertyNames(Object.prototype).filter((name) => name !== '__proto__');

it('are rejected with fields named like inherited members of objects, each named', async () => {
  const wrong = await wrongOnes(async (operation) => {
    const { status, fields } = await errorResponse(
      operation,
      Object.fromEntries(inherited.map((name) => [name, 1])),
    );
    const missing = inherited.filter((name) => !fields.includes(name));
    return status === 400 && missing.length === 0 ? [] : [`${status}, silent about ${missing.join(', ')}`];
  });
  expect(wrong).toEqual([]);
});

it.each([
  ['{"__proto__":{"role":"admin"}}', '__proto__'],
  ['{"constructor":{"prototype":{}}}', 'constructor.prototype'],
])('are refused with %s, naming the field', async (text, field) => {
  const { status, body } = await app.http<ApiError>('PATCH', '/api/me', {
    token: tokens.admin,
    text,
    headers: { 'Content-Type': 'application/json' },
  });
  expect([status, body.code]).toEqual([400, 'VALIDATION']);
  expect(body.details?.map((detail) => detail.field)).toContain(field);
});

it('may use names of inherited members as keys of free data', async () => {
  const query = Object.fromEntries(inherited.map((name) => [name, 1]));
  const { status, body } = await app.http<{ query: object }>('POST', '/api/saved-views', {
    token: tokens.admin,
    body: { page: 'tasks', name: 'Odd', query },
  });
  expect([status, body.query]).toEqual([201, query]);
  const { status: ofSite } = await app.http('POST', '/api/sites', {
    token: tokens.admin,
    body: { name: 'Harbour', url: 'https://harbour.example', config: { price_levels: query } },
  });
  expect(ofSite).toBe(201);
});

it('with thousands of unknown fields are rejected with the first 20 and the number of the others', async () => {
  const fields = Object.fromEntries(Array.from({ length: 27_926 }, (_, n) => [`f${n}`, n]));
  for (const [method, path, body] of [
    ['PATCH', '/api/me', fields],
    ['POST', '/api/tasks', [fields]],
    ['PATCH', '/api/sites/1/config', fields],
    ['PUT', '/api/sites/1', { config: fields }],
  ] as const) {
    const response = await app.http<ApiError & { message: string }>(method, path, {
      token: tokens.admin,
      body,
    });
    expect([response.status, response.body.details?.length]).toEqual([400, 20]);
    expect(response.body.message).toMatch(/; and 27,9\d\d more$/);
  }
});

it('that are too long get short errors, also for long names', async () => {
  const long = 'x'.repeat(1_000_000);
  for (const body of [{ [long]: 1 }, { name: long }, { name: [long] }, { name: { [long]: 1 } }]) {
    const response = await app.http<ApiError>('PATCH', '/api/me', { token: tokens.admin, body });
    expect(response.status).toBe(400);
    expect(JSON.stringify(response.body).length).toBeLessThan(2000);
  }
});

it.each([
  ['application/x-www-form-urlencoded', 'name=Quay'],
  [
    'multipart/form-data; boundary=x',
    '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nQuay\r\n--x--',
  ],
  ['text/plain', '{"name":"Quay"}'],
  ['application/xml', '<name>Quay</name>'],
  ['text/csv', 'name\nQuay\n'],
])('in %s return 415 for all operations', async (type, text) => {
  const wrong = await wrongOnes(async ({ method, path, permission }) => {
    const token = tokenFor(permission, tokens);
    const headers = { 'Content-Type': type };
    const { status } = await app.http(method, pathWith(path, 999_999_999), { token, text, headers });
    return status === 415 ? [] : [`${status}`];
  });
  expect(wrong).toEqual([]);
});

it('get errors with the code of the broken rule and its numbers', async () => {
  const { body } = await app.http<{ details: object[] }>('POST', '/api/users', {
    token: tokens.admin,
    body: { email: 'e'.repeat(400), name: 7, surprise: true },
  });
  expect(body.details).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ field: 'surprise', code: 'UNKNOWN_FIELD', params: {} }),
      expect.objectContaining({ field: 'name', code: 'NOT_TEXT', params: {} }),
    ]),
  );
  const limit = await app.http<{ details: object[] }>('POST', '/api/realms', {
    token: tokens.admin,
    body: { name: 'n'.repeat(5000), max_tasks: -1 },
  });
  expect(limit.body.details).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        field: 'name',
        code: 'TOO_LONG',
        params: { max: expect.any(Number) as number },
      }),
      expect.objectContaining({
        field: 'max_tasks',
        code: 'TOO_SMALL',
        params: { min: expect.any(Number) as number },
      }),
    ]),
  );
});

it.each([
  ['/api/sites', { name: 'Quay', url: 'quay', currency: 'pounds', time_zone: 'Quay', config: [] },
    { url: 'NOT_WEB_ADDRESS', currency: 'TOO_LONG', time_zone: 'NOT_TIME_ZONE', config: 'NOT_OBJECT' }],
  ['/api/users', { email: 'nobody', name: 'a\u0000b', password: 'x'.repeat(12) },
    { email: 'NOT_EMAIL', name: 'UNSTORABLE_TEXT' }],
  ['/api/templates', { name: 'T', login_ids: [3, 3], price_levels: 'all' },
    { login_ids: 'REPEATED', price_levels: 'NOT_OBJECT' }],
  ['/api/jobs/preview', { template_id: 999_999_999, login_ids: 'all' }, { login_ids: 'NOT_LIST' }],
  ['/api/tasks', { name: 'T', login_id: 1, event_id: 1, proxy: 'host:80:user:secret' }, { proxy: 'CREDENTIALS' }],
  ['/api/pools', { name: 'P', site_id: 999_999_999, realm_id: 1 }, { site_id: 'NOT_FOUND' }],
])('get errors with a code for each field: %s', async (path, body, codes) => {
  const response = await app.http<{ details: { field: string; code: string }[] }>('POST', path, {
    token: tokens.admin,
    body,
  });
  expect(Object.fromEntries(response.body.details.map(({ field, code }) => [field, code]))).toEqual(codes);
}); // prettier-ignore
