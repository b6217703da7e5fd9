import { startApp, type TestApp } from '../../../test/app';
import { Collector } from '../../../test/collector';
import { admin, signIn, user } from '../../../test/factories';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

/** A span as a page sends it. */
const span = (fields: Record<string, unknown> = {}) => ({
  trace_id: TRACE,
  span_id: '00f067aa0ba902b7',
  method: 'POST',
  path: '/api/tasks/:id/stop',
  status: 201,
  age_ms: 3000,
  duration_ms: 250,
  ...fields,
});

/** Sends spans as a page does; the route is no part of the documented API. */
async function report(
  app: TestApp,
  token: string | null,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<number> {
  const response = await fetch(`${app.url}/api/browser-spans`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token && { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  return response.status;
}

test('rejects spans while the server does not trace', async () => {
  const app = await startApp();
  try {
    expect(await report(app, (await admin(app)).token, { spans: [span()] })).toBe(404);
  } finally {
    await app.close();
  }
});

describe('while the server traces', () => {
  const collector = new Collector();
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ OTEL_EXPORTER_OTLP_ENDPOINT: await collector.start() });
  });
  afterAll(async () => {
    await app.close();
    collector.stop();
  });

  it('rejects strangers, other media types and large bodies', async () => {
    const { token } = await admin(app);
    expect(await report(app, null, { spans: [span()] })).toBe(401);
    expect(await report(app, 'no-token', { spans: [span()] })).toBe(401);
    expect(await report(app, token, { spans: [span()] }, { 'Content-Type': 'text/plain' })).toBe(415);
    expect(await report(app, token, { spans: [span({ path: 'x'.repeat(17_000) })] })).toBe(413);
  });

  it.each([
    ['no list', { spans: {} }],
    ['too many spans', { spans: Array.from({ length: 51 }, () => span()) }],
    ['an unknown field', { spans: [span({ attributes: { email: 'buyer@quayside.example' } })] }],
    ['a field beside the spans', { spans: [span()], resource: {} }],
    ['a short id', { spans: [span({ span_id: '12' })] }],
    ['an id of zeros', { spans: [span({ trace_id: '0'.repeat(32) })] }],
    ['an unknown method', { spans: [span({ method: 'TRACE' })] }],
    ['a negative duration', { spans: [span({ duration_ms: -1 })] }],
    ['an age of more than ten minutes', { spans: [span({ age_ms: 600_001 })] }],
    ['no status', { spans: [span({ status: undefined })] }],
  ])('refuses %s', async (_, body) => {
    expect(await report(app, (await admin(app)).token, body)).toBe(400);
  });

  it('limits the batches of each user, over all their sign-ins', async () => {
    const [{ token: busy, email }, { token: other }] = [
      await user(app, 'realm_user', null),
      await admin(app),
    ];
    const { token: again } = await signIn(app, email);
    const statuses = new Set<number>();
    for (let i = 0; i < 61; i += 1) statuses.add(await report(app, i % 2 ? busy : again, { spans: [] }));
    expect([...statuses]).toEqual([204, 429]);
    expect(await report(app, other, { spans: [] })).toBe(204);
  });
});

test('exports what it takes under its own names of routes, and never a later end than now', async () => {
  const collector = new Collector();
  const app = await startApp({ OTEL_EXPORTER_OTLP_ENDPOINT: await collector.start() });
  const { token } = await admin(app);
  const [first, second, third, fourth] = ['11', '22', '33', '44'].map((pair) => pair.repeat(8));
  const before = Date.now();
  const spans = [
    span({ span_id: first }),
    span({ span_id: second, method: 'GET', path: '/api/tasks/counts', status: 404, duration_ms: 600_000 }),
    span({ span_id: third, path: '/api/buyer@quayside.example/secret', status: 0 }),
    span({ span_id: fourth, path: '/api/tasks/:id', method: 'GET', status: null }),
    // Digits alone, which are a valid card number.
    span({ span_id: '4242424242424242', path: '/api/tasks' }),
  ];
  expect(await report(app, token, { spans })).toBe(204);
  // What is left to export is sent before the server stops.
  await app.close();
  collector.stop();
  const shell = collector.spans.filter(({ service }) => service === 'tessera-shell');
  expect(shell).toMatchObject([
    { traceId: TRACE, spanId: first, name: 'POST /api/tasks/:id/stop', kind: 3, status: { code: 0 } },
    { spanId: second, name: 'GET /api/tasks/counts', status: { code: 2 } },
    { spanId: third, name: 'POST /api/*', status: { code: 2 } },
    { spanId: fourth, name: 'GET /api/tasks/:id', status: { code: 0 } },
    { spanId: '4242424242424242', name: 'POST /api/tasks' },
  ]);
  expect(shell.filter((one) => one.parentSpanId)).toEqual([]);
  expect(JSON.stringify(collector.spans)).not.toMatch(/quayside|browser-spans/);
  const [took, clamped] = shell.map(({ startTimeUnixNano, endTimeUnixNano }) => ({
    start: Number(startTimeUnixNano) / 1e6,
    end: Number(endTimeUnixNano) / 1e6,
  }));
  expect(Number(took?.end) - Number(took?.start)).toBeCloseTo(250, 0);
  expect(took?.start).toBeGreaterThanOrEqual(before - 3001);
  expect(Number(clamped?.end) - Number(clamped?.start)).toBeCloseTo(3000, 0);
});
