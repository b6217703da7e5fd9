import { setTimeout as delay } from 'node:timers/promises';
import { ApiClient, authorize, type SeatRow } from './harness/api-client.ts';
import { findTemplate, launchJob, listTasks, waitForTasks } from './harness/jobs.ts';
import { BOUGHT_EVENT, formatSeat, HELD_EVENT, listSoldSeats, setScenario } from './harness/sandbox.ts';
import { expect, test as base } from './harness/test.ts';

const LIMIT_MS = 180_000;

const test = base.extend<object, { owner: ApiClient }>({
  owner: [async ({ product }, use) => use(await ApiClient.as(product, product.owner)), { scope: 'worker' }],
});

test('completes every task and buys no seat twice when the worker is killed', async ({
  launchedProduct: product,
  owner,
}) => {
  const holdTemplate = await findTemplate(owner, 'hold');
  const buyTemplate = await findTemplate(owner, 'buy');
  const holdJob = await launchJob(owner, { template_id: holdTemplate.id });
  const buyJob = await launchJob(owner, { template_id: buyTemplate.id });
  const countActive = async () => {
    const tasks = [...(await listTasks(owner, holdJob)), ...(await listTasks(owner, buyJob))];
    return tasks.filter(({ status }) => ['running', 'waiting_room'].includes(status)).length;
  };
  await expect.poll(countActive, { intervals: [100] }).toBeGreaterThanOrEqual(5);
  const killed = product.kill('worker');

  const [cartedTasks, boughtTasks] = await Promise.all([
    waitForTasks(owner, holdJob, ['carted'], LIMIT_MS),
    waitForTasks(owner, buyJob, ['bought'], LIMIT_MS),
  ]);
  expect(cartedTasks).toHaveLength(20);
  expect(boughtTasks).toHaveLength(10);
  expect(product.pids('worker')).not.toContain(killed);

  const soldSeats = await listSoldSeats(product, BOUGHT_EVENT);
  expect(new Set(soldSeats.map(formatSeat)).size).toBe(soldSeats.length);
  expect(soldSeats).toHaveLength(20);
  const tickets = await owner.get<SeatRow[]>('/api/tickets');
  expect(tickets.map((ticket) => `${ticket.login_email} ${formatSeat(ticket)}`).sort()).toEqual(
    soldSeats.map((seat) => `${seat.account} ${formatSeat(seat)}`).sort(),
  );
  const holds = await owner.get<SeatRow[]>('/api/carted-tickets');
  expect(holds).toHaveLength(40);
  expect(new Set(holds.map(formatSeat)).size).toBe(40);
  expect(await listSoldSeats(product, HELD_EVENT)).toEqual([]);
});

test('completes an order once when the worker is killed between payment and report', async ({
  launchedProduct: product,
  owner,
}) => {
  const template = await findTemplate(owner, 'buy');
  const earlierOrders = new Set(
    (await listSoldSeats(product, BOUGHT_EVENT)).map(({ order_key }) => order_key),
  );
  const listNewSeats = async () =>
    (await listSoldSeats(product, BOUGHT_EVENT)).filter(({ order_key }) => !earlierOrders.has(order_key));
  // The site responds slowly, so that there is time to stop the worker during a payment.
  await setScenario(product, 'calm', { slow_share: 1, slow_ms: 1_500, wait_min_ms: 0 });
  const job = await launchJob(owner, { template_id: template.id, worker_count: 1, seats_per_worker: 2 });
  const readStatus = async () => (await listTasks(owner, job))[0]?.status;
  await expect.poll(readStatus, { intervals: [100] }).toBe('carted');

  const workers = product.pids('worker');
  const signalWorkers = (signal: NodeJS.Signals) => workers.forEach((pid) => process.kill(pid, signal));
  const stopUntilPaid = async () => {
    signalWorkers('SIGSTOP');
    await delay(1_700);
    const seats = await listNewSeats();
    if (seats.length === 0) signalWorkers('SIGCONT');
    return seats.length;
  };
  await expect
    .poll(stopUntilPaid, { message: 'the site was paid while the worker is stopped', intervals: [100] })
    .toBeGreaterThan(0);
  expect(await readStatus()).toBe('carted');
  signalWorkers('SIGKILL');
  await setScenario(product, 'calm');

  const [task] = await waitForTasks(owner, job, ['bought'], LIMIT_MS);
  const soldSeats = await listNewSeats();
  expect(soldSeats).toHaveLength(2);
  expect(new Set(soldSeats.map(({ order_key }) => order_key)).size).toBe(1);
  const sold = new Set(soldSeats.map(formatSeat));
  const tickets = await owner.get<SeatRow[]>('/api/tickets');
  const ownTickets = tickets.filter(
    (ticket) => ticket.login_email === task?.login_email && sold.has(formatSeat(ticket)),
  );
  expect(ownTickets).toHaveLength(2);
});

/** Sends a request to one server; rejects when nothing responds. */
const send = (owner: ApiClient, url: string, path: string) =>
  fetch(url + path, { headers: authorize(owner.token) });

/** Sends requests to a server one after another until `stop`; `statuses` are those of the responses. */
function sendContinuously(owner: ApiClient, url: string): { statuses: string[]; stop: () => Promise<void> } {
  const statuses: string[] = [];
  const stopped = new AbortController();
  const client = (async () => {
    while (!stopped.signal.aborted) {
      const response = await send(owner, url, '/api/tasks?page=1');
      await response.arrayBuffer();
      const isIncomplete = response.status === 503 && !response.headers.has('retry-after');
      statuses.push(isIncomplete ? '503 without Retry-After' : String(response.status));
      await delay(10);
    }
  })();
  const stop = async () => {
    stopped.abort();
    await client;
  };
  return { statuses, stop };
}

test('responds 503 with Retry-After without Postgres, recovers, and keeps sessions', async ({
  launchedProduct: product,
  owner,
}) => {
  const servers = product.pids('server');
  const clients = product.urls.map((url) => sendContinuously(owner, url));
  const postgres = product.postgresPid();
  process.kill(postgres, 'SIGKILL');
  // A pooler holds requests back until there is a database again.
  if (!process.env.POOLER)
    for (const { statuses } of clients) await expect.poll(() => statuses).toContain('503');
  // Until it runs again, there is no process id.
  await expect(() => expect(product.postgresPid()).not.toBe(postgres)).toPass();
  for (const { statuses, stop } of clients) {
    const before = statuses.length;
    await expect.poll(() => statuses.slice(before)).toContain('200');
    await stop();
    expect(statuses.filter((status) => status !== '200' && status !== '503')).toEqual([]);
  }
  expect(product.pids('server')).toEqual(servers);
  for (const url of product.urls) expect((await send(owner, url, '/api/me')).status).toBe(200);
  const refresh = await fetch(`${product.apiUrl}/api/auth/refresh`, {
    method: 'POST',
    headers: authorize(owner.refreshToken),
  });
  expect(refresh.status).toBe(200);
  expect(product.output()).toContain('Postgres exited (signal SIGKILL); restarting');
});

test('restarts a killed server and keeps sessions; another server serves in the meantime', async ({
  launchedProduct: product,
  owner,
}) => {
  const [first = '', ...others] = product.urls;
  const killed = product.kill('server');
  for (const url of others) expect((await send(owner, url, '/api/me')).status).toBe(200);
  await expect(async () => {
    const servers = product.pids('server');
    expect(servers).toHaveLength(product.urls.length);
    expect(servers).not.toContain(killed);
    expect((await send(owner, first, '/api/me')).status).toBe(200);
  }).toPass({ timeout: LIMIT_MS, intervals: [100] });
});
