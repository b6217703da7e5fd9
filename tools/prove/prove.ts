/**
 * `npm run prove -- <name> [its options]`: proves promises on the whole product, each on temporary data of its own. Without a name
 * it lists what there is. The options are at the top of each program.
 */
import path from 'node:path';
import { prepare } from '../start/prepare/prepare.mjs';
import { runConfiguration, runOverTwoServers } from './suites/browser-suites.ts';
import { runPayers, runRaces, runRandomSuite } from './suites/server-suites.ts';

type Run = (args: readonly string[]) => Promise<unknown>;

interface Proof {
  summary: string;
  /** Whether it runs the built product. */
  needsBuild: boolean;
  run: Run;
}

const proof = (summary: string, run: Run): Proof => ({ summary, needsBuild: true, run });
const unbuilt = (summary: string, run: Run): Proof => ({ summary, needsBuild: false, run });

/** A program of this folder, which reads its options as if it had been started by itself. */
const program =
  (file: string): Run =>
  (args) => {
    const absolute = path.join(import.meta.dirname, file);
    process.argv.splice(1, Infinity, absolute, ...args);
    return import(absolute);
  };

const proofs: Record<string, Proof> = {
  attack: proof(
    'a server under attack: large bodies, slow connections, guessed passwords, revoked access',
    program('attack/attack.ts'),
  ),
  budgets: unbuilt('a hundred workers, people and time on budgets, 1,000 runs: none is exceeded', (args) =>
    runRandomSuite('budgets', args),
  ),
  'by-hand': unbuilt(
    'the commands of docs/operate for servers by hand and for npm start',
    program('installation/by-hand.ts'),
  ),
  canaries: proof('1,000 page loads of a good canary, and those of failing and slow ones', (args) =>
    runConfiguration('canaries.config.ts', args),
  ),
  chaos: proof(
    'processes are killed or suspended, connections fail, the disk fills up',
    program('chaos/chaos.ts'),
  ),
  containers: unbuilt(
    'Dockerfile and docker-compose.yml, run as they are on Debian 12 (needs root and docker.io)',
    program('containers/containers.ts'),
  ),
  drill: proof('every alert fires in a real Prometheus by its fault', program('drill/drill.ts')),
  'e2e-two': proof('the browser suite over two servers and three workers', runOverTwoServers),
  fuzz: unbuilt('10,000 generated requests, half of them invalid', (args) => runRandomSuite('fuzz', args)),
  model: unbuilt('the task state machine against the real API, 1,000 random runs', (args) =>
    runRandomSuite('model', args),
  ),
  'modules-outside': unbuilt(
    'a module outside the workspace, from its creation to its release',
    program('modules/module-outside.ts'),
  ),
  money: unbuilt('random purchases and dying workers, 1,000 runs: no seat is bought twice', (args) =>
    runRandomSuite('money', args),
  ),
  packages: unbuilt(
    'the packages of libs work in a folder outside the workspace',
    program('modules/packages.ts'),
  ),
  patroni: proof(
    'ten faults of a Patroni cluster under load, and point-in-time recovery (Debian, as root)',
    program('patroni/patroni.ts'),
  ),
  payers: unbuilt(
    'people of three paces pay at the sandbox: as many baskets expire as predicted, and none once spread',
    runPayers,
  ),
  pooled: proof('PostgreSQL 15 behind PgBouncer in transaction mode', program('chaos/pooled.ts')),
  races: unbuilt('concurrent requests, every round', runRaces),
  rolling: proof(
    '20 restarts of servers behind nginx under load lose no request',
    program('releases/rolling.ts'),
  ),
  'same-builds': unbuilt(
    'the last commit, built in two folders, is the same byte for byte',
    program('releases/same-builds.ts'),
  ),
  screenshots: proof('pictures of every page into docs/screens, in both themes and three widths', (args) =>
    runConfiguration('screenshots.config.ts', args),
  ),
  'screenshots-compare': unbuilt(
    'two folders of screenshots, <before> <after>',
    program('suites/compare-screenshots.ts'),
  ),
  'supply-chain': unbuilt(
    'the packages of the product as a CycloneDX document, and their licenses',
    program('releases/supply-chain.ts'),
  ),
  systemd: unbuilt(
    'the units and commands of docs/operate/systemd.md on a machine with systemd (needs root and docker.io)',
    program('systemd/systemd.ts'),
  ),
  'upgrade-compare': proof(
    "--from <commit>: that commit's servers work on the new tables and beside new servers",
    program('releases/upgrade-compare.ts'),
  ),
};

const [name, ...args] = process.argv.slice(2);
const found = name === undefined ? undefined : proofs[name];
if (name === undefined) {
  const width = Math.max(...Object.keys(proofs).map(({ length }) => length));
  console.log('npm run prove -- <name> [its options]\n');
  for (const [each, { summary }] of Object.entries(proofs))
    console.log(`  ${each.padEnd(width)}  ${summary}`);
} else if (found) {
  // `prepared.mjs` has installed the packages.
  if (found.needsBuild) await prepare({ log: console.log });
  await found.run(args);
  // Connections that are kept open would delay the end.
  process.exit();
} else {
  console.error(`There is no ${name}. There are: ${Object.keys(proofs).join(', ')}`);
  process.exitCode = 78;
}
