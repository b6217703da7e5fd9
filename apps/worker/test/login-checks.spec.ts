import pino from 'pino';
import { AllowedHosts } from '../src/allowed-hosts.ts';
import { ConsoleClient } from '../src/console-client.ts';
import type { Failure } from '../src/protocol.ts';
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

it('checks logins by signing in once, and fails where the site says nothing about the login', async () => {
  const right = tessera.addCheck(1, sandbox.url);
  const mistyped = tessera.addCheck(2, sandbox.url, { password: 'mistyped' });
  const empty = tessera.addCheck(3, sandbox.url, { password: null });
  const elsewhere = tessera.addCheck(4, 'http://127.0.0.1:9');
  worker.start();
  await Promise.all([right, mistyped, empty, elsewhere].map((check) => check.end));
  expect(right.calls).toEqual([{ what: 'checked', body: { result: 'active', message: null } }]);
  expect(mistyped.bodiesOf('checked')).toEqual([
    { result: 'wrong_password', message: 'E-mail or password is wrong' },
  ]);
  expect(empty.bodiesOf('checked')).toMatchObject([{ result: 'unknown' }]);
  expect(elsewhere.bodiesOf<Failure>('fail')[0]?.message).toMatch(/list of allowed hosts/);
  expect(await sandbox.sold()).toEqual([]);
});
