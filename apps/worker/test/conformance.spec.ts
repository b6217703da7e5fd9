import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { type Given, type Result, runCheck } from '../check/run-check.ts';
import { AllowedHosts } from '../src/allowed-hosts.ts';
import { ConsoleClient } from '../src/console-client.ts';
import { Worker } from '../src/worker.ts';
import * as faulty from './faulty-clients.ts';
import { until } from './until.ts';

/** One heartbeat is seen within this time; `npm run worker:check` watches two. */
const WATCH_MS = 9_000;

const failedIn = (results: readonly Result[]) =>
  results.filter(({ outcome }) => outcome === 'failed').map(({ rule, message }) => `${rule.id}: ${message}`);

const checkReference = (): Promise<Result[]> =>
  runCheck({
    watchMs: WATCH_MS,
    start: async ({ consoleUrl, token, siteHost }) => {
      const child = spawn(process.execPath, [join(__dirname, '../src/main.ts')], {
        env: {
          ...process.env,
          NODE_OPTIONS: '',
          TESSERA_URL: consoleUrl,
          WORKER_TOKEN: token,
          ALLOWED_HOSTS: siteHost,
        },
        stdio: 'ignore',
      });
      await once(child, 'spawn');
      return async () => {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      };
    },
  });

/** Talks to every host there is. */
class AnyHost extends AllowedHosts {
  override originOf(address: string): string {
    return new URL(address).origin;
  }
}

async function checkFaulty(
  only: readonly string[],
  Client: new (url: string, token: string) => ConsoleClient,
  hosts: (given: Given) => AllowedHosts = ({ siteHost }) => new AllowedHosts([siteHost]),
  drains = true,
): Promise<Result[]> {
  return runCheck({
    only,
    watchMs: WATCH_MS,
    start: (given) => {
      const client = new Client(given.consoleUrl, given.token);
      const lease = jest.spyOn(client, 'lease');
      const worker = new Worker({
        name: 'faulty',
        capacity: 25,
        hosts: hosts(given),
        client,
        log: pino({ level: 'silent' }),
        waitSeconds: 2,
      });
      worker.start();
      return Promise.resolve(async () => {
        const before = lease.mock.calls.length;
        if (!drains) await until(() => lease.mock.calls.length > before + 2);
        await worker.drain(5_000);
      });
    },
  });
}

/** What is wrong with a worker, the rules that are checked, and those that it breaks. */
const faults = [
  ['sends no heartbeats', ['heartbeat', 'hold'], ['heartbeat'], faulty.Silent],
  ['ignores commands', ['stop', 'pause', 'buy'], ['stop', 'pause'], faulty.Deaf],
  ['continues after its lease was lost', ['lost-holding', 'buy'], ['lost-holding'], faulty.Stubborn],
  [
    'gives up when the console is unreachable',
    ['repeat-5xx', 'lost-answer', 'hold'],
    ['repeat-5xx', 'lost-answer'],
    faulty.Impatient,
  ],
  ['uses a different order key at the site', ['order-key', 'buy'], ['order-key'], faulty.Forgetful],
  ["doesn't pass Retry-After on", ['site-retry-after', 'hold'], ['site-retry-after'], faulty.Pushy],
  ['keeps seats over the limit', ['limit', 'buy'], ['limit'], faulty.Greedy],
  ['buys without reporting the hold', ['buy', 'order-key'], ['buy'], faulty.Secretive],
  [
    "doesn't report seats that the lease lists",
    ['held-again', 'held-before'],
    ['held-again'],
    faulty.Presuming,
  ],
  ['settles seats that are still held', ['settle-held', 'settle-unpaid'], ['settle-held'], faulty.Hasty],
  ['reports an unknown payment as unpaid', ['pay-unknown', 'buy'], ['pay-unknown'], faulty.Careless],
  ['reports every login as active', ['check', 'check-unclear'], ['check'], faulty.Trusting],
  ['holds seats with the login of a check', ['check', 'buy'], ['check'], faulty.Eager],
  ['guesses what a check would find', ['check', 'check-unclear'], ['check-unclear'], faulty.Guessing],
  ['sends a password to the console', ['secrets', 'hold'], ['secrets'], faulty.Talkative],
  ['sends unknown fields', ['wire', 'order-key'], ['wire'], faulty.Chatty],
] as const;

/** The rules that each worker breaks, by its fault. */
async function checkFaults(): Promise<Map<string, string[]>> {
  const all = await Promise.all([
    ...faults.map(async ([name, only, , Client]) => [name, await checkFaulty(only, Client)] as const),
    checkFaulty(['hosts', 'hold'], ConsoleClient, () => new AnyHost([])).then(
      (found) => ['talks to any host', found] as const,
    ),
    checkFaulty(['drain', 'hold'], ConsoleClient, undefined, false).then(
      (found) => ['keeps leasing while it drains', found] as const,
    ),
  ]);
  return new Map(
    all.map(([name, results]) => [
      name,
      results.filter(({ outcome }) => outcome === 'failed').map(({ rule }) => rule.id),
    ]),
  );
}

let reference: Result[];
let outcomes: Map<string, string[]>;
let unable: Result[];

// All workers side by side: each has a console and a site of its own.
beforeAll(async () => {
  [reference, outcomes, unable] = await Promise.all([
    checkReference(),
    checkFaults(),
    checkFaulty(['check', 'check-unclear', 'hold'], faulty.Unable),
  ]);
});

it('a worker that does not say that it checks logins gets no checks', () => {
  expect(unable.map(({ rule, outcome }) => [rule.id, outcome])).toEqual([
    ['hold', 'passed'],
    ['check', 'not tried'],
    ['check-unclear', 'not tried'],
  ]);
});

it('the reference worker keeps every rule, and docs/workers.md describes each of them', () => {
  expect(failedIn(reference)).toEqual([]);
  expect(reference.map(({ outcome }) => outcome)).toEqual(reference.map(() => 'passed'));
  const page = readFileSync(join(__dirname, '../../../docs/workers.md'), 'utf8');
  for (const { rule } of reference) expect(page).toMatch(new RegExp(`^#+ ${rule.section}`, 'm'));
});

describe('a faulty worker fails only the rule that it breaks', () => {
  it.each([
    ...faults.map(([name, , broken]) => [name, broken] as const),
    ['talks to any host', ['hosts']] as const,
    ['keeps leasing while it drains', ['drain']] as const,
  ])('one that %s', (name, broken) => expect(outcomes.get(name)?.toSorted()).toEqual([...broken].toSorted()));
});
