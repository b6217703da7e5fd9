import { setTimeout as delay } from 'node:timers/promises';
import { type Check, expectNone, expectWithin } from '../../checks.ts';
import { type Attempt, Client } from '../../installation/client.ts';
import { type Bff, waitUntilReady } from '../../installation/installation.ts';
import type { Fixtures } from '../../load/fixtures.ts';
import { Load } from '../../load/load.ts';
import type { CaseContext, ChaosCase } from './chaos-case.ts';

const EXIT_LIMIT_MS = 15_000;
/** An attempt that began this long before the signal has reached the server. */
const IN_FLIGHT_MS = 50;
/** Number of long requests, and tasks per request. */
const LONG_REQUESTS = 8;
const LONG_TASKS = 400;

/** SIGTERM of servers and workers under load: requests in flight complete. */
export const shutdown: ChaosCase = {
  key: 'f',
  title: 'SIGTERM under load',
  async injectFaults({ installation, random, quick }: CaseContext): Promise<Check[]> {
    const rounds = quick ? 1 : 4;
    const load = await Load.start(installation, random, 'Shutdown', { writers: 10, streams: 3, buying: 8 });
    const { fixtures } = load;
    const serverTimes: number[] = [];
    const workerTimes: number[] = [];
    const codes: string[] = [];
    const failed: string[] = [];
    let inFlight = 0;
    for (let round = 0; round < rounds; round += 1) {
      await delay(random.between(2_000, 4_000));
      const bff = installation.bffs[round % installation.bffs.length];
      const worker = installation.workers[round % installation.workers.length];
      if (!bff || !worker) break;
      const longRequests = await sendLongRequests(bff, fixtures, `round ${round}`);
      await delay(IN_FLIGHT_MS * 2);
      const at = performance.now();
      const { ms, code } = await bff.program.stop();
      serverTimes.push(ms);
      if (code !== 0) codes.push(`${bff.program.name}: exit code ${code}`);
      bff.program.start();
      await waitUntilReady(bff.url, 30_000);
      await longRequests.ended;
      const inFlightAttempts = [...load.attempts(), ...longRequests.attempts()].filter(
        ({ server, began, ended }) => server === bff.url && began < at - IN_FLIGHT_MS && ended > at,
      );
      inFlight += inFlightAttempts.length;
      failed.push(
        ...inFlightAttempts.filter(isFailed).map(({ path, status, error }) => `${path}: ${status ?? error}`),
      );

      const end = await worker.program.stop();
      workerTimes.push(end.ms);
      if (end.code !== 0) codes.push(`${worker.name}: exit code ${end.code}`);
      worker.program.start();
    }
    return [
      expectNone('no request in flight failed', failed, `${inFlight} in flight`),
      expectWithin('servers exited within 15 s', EXIT_LIMIT_MS, serverTimes),
      expectWithin('workers exited within 15 s', EXIT_LIMIT_MS, workerTimes),
      expectNone('all exited with code 0', codes),
      ...(await load.finish()),
    ];
  },
};

const isFailed = ({ status }: Attempt): boolean => status === null || status >= 500;

/** Sends requests to one server that are still in flight when it receives SIGTERM. */
async function sendLongRequests(
  bff: Bff,
  fixtures: Fixtures,
  name: string,
): Promise<{ attempts: () => Attempt[]; ended: Promise<unknown> }> {
  const clients = Array.from({ length: LONG_REQUESTS }, () => new Client([bff.url]));
  await Promise.all(clients.map((client) => client.signIn(fixtures.owner)));
  const tasks = Array.from({ length: LONG_TASKS }, (_, index) => ({
    name,
    login_id: fixtures.loginIds[index % fixtures.loginIds.length],
    event_id: fixtures.events[0]?.id,
  }));
  const ended = Promise.allSettled(clients.map((client) => client.request('POST', '/api/tasks', tasks)));
  return { attempts: () => clients.flatMap(({ attempts }) => attempts), ended };
}
