import { startApp, type TestApp } from './app';
import { admin, realm, signIn, user } from './factories';

type ApiError = {
  error: string;
  message: string;
  code: string;
  request_id: string;
  details?: { field: string; message: string }[];
};

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const login = (body: unknown, headers: Record<string, string> = {}) =>
  app.http<ApiError>('POST', '/api/auth/login', { body, headers });

describe('the error body', () => {
  it('names every wrong field, and repeats the request id of the caller', async () => {
    const { status, body, headers } = await login(
      { email: 7, colour: 'red' },
      { 'X-Request-Id': 'from-the-caller' },
    );
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'VALIDATION', request_id: 'from-the-caller' });
    expect(body.error).toBe(body.message);
    expect(body.details?.map(({ field }) => field).sort()).toEqual(['colour', 'email', 'password']);
    expect(headers.get('x-request-id')).toBe('from-the-caller');
  });

  it('contains a new request id when the request has none', async () => {
    const { headers, body } = await login({});
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(body.request_id).toBe(headers.get('x-request-id'));
  });

  it('is the response to unknown paths', async () => {
    const { status, body } = await app.http<ApiError>('GET', '/api/nothing-here');
    expect(status).toBe(404);
    expect(body).toEqual({
      error: 'Resource not found',
      message: 'Resource not found',
      code: 'NOT_FOUND',
      request_id: body.request_id,
    });
  });

  it('is the response to malformed JSON, and reveals nothing about the server', async () => {
    const response = await fetch(`${app.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"email":',
    });
    const text = await response.text();
    expect(response.status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ code: 'BAD_REQUEST' });
    expect(text).not.toMatch(/node_modules|stack|at \//);
  });

  it('is the response to a body that is too large', async () => {
    const { status, body } = await login({ email: 'x'.repeat(3_000_000), password: 'y' });
    expect(status).toBe(413);
    expect(body.code).toBe('TOO_LARGE');
  });
});

describe('bodies', () => {
  it('may be camelCase for documented names', async () => {
    const signed = await user(app, 'realm_user', null);
    const { status } = await app.http('POST', '/api/me/password', {
      token: signed.token,
      body: { currentPassword: 'not the password', newPassword: 'another-lantern-by-the-sea' },
    });
    const { body } = await app.http<ApiError>('POST', '/api/me/password', {
      token: signed.token,
      body: { currentPassword: 'no', newPasswort: 'x' },
    });
    expect(status).toBe(400);
    expect(body.details?.map(({ field }) => field).sort()).toEqual(['newPasswort', 'new_password']);
  });

  it('are rejected when any text in them holds a card number', async () => {
    const { token } = await user(app, 'realm_user', null);
    const inField = await app.http<ApiError>('PATCH', '/api/me', {
      token,
      body: { name: 'pay with 4242 4242 4242 4242 please' },
    });
    expect(inField).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION', details: [{ field: 'name' }] },
    });
    const inData = await app.http<ApiError>('PUT', '/api/me/preferences', {
      token,
      body: { views: [{ note: '5555-5555-5555-4444' }] },
    });
    expect(inData).toMatchObject({ status: 400, body: { details: [{ field: 'views.0.note' }] } });
    const label = await app.http('PATCH', '/api/me', { token, body: { name: 'ends in 4242' } });
    expect(label.status).toBe(200);
  });
});

describe('ETag and If-Match', () => {
  it('rejects a change of a row that has changed since, and shows its current version', async () => {
    const { token } = await user(app, 'realm_user', null);
    const first = await app.http('GET', '/api/me', { token });
    const tag = first.headers.get('etag')!;
    const changed = await app.http('PATCH', '/api/me', {
      token,
      body: { name: 'Quay' },
      headers: { 'If-Match': tag },
    });
    expect(changed).toMatchObject({ status: 200, body: { name: 'Quay' } });
    expect(changed.headers.get('etag')).not.toBe(tag);
    const stale = await app.http('PATCH', '/api/me', {
      token,
      body: { name: 'Side' },
      headers: { 'If-Match': tag },
    });
    expect(stale).toMatchObject({
      status: 412,
      body: { code: 'STALE', context: { current: { name: 'Quay' } } },
    });
  });
});

describe('the server', () => {
  it('reports liveness and readiness', async () => {
    expect(await app.http('GET', '/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await app.http('GET', '/readyz')).toMatchObject({
      status: 200,
      body: { status: 'ok', checks: { database: 'ok', migrations: 'ok' } },
    });
  });

  it('serves the OpenAPI document and its page', async () => {
    const document = await app.http<{ openapi: string; paths: object }>('GET', '/api/openapi.json');
    expect(document.body.paths).toHaveProperty('/api/auth/login');
    expect(await app.http<string>('GET', '/api/docs')).toMatchObject({
      status: 200,
      body: expect.stringContaining('/api/auth/login') as string,
    });
  });

  it.each(['/api/openapi.json', '/api/docs'])('returns 304 when the copy of %s is current', async (path) => {
    const { headers } = await app.http('GET', path);
    expect(headers.get('cache-control')).toBe('no-cache');
    const again = await app.http('GET', path, { headers: { 'If-None-Match': headers.get('etag')! } });
    expect(again).toMatchObject({ status: 304, body: null });
    expect((await app.http('GET', path, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
  });

  it('measures requests by route', async () => {
    await app.http('GET', '/healthz');
    const { body } = await app.http<string>('GET', '/metrics');
    expect(body).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/healthz",status="200"\}/,
    );
  });
});

describe('preferences', () => {
  it('keep the fields that are not sent, and drop those sent as null', async () => {
    const { token } = await user(app, 'realm_owner', await realm(app));
    await app.http('PUT', '/api/me/preferences', { token, body: { theme: 'dark', views: { tasks: 1 } } });
    const { body } = await app.http('PUT', '/api/me/preferences', {
      token,
      body: { theme: null, density: 'compact' },
    });
    expect(body).toEqual({ views: { tasks: 1 }, density: 'compact' });
    const other = await admin(app);
    expect((await app.http('GET', '/api/me/preferences', { token: other.token })).body).toEqual({});
  });

  it.each([
    ['{"views":{"tasks":"\\ud800"}}', 'views.tasks'],
    ['{"views":["a","\\u0000"]}', 'views.1'],
    ['{"\\ud800":1}', 'body'],
  ])('are refused with texts that no database can store, naming the field: %s', async (text, field) => {
    const { token } = await user(app, 'realm_owner', await realm(app));
    const headers = { 'Content-Type': 'application/json' };
    const { status, body } = await app.http<ApiError>('PUT', '/api/me/preferences', { token, text, headers });
    expect(status).toBe(400);
    expect(body.details?.map((detail) => detail.field)).toEqual([field]);
  });
});

it('treats an empty JSON body as no body', async () => {
  const { refreshToken } = await user(app, 'realm_user', null);
  const { status } = await app.http('POST', '/api/auth/refresh', {
    token: refreshToken,
    headers: { 'Content-Type': 'application/json' },
  });
  expect(status).toBe(200);
});

it('limits signed-in users by user and by session, and all others by address', async () => {
  const strict = await startApp({ RATE_LIMIT: '12', TRUST_PROXY: '127.0.0.0/8' });
  const ask = async (from: string, token?: string) =>
    (await strict.http('GET', '/api/modules', { token, headers: { 'X-Forwarded-For': from } })).status;
  const countRejected = async (requests: number, from: () => string, token?: string) => {
    let rejected = 0;
    for (let sent = 0; sent < requests; sent += 1) if ((await ask(from(), token)) === 429) rejected += 1;
    return rejected;
  };
  const office = '203.0.113.1';
  const [first, second] = [await user(strict, 'realm_user', null), await user(strict, 'realm_user', null)];
  expect(await countRejected(12, () => office)).toBe(0);
  expect(await ask(office)).toBe(429);
  // Their address is the office's, too.
  expect(await countRejected(12, () => office, first.token)).toBe(0);
  expect(await countRejected(12, () => office, second.token)).toBe(0);
  let address = 1;
  expect(await countRejected(2, () => `203.0.113.${(address += 1)}`, first.token)).toBe(2);
  const again = await signIn(strict, first.email);
  expect(await ask('203.0.113.99', again.token)).toBe(429);
  // A bearer that isn't valid counts by address.
  expect(await countRejected(13, () => '203.0.113.98', 'not a token')).toBe(1);
  expect(await ask('203.0.113.99')).toBe(200);
  await strict.close();
});

it('returns 429 with Retry-After after too many requests', async () => {
  const strict = await startApp({ RATE_LIMIT: '5' });
  const responses = [];
  for (let count = 0; count < 7; count += 1)
    responses.push(await strict.http<ApiError>('GET', '/api/modules'));
  await strict.close();
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 429]);
  expect(responses[6]?.body.code).toBe('RATE_LIMIT');
  expect(Number(responses[6]?.headers.get('retry-after'))).toBeGreaterThan(0);
});
