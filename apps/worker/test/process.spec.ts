import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Purchase } from '../src/protocol.ts';
import { FakeConsole } from './fake-console.ts';
import { Sandbox } from './sandbox.ts';
import { until } from './until.ts';

let sandbox: Sandbox;
let tessera: FakeConsole;

beforeAll(async () => {
  sandbox = await Sandbox.start();
  await sandbox.begin('calm');
});
afterAll(() => sandbox.stop());
beforeEach(async () => {
  tessera = new FakeConsole();
  await tessera.start();
});
afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  await tessera.stop();
});

const started: ChildProcess[] = [];

const start = (env: NodeJS.ProcessEnv = {}): ChildProcess => {
  const child = spawn(process.execPath, [join(__dirname, '../src/main.ts')], {
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      TESSERA_URL: tessera.url,
      WORKER_TOKEN: tessera.token,
      WORKER_NAME: 'reference-1',
      ALLOWED_HOSTS: sandbox.host,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  child.stdout.resume();
  return child;
};

const exit = async (child: ChildProcess): Promise<unknown> =>
  child.exitCode ?? (await once(child, 'exit'))[0];

it('lets the next worker finish after one was killed between paying and reporting, without paying twice', async () => {
  const first = tessera.add(20, 'buy', sandbox.url);
  first.refuse = { status: 503, code: 'UNAVAILABLE', message: 'away', on: 'purchase' };
  const killed = start();
  await until(async () => (await sandbox.sold()).length === 2);
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  first.close();

  const { order_key } = first.lease;
  const second = tessera.add(20, 'buy', sandbox.url, { order_key });
  const next = start();
  await second.end;
  expect(second.bodiesOf<Purchase>('purchase')[0]?.tickets).toHaveLength(2);
  expect((await sandbox.sold()).map((seat) => seat.order_key)).toEqual([order_key, order_key]);

  next.kill('SIGTERM');
  expect(await exit(next)).toBe(0);
});

it('releases waiting tasks and exits on SIGTERM', async () => {
  await sandbox.begin('waiting_room', { waiting_room: true, wait_min_ms: 60_000 });
  const task = tessera.add(21, 'hold', sandbox.url);
  const child = start();
  await until(() => task.calls.some((call) => call.what === 'report'));
  child.kill('SIGTERM');
  expect(await exit(child)).toBe(0);
  expect(task.bodiesOf('release')).toHaveLength(1);
});

it('writes JSON lines with the fields of every log, and the ids of the lease', async () => {
  await sandbox.begin('calm');
  const task = tessera.add(23, 'hold', sandbox.url);
  const child = start();
  const output = child.stdout?.toArray();
  await task.end;
  child.kill('SIGTERM');
  expect(await exit(child)).toBe(0);
  const lines = Buffer.concat((await output) ?? [])
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  for (const line of lines) {
    expect(line).toMatchObject({
      level: expect.stringMatching(/^(?:info|warn)$/) as unknown,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown,
      name: 'worker',
      worker: 'reference-1',
      msg: expect.any(String) as unknown,
    });
  }
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: 'lease begins', task_id: 1, lease_id: task.lease.lease_id }),
  );
});

it('exits on SIGTERM although nothing reads its log', async () => {
  const child = start();
  child.stdout?.destroy();
  const task = tessera.add(22, 'hold', sandbox.url);
  await until(() => task.calls.length > 0);
  child.kill('SIGTERM');
  expect(await exit(child)).toBe(0);
});

it('does not start without its allow list, with a message', async () => {
  const child = start({ ALLOWED_HOSTS: '' });
  const text = Buffer.concat((await child.stderr?.toArray()) ?? []).toString();
  expect(JSON.parse(text)).toMatchObject({ level: 'fatal', name: 'worker', msg: 'ALLOWED_HOSTS is not set' });
  expect(await exit(child)).toBe(78);
});
