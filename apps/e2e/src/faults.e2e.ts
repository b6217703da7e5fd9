import { setTimeout as delay } from 'node:timers/promises';
import { ask, signIn, type ConsoleUser, type HoldRow, type SeatRow } from './harness/console.ts';
import { demoTemplate, launch, tasksOf, untilAll } from './harness/jobs.ts';
import { startProduct, type LaunchedProduct } from './harness/product.ts';
import { seatName, setScenario, soldSeats } from './harness/sandbox.ts';
import { until } from './harness/until.ts';

const HELD_EVENT = 'harbour-city-v-northgate-rovers';
const BOUGHT_EVENT = 'copper-almanac-foundry-hall';

let product: LaunchedProduct;
let owner: ConsoleUser;

beforeAll(async () => {
  product = await startProduct();
  owner = await signIn(product, product.owner);
});
afterAll(() => product?.stop());

it('finishes every task and buys no seat twice when the worker is killed while tasks run', async () => {
  const hold = await demoTemplate(owner, 'hold');
  const buy = await demoTemplate(owner, 'buy');
  const held = await launch(owner, { template_id: hold.id });
  const bought = await launch(owner, { template_id: buy.id });
  await until('tasks are at work', async () => {
    const tasks = [...(await tasksOf(owner, held)), ...(await tasksOf(owner, bought))];
    return (
      tasks.filter(({ status }) => ['running', 'waiting_room'].includes(status)).length >= 5 || undefined
    );
  });
  const victim = product.kill('worker');

  const withinMs = 60_000;
  const [carted, done] = await Promise.all([
    untilAll(owner, held, ['carted'], withinMs),
    untilAll(owner, bought, ['bought'], withinMs),
  ]);
  expect(carted).toHaveLength(20);
  expect(done).toHaveLength(10);
  expect(product.pids('worker')).not.toContain(victim);

  const sold = await soldSeats(product, BOUGHT_EVENT);
  expect(new Set(sold.map(seatName)).size).toBe(sold.length);
  expect(sold).toHaveLength(20);
  const tickets = await owner.get<SeatRow[]>('/api/tickets');
  expect(tickets.map((one) => `${one.login_email} ${seatName(one)}`).sort()).toEqual(
    sold.map((one) => `${one.account} ${seatName(one)}`).sort(),
  );
  const holds = await owner.get<HoldRow[]>('/api/carted-tickets');
  expect(holds).toHaveLength(40);
  expect(new Set(holds.map(seatName)).size).toBe(40);
  expect(await soldSeats(product, HELD_EVENT)).toEqual([]);
});

it('finishes an order once when the worker is killed between paying and reporting', async () => {
  const template = await demoTemplate(owner, 'buy');
  const before = new Set((await soldSeats(product, BOUGHT_EVENT)).map((one) => one.order_key));
  const newOrders = async () =>
    (await soldSeats(product, BOUGHT_EVENT)).filter((one) => !before.has(one.order_key));
  // Every answer of the site takes a while, so that there is time to stop the worker while a payment is under way.
  await setScenario(product, 'calm', { slow_share: 1, slow_ms: 1_500, wait_min_ms: 0 });
  const job = await launch(owner, { template_id: template.id, worker_count: 1, seats_per_worker: 2 });
  await until('seats are held', async () => (await tasksOf(owner, job))[0]?.status === 'carted' || undefined);

  const workers = product.pids('worker');
  const signal = (name: NodeJS.Signals) => workers.forEach((pid) => process.kill(pid, name));
  await until(
    'the site was paid and the worker does not know',
    async () => {
      signal('SIGSTOP');
      await delay(1_700);
      if ((await newOrders()).length > 0) return true;
      signal('SIGCONT');
      await delay(100);
      return undefined;
    },
    { everyMs: 0 },
  );
  expect((await tasksOf(owner, job))[0]?.status).toBe('carted');
  signal('SIGKILL');
  await setScenario(product, 'calm');

  const [task] = await untilAll(owner, job, ['bought'], 60_000);
  const sold = await newOrders();
  expect(sold).toHaveLength(2);
  expect(new Set(sold.map((one) => one.order_key)).size).toBe(1);
  const tickets = await owner.get<SeatRow[]>('/api/tickets');
  const own = new Set(sold.map(seatName));
  expect(
    tickets.filter((one) => one.login_email === task?.login_email && own.has(seatName(one))),
  ).toHaveLength(2);
});

/** The status of an answer of one of the servers to the owner. */
const statusAt = async (apiUrl: string) => (await ask({ apiUrl }, owner.token, 'GET', '/api/me')).status;

/** Asks a server all the time; `answers` are its statuses, and `end` ends it. */
function askAllTheTime(apiUrl: string): { answers: string[]; end: () => Promise<void> } {
  const answers: string[] = [];
  let asking = true;
  const client = (async () => {
    while (asking) {
      const { status, headers } = await ask({ apiUrl }, owner.token, 'GET', '/api/tasks?page=1');
      answers.push(status === 503 && !headers.get('retry-after') ? 'no Retry-After' : String(status));
      await delay(10);
    }
  })();
  const end = async () => {
    asking = false;
    await client;
  };
  return { answers, end };
}

it('answers 503 with Retry-After while Postgres is gone, recovers by itself, and logs nobody out', async () => {
  const servers = product.pids('server');
  const clients = product.urls.map(askAllTheTime);
  const before = product.postgresPid();
  process.kill(before, 'SIGKILL');
  for (const { answers } of clients) {
    await until('an answer 503', () => answers.includes('503') || undefined);
    await until(
      'a good answer after it',
      () => answers.lastIndexOf('200') > answers.lastIndexOf('503') || undefined,
    );
  }
  for (const { answers, end } of clients) {
    await end();
    expect(new Set(answers)).toEqual(new Set(['200', '503']));
  }
  await until('another Postgres is known', () => product.postgresPid() !== before || undefined);
  expect(product.pids('server')).toEqual(servers);
  for (const url of product.urls) expect(await statusAt(url)).toBe(200);
  const refreshed = await ask(product, owner.refreshToken, 'POST', '/api/auth/refresh');
  expect(refreshed.status).toBe(200);
  expect(product.printed()).toContain('Postgres ended (signal SIGKILL); starting it again');
});

it('starts the server again when it dies, nobody is logged out, and another one serves meanwhile', async () => {
  const [first = '', ...others] = product.urls;
  const victim = product.kill('server');
  for (const url of others) expect(await statusAt(url)).toBe(200);
  await until('it answers again', async () => {
    const pids = product.pids('server');
    const isBack = pids.length === product.urls.length && !pids.includes(victim);
    return (isBack && (await statusAt(first)) === 200) || undefined;
  });
});
