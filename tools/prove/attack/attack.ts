/**
 * `npm run prove -- attack`: attacks a temporary server and database over loopback and reports which checks passed: bodies of
 * growing size for every operation, slow requests, many connections, made-up reports about modules, publishers against
 * administrators, rehearsals as a way out, claims beside the cart, twins of events, addresses of calendars in logs, password
 * guesses, borrowed browsers, revoked access.
 * `--only=bodies|claims|connections|feeds|modules|rehearsals|revocations|sign-ins|twins`, comma-joined. Exits with 1 if a
 * check failed. `feeds` needs the program nginx.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../start/settings.mjs';
import { disposeOnSignals, startInstallation } from '../bench/installation.ts';
import { growingBodies } from './bodies.ts';
import { borrowedBrowsers } from './browsers.ts';
import { claimsBesideCart } from './claims.ts';
import { manyConnections, slowRequests } from './connections.ts';
import { feedAddresses, Traces } from './feed-addresses.ts';
import { Fixtures } from './fixtures.ts';
import { attackedModule } from './modules.ts';
import { Probe } from './probe.ts';
import { rehearsalsAsWayOut, SANDBOX } from './rehearsals.ts';
import { formatTable, type Result } from './report.ts';
import { revokedAccess } from './revocations.ts';
import { LOGIN_ATTEMPTS, racingGuesses, spraying, strangersLockOut } from './sign-ins.ts';
import { twinsOfEvents } from './twins.ts';

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const isWanted = (part: string): boolean => !values.only || values.only.split(',').includes(part);

const results: Result[] = [];

async function run(stack: AsyncDisposableStack): Promise<void> {
  console.log('Starting a temporary database and server.');
  const traces = new Traces();
  const collector = isWanted('feeds') ? await traces.listen() : undefined;
  stack.defer(() => traces.close());
  const { server, db } = await startInstallation(
    stack,
    {
      LOGIN_ATTEMPTS: String(LOGIN_ATTEMPTS),
      RATE_LIMIT: '10000000',
      REGISTRATION: 'open',
      SANDBOX_URL: SANDBOX,
      WEB_DIR: path.join(root, 'apps/shell/dist'),
      ...(collector && { OTEL_EXPORTER_OTLP_ENDPOINT: collector }),
    },
    undefined,
    { onLine: (line) => traces.lines.push(line) },
  );
  const fixtures = new Fixtures(server.port);
  await fixtures.prepare();
  const probe = new Probe(server.port);
  stack.defer(() => probe.stop());
  const report = (found: Result | Result[]) => {
    for (const result of [found].flat()) {
      results.push(result);
      console.log(`${result.passed ? 'ok    ' : 'FAILED'}  ${result.attack}: ${result.outcome}`);
    }
  };
  // First, while few lines and spans have been written.
  if (isWanted('feeds')) report(await feedAddresses(fixtures, traces, db));
  if (isWanted('rehearsals')) report(await rehearsalsAsWayOut(fixtures));
  if (isWanted('claims')) report(await claimsBesideCart(fixtures));
  if (isWanted('twins')) report(await twinsOfEvents(fixtures));
  if (isWanted('bodies')) report(await growingBodies(fixtures, probe));
  if (isWanted('connections')) {
    report(await manyConnections(fixtures));
    report(await slowRequests(fixtures));
  }
  if (isWanted('modules')) report(await attackedModule(fixtures));
  if (isWanted('revocations')) report(await revokedAccess(fixtures));
  if (isWanted('sign-ins')) {
    await fixtures.signIn();
    report(await borrowedBrowsers(fixtures));
    report(await racingGuesses(fixtures));
    report(await strangersLockOut(fixtures));
    report(await spraying(fixtures));
  }
}

await using stack = new AsyncDisposableStack();
disposeOnSignals(stack);
try {
  await run(stack);
  console.log(`\n${formatTable(results)}`);
  const failed = results.filter(({ passed }) => !passed).length;
  console.log(failed === 0 ? '\nAll checks passed.' : `\n${failed} of ${results.length} checks failed.`);
  process.exitCode = failed === 0 ? 0 : 1;
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
