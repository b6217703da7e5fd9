/**
 * `npm run prove -- attack`: attacks a temporary server and database over loopback and reports which checks passed: bodies of
 * growing size for every operation, slow requests, many connections, made-up reports about modules, publishers against
 * administrators, rehearsals as a way out, claims beside the cart, twins of events, addresses of calendars in logs, password
 * guesses, borrowed browsers, revoked access.
 * `--only=bodies|claims|connections|feeds|modules|rehearsals|revocations|sign-ins|twins`, comma-joined. Exits with 1 if a
 * check failed. `feeds` needs the program nginx.
 */
import { parseArgs } from 'node:util';
import { reportChecks } from '../checks.ts';
import { Collector } from '../installation/collector.ts';
import { startInstallation } from '../installation/installation.ts';
import { Scratch } from '../installation/scratch.ts';
import { growingBodies } from './bodies.ts';
import { borrowedBrowsers } from './browsers.ts';
import { claimsBesideCart } from './claims.ts';
import { manyConnections, slowRequests } from './connections.ts';
import { feedAddresses } from './feed-addresses.ts';
import { Fixtures } from './fixtures.ts';
import { attackedModule } from './modules.ts';
import { Probe } from './probe.ts';
import { rehearsalsAsWayOut, SANDBOX } from './rehearsals.ts';
import type { Result } from './result.ts';
import { revokedAccess } from './revocations.ts';
import { LOGIN_ATTEMPTS, racingGuesses, spraying, strangersLockOut } from './sign-ins.ts';
import { twinsOfEvents } from './twins.ts';

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const isWanted = (part: string): boolean => !values.only || values.only.split(',').includes(part);

const report = (found: Result | Result[]): void =>
  reportChecks(
    [found].flat().map(({ attack, tried, outcome, passed }) => ({
      title: `${attack} (${tried})`,
      passed,
      detail: outcome,
    })),
  );

await using scratch = new Scratch('attack');
console.log('Starting a temporary database and server.');
const collector = new Collector();
scratch.defer(() => collector.stop());
const collectorUrl = isWanted('feeds') ? await collector.start() : null;
const installation = await startInstallation(
  {
    folder: scratch.folder,
    servers: 1,
    workers: false,
    serverEnv: (): NodeJS.ProcessEnv => ({
      LOGIN_ATTEMPTS: String(LOGIN_ATTEMPTS),
      REGISTRATION: 'open',
      SANDBOX_URL: SANDBOX,
      ...(collectorUrl && { OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl }),
    }),
  },
  scratch,
);
const port = installation.bffs[0]?.port ?? 0;
const fixtures = new Fixtures(port, installation.admin);
await fixtures.prepare();
const probe = new Probe(port);
scratch.defer(() => probe.stop());

// First, while few lines and spans have been written.
if (isWanted('feeds')) report(await feedAddresses(fixtures, collector, installation));
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

console.log(process.exitCode ? '\nA check failed.' : '\nAll checks passed.');
