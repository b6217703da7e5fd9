import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { AllowedHosts } from '../src/allowed-hosts.ts';
import { ConsoleClient } from '../src/console-client.ts';
import type { Failure, Hold, Purchase, Report } from '../src/protocol.ts';
import { Worker } from '../src/worker.ts';
import type { FakeTask } from './fake-console.ts';
import { FakeConsole } from './fake-console.ts';
import { Sandbox } from './sandbox.ts';
import { until } from './until.ts';

let sandbox: Sandbox;
let tessera: FakeConsole;
let worker: Worker;
let logged: string;

beforeAll(async () => {
  sandbox = await Sandbox.start();
});
afterAll(() => sandbox.stop());

const workerNamed = (name: string): Worker =>
  new Worker({
    name,
    capacity: 25,
    hosts: new AllowedHosts([sandbox.host]),
    client: new ConsoleClient(tessera.url, tessera.token),
    log: pino({ level: 'debug' }, { write: (line) => void (logged += line) }),
    waitSeconds: 0,
    heartbeatMs: 50,
  });

beforeEach(async () => {
  tessera = new FakeConsole();
  await tessera.start();
  await sandbox.begin('calm');
  logged = '';
  worker = workerNamed('test');
});
afterEach(async () => {
  expect(await worker.drain(5_000)).toBe(true);
  await tessera.stop();
});

const failure = (task: FakeTask): Failure | undefined => task.bodiesOf<Failure>('fail')[0];

describe('a task of mode hold', () => {
  it('waits in the queue, holds within areas and levels, and reports seats, expiry and basket', async () => {
    await sandbox.begin('calm', { waiting_room: true, wait_min_ms: 1_600 });
    const task = tessera.add(1, 'hold', sandbox.url);
    task.lease.task = { ...task.lease.task, event_areas: 'West 12', event_price_levels: ['value'] };
    worker.start();
    await task.end;
    const waited = task.bodiesOf<Report>('report').filter((report) => report.status === 'waiting_room');
    expect(waited.length).toBeGreaterThan(1);
    expect(waited[0]?.queue_position).toBeGreaterThan(waited.at(-1)?.queue_position ?? 99);
    const [hold] = task.bodiesOf<Hold>('hold');
    expect(hold?.seats).toHaveLength(2);
    expect(hold?.seats[0]).toMatchObject({ area: 'West 12', row: '15', price: 26, currency: 'GBP' });
    expect(hold?.basket?.startsWith(`${sandbox.url}/basket/`)).toBe(true);
    const { expires_at } = await sandbox.order(task.lease.login.name, task.lease.order_key);
    expect(hold?.expires_at).toBe(expires_at);
    expect((await fetch(hold?.basket ?? '')).status).toBe(200);
    expect(await sandbox.sold()).toEqual([]);
  });

  it('runs many in parallel, each with its own seats', async () => {
    const tasks = Array.from({ length: 25 }, (_, index) => tessera.add(index + 1, 'hold', sandbox.url));
    worker.start();
    await Promise.all(tasks.map((task) => task.end));
    const seats = tasks.flatMap((task) => task.bodiesOf<Hold>('hold')[0]?.seats ?? []);
    expect(new Set(seats.map((seat) => `${seat.area}/${seat.row}/${seat.seat}`)).size).toBe(50);
  });

  it('takes over the seats that a killed worker holds at the site', async () => {
    const task = tessera.add(2, 'hold', sandbox.url);
    await sandbox.holdAs(task.lease.login.name, task.lease.order_key, false);
    worker.start();
    await task.end;
    expect(task.bodiesOf<Hold>('hold')[0]?.seats).toHaveLength(2);
    expect((await sandbox.order(task.lease.login.name, task.lease.order_key)).status).toBe('held');
  });

  it('reports known seats again, so that a restarted task becomes carted and its lease ends', async () => {
    const task = tessera.add(6, 'hold', sandbox.url);
    await sandbox.holdAs(task.lease.login.name, task.lease.order_key, false);
    const { seats } = await sandbox.order(task.lease.login.name, task.lease.order_key);
    task.lease.holds = seats.map((seat, index) => ({ ...seat, id: 7 + index }));
    worker.start();
    await task.end;
    expect(task.bodiesOf<Hold>('hold')[0]?.seats.map(({ seat }) => seat)).toEqual(
      seats.map(({ seat }) => seat),
    );
  });

  it.each([
    ['LIMIT_REACHED', 'limit'],
    ['BUDGET_REACHED', 'budget'],
  ])('releases the seats at the site when the console refuses them by %s', async (code, kind) => {
    const task = tessera.add(3, 'hold', sandbox.url);
    task.refuse = { status: 409, code, message: 'No more of these', on: 'hold' };
    worker.start();
    await task.end;
    expect(failure(task)).toMatchObject({ message: 'No more of these', kind });
    expect((await sandbox.order(task.lease.login.name, task.lease.order_key)).status).toBe('released');
  });

  it('holds nothing at the site when nothing is left of the budget', async () => {
    const task = tessera.add(7, 'hold', sandbox.url);
    task.lease.budget = { currency: 'GBP', left: 0, per_seat: null };
    worker.start();
    await task.end;
    expect(failure(task)).toMatchObject({ kind: 'budget' });
    const order = await sandbox.order(task.lease.login.name, task.lease.order_key);
    expect(order).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a task of mode buy', () => {
  it('holds, pays with the payment token and reports the purchase', async () => {
    const task = tessera.add(4, 'buy', sandbox.url);
    worker.start();
    await task.end;
    const order = await sandbox.order(task.lease.login.name, task.lease.order_key);
    expect(order.status).toBe('paid');
    expect(task.bodiesOf<Purchase>('purchase')).toEqual([
      { tickets: [100, 101].map((id) => ({ hold_id: id, ticket_reference: order.reference })) },
    ]);
    const sold = await sandbox.sold();
    expect(sold.map((seat) => seat.account)).toEqual(Array(2).fill(task.lease.login.name));
    expect(logged).not.toContain('quayside-04');
    expect(logged).not.toContain('tok_sandbox');
  });

  it.each([
    ['the holds known', true],
    ['the holds unknown', false],
  ])(
    'finishes what a predecessor paid before it was killed, with %s, and pays nothing twice',
    async (_name, known) => {
      const task = tessera.add(5, 'buy', sandbox.url);
      await sandbox.holdAs(task.lease.login.name, task.lease.order_key, true);
      const before = await sandbox.sold();
      if (known) {
        const seats = before as unknown as { area: string; row: string; seat: string }[];
        task.lease.holds = seats.map(({ area, row, seat }, index) => ({ id: 7 + index, area, row, seat }));
        task.lease.task = { ...task.lease.task, status: 'carted' };
      }
      worker.start();
      await task.end;
      const { reference } = await sandbox.order(task.lease.login.name, task.lease.order_key);
      const ids = known ? [7, 8] : [100, 101];
      expect(task.bodiesOf<Purchase>('purchase')).toEqual([
        { tickets: ids.map((id) => ({ hold_id: id, ticket_reference: reference })) },
      ]);
      expect(task.bodiesOf<Hold>('hold')).toHaveLength(known ? 0 : 1);
      expect(await sandbox.sold()).toEqual(before);
    },
  );

  it("fails with the site's message when the payment is declined, and keeps the seats held", async () => {
    await sandbox.begin('declined', { decline_share: 1 });
    const task = tessera.add(6, 'buy', sandbox.url);
    worker.start();
    await task.end;
    expect(failure(task)).toEqual({ message: 'The payment was declined', kind: 'payment', unpaid: true });
    expect(task.bodiesOf('purchase')).toEqual([]);
    expect((await sandbox.order(task.lease.login.name, task.lease.order_key)).status).toBe('held');
  });

  it('does not pay once the lease is lost', async () => {
    await sandbox.begin('calm', { hold_delay_ms: 400 });
    const task = tessera.add(7, 'buy', sandbox.url);
    worker.start();
    await until(() => task.bodiesOf<Report>('report').some((report) => report.message === 'Choosing seats'));
    task.close();
    await until(() => logged.includes('lease lost'));
    expect(task.bodiesOf('hold')).toEqual([]);
    expect(await sandbox.sold()).toEqual([]);
  });

  it('keeps its seats while the console is unavailable, and continues afterwards', async () => {
    const task = tessera.add(8, 'buy', sandbox.url);
    task.refuse = { status: 503, code: 'UNAVAILABLE', message: 'away', on: 'hold' };
    worker.start();
    await until(
      async () => (await sandbox.order(task.lease.login.name, task.lease.order_key)).status === 'held',
    );
    tessera.away = true;
    task.refuse = null;
    expect(task.bodiesOf('hold')).toEqual([]);
    tessera.away = false;
    await task.end;
    expect(task.bodiesOf('purchase')).toHaveLength(1);
    expect(await sandbox.sold()).toHaveLength(2);
  });
});

describe('errors of the site', () => {
  it('passes the Retry-After of a 429 on to the console', async () => {
    await sandbox.begin('too_many_requests', { busy_share: 1, busy_retry_after_s: 9, slow_share: 0 });
    const task = tessera.add(9, 'hold', sandbox.url);
    worker.start();
    await task.end;
    expect(failure(task)).toEqual({
      message: 'Too many requests, try again later',
      retry_after_s: 9,
      kind: 'rate_limited',
    });
  });

  it('reports what is sold out', async () => {
    await sandbox.begin('sell_out', { seats_on_sale: 0 });
    const task = tessera.add(10, 'hold', sandbox.url);
    worker.start();
    await task.end;
    expect(failure(task)?.message).toBe('Sold out: no 2 seats left in all areas');
  });

  it('reports a rejected sign-in', async () => {
    const task = tessera.add(11, 'hold', sandbox.url);
    task.lease.login.password = 'wrong';
    worker.start();
    await task.end;
    expect(failure(task)?.message).toBe('E-mail or password is wrong');
  });

  it('rejects a host that is not on its allow list without connecting', async () => {
    let connections = 0;
    const stranger = createServer().on('connection', () => (connections += 1));
    await new Promise<void>((listening) => stranger.listen(0, '127.0.0.1', listening));
    const { port } = stranger.address() as AddressInfo;
    const task = tessera.add(12, 'buy', `http://127.0.0.1:${port}`);
    worker.start();
    await task.end;
    stranger.close();
    expect(failure(task)?.message).toBe(`127.0.0.1:${port} is not on this worker's list of allowed hosts`);
    expect(connections).toBe(0);
  });
});

describe('commands', () => {
  const waiting = (task: FakeTask) => () =>
    task.bodiesOf<Report>('report').some((report) => report.status === 'waiting_room');

  it('releases the task on stop, without holding seats', async () => {
    await sandbox.begin('calm', { waiting_room: true, wait_min_ms: 60_000 });
    const task = tessera.add(13, 'buy', sandbox.url);
    worker.start();
    await until(waiting(task));
    task.commands.push('stop');
    await task.end;
    expect(task.bodiesOf('release')).toHaveLength(1);
    expect(task.bodiesOf('hold')).toEqual([]);
  });

  it('reports seats that were being held during a stop, and then releases the task', async () => {
    const task = tessera.add(18, 'hold', sandbox.url);
    task.endsByHold = false;
    task.refuse = { status: 503, code: 'UNAVAILABLE', message: 'away', on: 'hold' };
    worker.start();
    await until(
      async () => (await sandbox.order(task.lease.login.name, task.lease.order_key)).status === 'held',
    );
    task.commands.push('stop');
    await until(() => task.commands.length === 0);
    task.refuse = null;
    await task.end;
    const last = task.calls.map((call) => call.what).filter((what) => what !== 'heartbeat');
    expect(last.slice(-2)).toEqual(['hold', 'release']);
  });

  it('waits on pause, and continues on resume', async () => {
    await sandbox.begin('calm', { waiting_room: true, wait_min_ms: 400 });
    const task = tessera.add(14, 'hold', sandbox.url);
    worker.start();
    await until(waiting(task));
    task.lease.task = { ...task.lease.task, paused: true };
    task.commands.push('pause');
    await until(() => task.commands.length === 0);
    const beats = task.bodiesOf('heartbeat').length;
    await until(() => task.bodiesOf('heartbeat').length > beats + 12);
    expect(task.bodiesOf('hold')).toEqual([]);
    task.lease.task = { ...task.lease.task, paused: false };
    task.commands.push('resume');
    await task.end;
    expect(task.bodiesOf('hold')).toHaveLength(1);
  });

  it('releases waiting tasks and leases no more while draining', async () => {
    await sandbox.begin('calm', { waiting_room: true, wait_min_ms: 60_000 });
    const task = tessera.add(15, 'hold', sandbox.url);
    worker.start();
    await until(waiting(task));
    expect(await worker.drain(5_000)).toBe(true);
    expect(task.bodiesOf('release')).toHaveLength(1);
    await sandbox.begin('calm');
    const before = tessera.leaseCallers.length;
    const other = workerNamed('other');
    other.start();
    await tessera.add(16, 'hold', sandbox.url).end;
    expect(await other.drain(5_000)).toBe(true);
    expect(new Set(tessera.leaseCallers.slice(before))).toEqual(new Set(['other']));
  });
});

it('continues after the console was unavailable', async () => {
  tessera.away = true;
  worker.start();
  await until(() => logged.includes('leasing failed, retrying'));
  tessera.away = false;
  const task = tessera.add(17, 'hold', sandbox.url);
  await task.end;
  expect(task.bodiesOf('hold')).toHaveLength(1);
});
