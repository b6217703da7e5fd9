/**
 * `npm run attack`: attacks a server of its own, on a database of its own and over loopback alone, and reports what held:
 * bodies of growing size for every operation, slow requests, many connections, guesses at passwords, revoked access.
 * `--only=bodies|connections|sign-ins|revocations`, comma-joined. Ends with 1 when a promise is missed.
 */
import { parseArgs } from 'node:util';
import { disposeOnSignals, startInstallation } from '../perf/installation.ts';
import { growingBodies } from './bodies.ts';
import { manyConnections, slowRequests } from './connections.ts';
import { Probe } from './probe.ts';
import { type Result, table } from './report.ts';
import { revokedAccess } from './revocations.ts';
import { LOGIN_ATTEMPTS, racingGuesses, spraying, strangersLockOut } from './sign-ins.ts';
import { World } from './world.ts';

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const isWanted = (part: string): boolean => !values.only || values.only.split(',').includes(part);

const results: Result[] = [];

async function run(stack: AsyncDisposableStack): Promise<void> {
  console.log('Starting a database and a server of its own.');
  const { server } = await startInstallation(stack, {
    LOGIN_ATTEMPTS: String(LOGIN_ATTEMPTS),
    RATE_LIMIT: '10000000',
  });
  const world = new World(server.port);
  await world.prepare();
  const probe = new Probe(server.port);
  stack.defer(() => probe.stop());
  const report = (found: Result | Result[]) => {
    for (const result of [found].flat()) {
      results.push(result);
      console.log(`${result.kept ? 'kept  ' : 'MISSED'}  ${result.attack}: ${result.outcome}`);
    }
  };
  if (isWanted('bodies')) report(await growingBodies(world, probe));
  if (isWanted('connections')) {
    report(await manyConnections(world));
    report(await slowRequests(world));
  }
  if (isWanted('revocations')) report(await revokedAccess(world));
  if (isWanted('sign-ins')) {
    await world.signIn();
    report(await racingGuesses(world));
    report(await strangersLockOut(world));
    report(await spraying(world));
  }
}

await using stack = new AsyncDisposableStack();
disposeOnSignals(stack);
try {
  await run(stack);
  console.log(`\n${table(results)}`);
  const missed = results.filter(({ kept }) => !kept).length;
  console.log(
    missed === 0 ? '\nEvery promise was kept.' : `\n${missed} of ${results.length} promises were missed.`,
  );
  process.exitCode = missed === 0 ? 0 : 1;
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
