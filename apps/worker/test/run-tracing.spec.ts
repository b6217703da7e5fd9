import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { ConfigError, readConfig } from '../src/config.ts';
import { RunTracing } from '../src/run-tracing.ts';
import { FakeConsole } from './fake-console.ts';
import { Sandbox } from './sandbox.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const LEASE_SPAN = '00f067aa0ba902b7';

/** The bodies that a collector received. */
const received: string[] = [];
const collector = createServer((request, response) => {
  void text(request).then((body) => {
    received.push(body);
    response.setHeader('Content-Type', 'application/json').end('{}');
  });
});
let endpoint: string;
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await Sandbox.start();
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  collector.close();
  collector.closeAllConnections();
  await sandbox.stop();
});

const leaseWith = (traceparent: string | null) => ({
  ...new FakeConsole().add(1, 'hold', sandbox.url).lease,
  traceparent,
});

describe('the tracing of runs', () => {
  it('exports a run as a child of its lease, without what the lease says about people', async () => {
    const tracing = new RunTracing({ endpoint, serviceName: 'tessera-worker' });
    const lease = leaseWith(`00-${TRACE}-${LEASE_SPAN}-01`);
    const span = tracing.start(lease);
    expect(span?.traceparent).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
    span?.end('failed');
    await tracing.stop();
    const [sent = ''] = received.splice(0);
    expect(JSON.parse(sent)).toMatchObject({
      resourceSpans: [
        {
          scopeSpans: [
            {
              spans: [
                {
                  traceId: TRACE,
                  parentSpanId: LEASE_SPAN,
                  spanId: span?.traceparent.split('-')[2],
                  name: 'run task',
                  status: { code: 2 },
                  attributes: [
                    { key: 'tessera.task_id', value: { intValue: lease.task.id } },
                    { key: 'tessera.mode', value: { stringValue: 'hold' } },
                    { key: 'tessera.outcome', value: { stringValue: 'failed' } },
                  ],
                },
              ],
            },
          ],
        },
      ],
    });
    expect(sent).not.toContain(lease.login.name);
  });

  it('continues a trace that is not recorded, and begins none', async () => {
    const tracing = new RunTracing({ endpoint, serviceName: 'tessera-worker' });
    const unrecorded = tracing.start(leaseWith(`00-${TRACE}-${LEASE_SPAN}-00`));
    expect(unrecorded?.traceparent).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-00$`));
    unrecorded?.end('done');
    expect(tracing.start(leaseWith(null))).toBeUndefined();
    expect(tracing.start(leaseWith('00-1-2-01'))).toBeUndefined();
    await tracing.stop();
    expect(received).toEqual([]);
  });

  it('is configured by an http address alone', () => {
    const env = { TESSERA_URL: 'http://127.0.0.1:3000', WORKER_TOKEN: 't', ALLOWED_HOSTS: '127.0.0.1:3001' };
    expect(readConfig(env).tracing).toBeNull();
    expect(readConfig({ ...env, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }).tracing).toEqual({
      endpoint,
      serviceName: 'tessera-worker',
    });
    expect(() => readConfig({ ...env, OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' })).toThrow(ConfigError);
  });
});
