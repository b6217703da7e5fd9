import { setTimeout as sleep } from 'node:timers/promises';
import { NotificationPublisher } from '../src/messages';
import { Transactions } from '../src/platform/database/transactions';
import { Wakeups } from '../src/platform/queue/wakeups';
import { systemScope } from '../src/platform/realm-scope/scope';
import { Sweeps } from '../src/platform/sweeps/sweeps';
import type { TaskDto } from '../src/work';
import type { LeaseDto } from '../src/workers';
import type { Answer, TestApp } from './app';
import { defined } from './defined';
import { event, login, realm, site, user, workerToken } from './factories';

/** Longer than any test takes. */
const NEVER_MS = 600_000;

/** A realm with a site, an event, a signed-in owner, logins and a worker token. */
export type Work = {
  app: TestApp;
  realmId: number;
  siteId: number;
  eventId: number;
  guid: string;
  owner: string;
  worker: string;
  logins: number[];
};

/** Creates a realm, with a new site and event unless `on` has them. */
export async function work(
  app: TestApp,
  {
    logins = 1,
    max_tasks = 1000,
    eventFields = {},
    on,
  }: { logins?: number; max_tasks?: number; eventFields?: Record<string, unknown>; on?: Work } = {},
): Promise<Work> {
  const realmId = await realm(app, { max_tasks });
  const siteId = on?.siteId ?? (await site(app));
  const eventId = on?.eventId ?? (await event(app, siteId, eventFields));
  const { rows } = await app.db.query<{ guid: string }>('SELECT guid FROM events WHERE id = $1', [eventId]);
  const made: number[] = [];
  for (let index = 0; index < logins; index += 1) made.push(await login(app, realmId, siteId));
  return {
    app,
    realmId,
    siteId,
    eventId,
    guid: defined(rows[0]).guid,
    owner: (await user(app, 'realm_owner', realmId)).token,
    worker: await workerToken(app, { site_ids: [siteId], realm_ids: [realmId] }),
    logins: made,
  };
}

/** Creates a task over HTTP, started by default. */
export const newTask = (work: Work, fields: Record<string, unknown> = {}): Promise<TaskDto> =>
  createTasks<TaskDto>(work, taskBody(work, fields));

/** As `newTask`, many in one call. */
export const newTasks = (work: Work, many: readonly Record<string, unknown>[]): Promise<TaskDto[]> =>
  createTasks<TaskDto[]>(
    work,
    many.map((fields) => taskBody(work, fields)),
  );

/** The body that creates a task, started by default. */
export const taskBody = ({ logins, eventId }: Work, fields: Record<string, unknown>) => ({
  login_id: logins[0],
  event_id: eventId,
  start: true,
  ...fields,
});

async function createTasks<T extends object>({ app, owner }: Work, body: object): Promise<T> {
  const response = await app.http<T>('POST', '/api/tasks', { token: owner, body });
  if (response.status !== 201)
    throw new Error(`POST /tasks returned ${response.status}: ${JSON.stringify(response.body)}`);
  return response.body;
}

/** Changes a task's mode to `buy`, which only templates can create. */
export const makeBuyer = ({ app }: Work, id: number) =>
  app.db.query("UPDATE tasks SET mode = 'buy' WHERE id = $1", [id]);

export async function getTask({ app, owner }: Work, id: number): Promise<TaskDto> {
  const { status, body } = await app.http<TaskDto>('GET', `/api/tasks/${id}`, { token: owner });
  if (status !== 200) throw new Error(`GET /tasks/${id} returned ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Reads tasks one after another, so that none waits for a connection longer than a busy server lets it. */
export async function getTasks(from: Work, ids: readonly number[]): Promise<TaskDto[]> {
  const tasks: TaskDto[] = [];
  for (const id of ids) tasks.push(await getTask(from, id));
  return tasks;
}

/** Leases up to `capacity` tasks. */
export async function lease(
  { app, worker }: Work,
  capacity = 1,
  wait_s = 0,
  name = 'worker-1',
): Promise<LeaseDto[]> {
  const response = await app.http<{ leases: LeaseDto[] }>('POST', '/api/worker/v1/lease', {
    token: worker,
    body: { worker: name, capacity, wait_s },
  });
  if (response.status !== 200)
    throw new Error(`lease returned ${response.status}: ${JSON.stringify(response.body)}`);
  return response.body.leases;
}

/** Leases as a worker that can settle orders: payment checks and tasks. */
export async function leaseSettling({ app, worker }: Work, capacity = 10): Promise<LeaseDto[]> {
  const { body } = await app.http<{ leases: LeaseDto[] }>('POST', '/api/worker/v1/lease', {
    token: worker,
    body: { worker: 'worker-1', capacity, wait_s: 0, settles: true },
  });
  return body.leases;
}

/** Leases up to `count` tasks in as many answers as it takes, without waiting. */
export async function leaseMany(from: Work, count: number): Promise<LeaseDto[]> {
  const leases: LeaseDto[] = [];
  for (;;) {
    const more = leases.length < count ? await lease(from, count - leases.length) : [];
    if (more.length === 0) return leases;
    leases.push(...more);
  }
}
/** Leases one task, which must exist. */
export async function leaseOne(from: Work): Promise<LeaseDto> {
  const [found] = await lease(from);
  if (!found) throw new Error('No task to lease');
  return found;
}

/** Sends a request under a lease. */
export const under = <T = never>(
  { app, worker }: Work,
  leaseId: string,
  call: string,
  body?: unknown,
): Promise<Answer<T>> =>
  app.http<T>('POST', `/api/worker/v1/leases/${leaseId}/${call}`, { token: worker, body: body ?? {} });

export const seat = (number: number, price = 42.5) => ({
  area: 'North 104',
  row: '12',
  seat: String(number),
  price,
});

export const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

/** Holds seats under a lease; returns their ids. */
export async function holdSeats(from: Work, leaseId: string, numbers: number[]): Promise<number[]> {
  const response = await under<{ holds: { id: number }[] }>(from, leaseId, 'hold', {
    seats: numbers.map((number) => seat(number)),
    expires_at: inMinutes(10),
    basket: 'https://tickets.example/basket/1',
  });
  if (response.status !== 200)
    throw new Error(`hold returned ${response.status}: ${JSON.stringify(response.body)}`);
  return response.body.holds.map(({ id }) => id);
}

/** Ends a lease, as if its worker had been killed half a minute ago. */
export const loseWorker = async ({ app }: Work, taskId: number) => {
  await app.db.query("UPDATE tasks SET lease_expires_at = now() - interval '1 second' WHERE id = $1", [
    taskId,
  ]);
  await sweep(app);
};

/** Ends the task's backoff. */
export const skipBackoff = ({ app }: Work, taskId: number) =>
  app.db.query(
    'UPDATE tasks SET next_attempt_at = NULL, ready_at = CASE WHEN ready_at IS NOT NULL THEN now() END WHERE id = $1',
    [taskId],
  );

/** Counts what is pending in the lines of its recipients, without waiting for the process that does it all the time. */
export const countNotifications = (app: TestApp): Promise<void> => {
  const publisher = app.nest.get(NotificationPublisher, { strict: false });
  return app.nest.get(Transactions, { strict: false }).run(systemScope('test'), (tx) => publisher.flush(tx));
};

/** Runs the sweeps now, and again after a concurrent round, which may have started too early. */
export const sweep = (app: TestApp) =>
  until(() => app.nest.get(Sweeps, { strict: false }).runAll(), 'a sweep of its own');

/** Makes long polls fail unless a notification ends their wait; restore the returned mock afterwards. */
export function pollOnlyWhenWoken(app: TestApp): jest.SpyInstance {
  const wakeups = app.nest.get(Wakeups, { strict: false });
  const wait = wakeups.wait.bind(wakeups);
  return jest.spyOn(wakeups, 'wait').mockImplementation((waits, _ms, gone) => {
    const { over, end } = wait(waits, NEVER_MS, gone);
    const { promise, reject } = Promise.withResolvers<never>();
    const limit = setTimeout(() => reject(new Error('No notification woke the poll')), 15_000);
    return { over: Promise.race([over, promise]).finally(() => clearTimeout(limit)), end };
  });
}

/** Waits until a condition that another process causes is true. */
export async function until(holds: () => Promise<boolean>, what: string, withinMs = 30_000): Promise<void> {
  const end = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`Timed out waiting until ${what}`);
    await sleep(25);
  }
}
