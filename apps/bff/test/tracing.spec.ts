import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startApp, type TestApp } from './app';
import { Collector } from './collector';
import { defined } from './defined';
import { leaseOne, taskBody, work } from './work';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CLICK = '00f067aa0ba902b7';

it('logs once that a collector rejects its spans', async () => {
  const refusing = createServer((request, response) => {
    request.resume();
    response.writeHead(400).end();
  }).listen(0, '127.0.0.1');
  await once(refusing, 'listening');
  const endpoint = `http://127.0.0.1:${(refusing.address() as AddressInfo).port}`;
  const { promise, resolve } = Promise.withResolvers<null>();
  const warnings: string[] = [];
  const app = await startApp({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, LOG_LEVEL: 'warn' }, undefined, {
    write: (line) => {
      if (!line.includes('Spans were lost')) return;
      warnings.push(line);
      resolve(null);
    },
  });
  try {
    await app.http('GET', '/api/modules');
    await promise;
    expect(JSON.parse(warnings[0] ?? '')).toMatchObject({
      level: 'warn',
      msg: expect.stringMatching(/^Spans were lost, the collector did not take them: .*\b400\b/) as string,
    });
  } finally {
    await app.close();
    refusing.close();
  }
  expect(warnings).toHaveLength(1);
});

describe('with a collector', () => {
  const collector = new Collector();
  const lines: Record<string, unknown>[] = [];
  let app: TestApp;
  let stopped = false;

  const stop = async () => {
    if (!stopped) await app.close();
    stopped = true;
  };

  beforeAll(async () => {
    const endpoint = await collector.start();
    app = await startApp({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, LOG_LEVEL: 'info' }, undefined, {
      write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
    });
  });
  afterAll(async () => {
    await stop();
    collector.stop();
  });

  it('continues a click through request, transaction, queue and lease to the worker’s report', async () => {
    const from = await work(app);
    const headers = { traceparent: `00-${TRACE}-${CLICK}-01` };
    const { status } = await app.http('POST', '/api/tasks', {
      token: from.owner,
      headers,
      body: taskBody(from, {}),
    });
    expect(status).toBe(201);
    const leased = await leaseOne(from);
    const traceparent = defined(leased.traceparent);
    expect(traceparent).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
    const report = `/api/worker/v1/leases/${leased.lease_id}/report`;
    await app.http('POST', report, {
      token: from.worker,
      headers: { traceparent },
      body: { status: 'running', message: 'Signing in' },
    });
    await app.http('POST', `/api/worker/v1/leases/${leased.lease_id}/heartbeat`, {
      token: from.worker,
      headers: { traceparent },
      body: {},
    });
    await stop();

    const one = (name: string) => {
      const found = collector.named(TRACE, name);
      expect([name, found.length]).toEqual([name, 1]);
      return defined(found[0]);
    };
    const [request, queued, taken] = [one('POST /api/tasks'), one('queue tasks'), one('lease task')];
    expect(request).toMatchObject({ service: 'tessera-server', parentSpanId: CLICK });
    const transaction = defined(
      collector.named(TRACE, 'transaction write').find(({ spanId }) => spanId === queued.parentSpanId),
    );
    expect(transaction.parentSpanId).toBe(request.spanId);
    expect(taken.parentSpanId).toBe(queued.spanId);
    expect(traceparent).toContain(taken.spanId);
    expect(one('POST /api/worker/v1/leases/:leaseId/report').parentSpanId).toBe(taken.spanId);
    expect(collector.spans.filter(({ name }) => name.includes('heartbeat'))).toEqual([]);
    expect(lines).toContainEqual(
      expect.objectContaining({ msg: 'request', path: '/api/tasks', trace_id: TRACE }),
    );
    const secrets = JSON.stringify(collector.spans);
    expect(secrets).not.toContain(from.owner);
  });
});
