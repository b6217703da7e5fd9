import pino from 'pino';
import { AllowedHosts } from '../src/allowed-hosts.ts';
import { ConsoleClient } from '../src/console-client.ts';
import type { Failure, Settlement } from '../src/protocol.ts';
import { Worker } from '../src/worker.ts';
import { FakeConsole } from './fake-console.ts';
import { Sandbox } from './sandbox.ts';

let sandbox: Sandbox;
let tessera: FakeConsole;
let worker: Worker;

beforeAll(async () => {
  sandbox = await Sandbox.start();
  await sandbox.begin('calm');
  tessera = new FakeConsole();
  await tessera.start();
  worker = new Worker({
    name: 'test',
    capacity: 25,
    hosts: new AllowedHosts([sandbox.host]),
    client: new ConsoleClient(tessera.url, tessera.token),
    log: pino({ level: 'silent' }),
    waitSeconds: 0,
  });
});
afterAll(async () => {
  expect(await worker.drain(5_000)).toBe(true);
  await tessera.stop();
  await sandbox.stop();
});

it('settles the order of a finished task by only asking the site and reporting the response', async () => {
  const paid = tessera.add(8, 'settle', sandbox.url);
  await sandbox.holdAs(paid.lease.login.name, paid.lease.order_key, true);
  const unknown = tessera.add(9, 'settle', sandbox.url);
  const held = tessera.add(10, 'settle', sandbox.url);
  await sandbox.holdAs(held.lease.login.name, held.lease.order_key, false);
  worker.start();
  await Promise.all([paid.end, unknown.end, held.end]);
  const order = await sandbox.order(paid.lease.login.name, paid.lease.order_key);
  expect(paid.bodiesOf<Settlement>('settle')).toEqual([
    expect.objectContaining({ paid: true, ticket_reference: order.reference }),
  ]);
  expect(paid.bodiesOf<Settlement>('settle')[0]?.seats?.map(({ seat }) => seat)).toEqual(
    order.seats.map(({ seat }) => seat),
  );
  expect(unknown.bodiesOf('settle')).toEqual([{ paid: false }]);
  expect(held.bodiesOf('settle')).toEqual([]);
  expect(held.bodiesOf<Failure>('fail')[0]?.retry_after_s).toBeGreaterThan(500);
  expect(
    [paid, unknown, held].flatMap((task) => [...task.bodiesOf('report'), ...task.bodiesOf('hold')]),
  ).toEqual([]);
  expect((await sandbox.order(held.lease.login.name, held.lease.order_key)).status).toBe('held');
});
