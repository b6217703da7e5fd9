/**
 * `npm run prove -- attack`: attacks a temporary server and database over loopback and reports which checks passed: what shows only
 * on a server under load, in its logs, or over many rounds. `--only=claims,feeds` selects parts. Exit code 1: a check
 * failed. `feeds` needs the program nginx.
 */
import { parseArgs } from 'node:util';
import { reportChecks } from '../checks.ts';
import { Collector } from '../installation/collector.ts';
import { startInstallation } from '../installation/installation.ts';
import { Scratch } from '../installation/scratch.ts';
import { growingBodies } from './bodies.ts';
import { claimsBesideCart } from './claims.ts';
import { manyConnections, slowRequests } from './connections.ts';
import { feedAddresses } from './feed-addresses.ts';
import { Fixtures } from './fixtures.ts';
import type { Result } from './probe.ts';
import { Probe } from './probe.ts';
import { revokedAccess } from './revocations.ts';
import { LOGIN_ATTEMPTS, racingGuesses, spraying, strangersLockOut } from './sign-ins.ts';
import { twinsOfEvents } from './twins.ts';

/** Each part's attacks; `feeds` come first, while few lines and spans have been written. */
const parts = {
  feeds: [() => feedAddresses(fixtures, collector, installation)],
  claims: [() => claimsBesideCart(fixtures)],
  twins: [() => twinsOfEvents(fixtures)],
  bodies: [() => growingBodies(fixtures, probe)],
  connections: [() => manyConnections(fixtures), () => slowRequests(fixtures)],
  revocations: [() => revokedAccess(fixtures)],
  'sign-ins': [() => racingGuesses(fixtures), () => strangersLockOut(fixtures), () => spraying(fixtures)],
} satisfies Record<string, (() => Promise<Result | Result[]>)[]>;

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const selected = values.only?.split(',') ?? Object.keys(parts);
if (selected.some((part) => !(part in parts))) {
  console.error(`--only accepts ${Object.keys(parts).join(', ')}`);
  process.exit(78);
}

await using scratch = new Scratch('attack');
console.log('Starting a temporary database and server.');
const collector = new Collector();
scratch.defer(() => collector.stop());
const collectorUrl = selected.includes('feeds') ? await collector.start() : null;
const installation = await startInstallation(
  {
    folder: scratch.folder,
    servers: 1,
    workers: false,
    serverEnv: (): NodeJS.ProcessEnv => ({
      LOGIN_ATTEMPTS: String(LOGIN_ATTEMPTS),
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

for (const [name, attacks] of Object.entries(parts)) {
  if (!selected.includes(name)) continue;
  // Sensitive operations need a recent sign-in.
  await fixtures.signIn();
  for (const attack of attacks)
    reportChecks(
      [await attack()].flat().map(({ attack: title, tried, outcome, passed }) => ({
        title: `${title} (${tried})`,
        passed,
        detail: outcome,
      })),
    );
}
console.log(process.exitCode ? '\nA check failed.' : '\nAll checks passed.');
