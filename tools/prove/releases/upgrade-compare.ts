/**
 * `npm run prove -- upgrade-compare --from <commit>`: an update without a gap, from that commit to this workspace. Two servers and
 * three workers of the commit serve a load; the new migrations run beneath them; then one server after the other is replaced
 * by the new one. Exit code 0: the old servers respond on the new tables as they did before, and nothing was lost.
 * `--seed=7`; `--keep` keeps the folder with the commit's build and the logs.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { serverCommand } from '../../start/server-command.ts';
import { root } from '../../start/settings.mjs';
import { buildApp, linkTree } from '../../workspace/check/build-folders.ts';
import { expectNone, formatSeconds, reportChecks } from '../checks.ts';
import { Client, findLost } from '../installation/client.ts';
import {
  type Installation,
  isReady,
  migrate,
  startInstallation,
  waitUntilReady,
} from '../installation/installation.ts';
import { Scratch } from '../installation/scratch.ts';
import { Load } from '../load/load.ts';
import { SeededRandom } from '../load/seeded-random.ts';

const { values: options } = parseArgs({
  options: {
    from: { type: 'string' },
    seed: { type: 'string', default: '1' },
    keep: { type: 'boolean', default: false },
  },
});
if (!options.from) {
  console.error('usage: npm run prove -- upgrade-compare --from <commit>');
  process.exit(2);
}
/** How long each state is under load. */
const PHASE_MS = 8_000;

mkdirSync(path.join(root, 'tmp'), { recursive: true });
await using scratch = new Scratch('upgrade', { keep: options.keep, within: path.join(root, 'tmp') });
const home = path.join(scratch.folder, 'tessera');

type Packages = { dependencies: Record<string, string> };
const packagesOf = (of: string) =>
  (JSON.parse(readFileSync(path.join(of, 'package.json'), 'utf8')) as Packages).dependencies;

/** Checks the commit out and builds its server. It gets this workspace's packages, unless it runs on others. */
async function buildCommit(commit: string): Promise<void> {
  execFileSync('git', ['clone', '--quiet', '--no-checkout', root, home]);
  execFileSync('git', ['checkout', '--quiet', commit], { cwd: home });
  const current = packagesOf(root);
  const others = Object.entries(packagesOf(home)).filter(([name, version]) => current[name] !== version);
  if (others.length === 0) linkTree(path.join(root, 'node_modules'), path.join(home, 'node_modules'));
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: home, stdio: 'inherit' });
  await buildApp(path.join(home, 'apps/bff'));
}

type Answers = Map<string, string>;

/** What each list and document of the commit's API returns at a server: the status, and the fields of a row. */
async function readEverything(server: string, client: Client): Promise<Answers> {
  const document = JSON.parse(readFileSync(path.join(home, 'libs/api/openapi.json'), 'utf8')) as {
    paths: Record<string, { get?: object }>;
  };
  const addresses = Object.entries(document.paths)
    .filter(([address, { get }]) => get && !address.includes('{') && address !== '/api/stream')
    .map(([address]) => address);
  const answers: Answers = new Map();
  for (const address of addresses) {
    const response = await fetch(server + address, { headers: { Authorization: `Bearer ${client.token}` } });
    answers.set(address, `${response.status} ${fieldsOf(await response.json().catch(() => null))}`);
  }
  return answers;
}

function fieldsOf(body: unknown): string {
  const row: unknown = Array.isArray(body) ? body[0] : body;
  return typeof row === 'object' && row !== null ? Object.keys(row).sort().join() : typeof row;
}

/** The addresses that respond otherwise than before. An empty list shows no fields, so that only its status counts. */
const findChanges = (before: Answers, after: Answers): string[] =>
  [...before].flatMap(([address, answer]) => {
    const now = after.get(address) ?? 'nothing';
    const isEmpty = answer.endsWith(' undefined') || now.endsWith(' undefined');
    const isSame = isEmpty ? answer.split(' ')[0] === now.split(' ')[0] : answer === now;
    return isSame ? [] : [`${address}: ${answer.slice(0, 80)}, then ${now.slice(0, 80)}`];
  });

async function replaceServer({ bffs }: Installation, index: number): Promise<void> {
  const bff = bffs[index];
  if (!bff) throw new Error(`There is no server ${index}`);
  await bff.program.stop();
  bff.program.start(undefined, serverCommand);
  await waitUntilReady(bff.url, 60_000);
  await delay(PHASE_MS);
}

console.log(`Building ${options.from}.`);
await buildCommit(options.from);
console.log('Starting its database, two servers, three workers and the sandbox.');
const installation = await startInstallation({ folder: scratch.folder, home }, scratch);
const random = new SeededRandom(Number(options.seed));
const load = await Load.start(installation, random, 'Upgrade', { writers: 8, streams: 4, buying: 8 });
await delay(PHASE_MS);
const [old] = installation.bffs;
if (!old) throw new Error('There is no server');
const reader = new Client([old.url]);
await reader.signIn(installation.admin);
const before = await readEverything(old.url, reader);

const began = performance.now();
await migrate(installation.postgres.url);
const ended = performance.now();
console.log(`The new migrations ran under load in ${formatSeconds(ended - began)}.`);
await delay(PHASE_MS);
const stillReady = await isReady(old.url);
const onNewTables = await readEverything(old.url, reader);
const during = load.attempts().filter((attempt) => attempt.began < ended && attempt.ended > began);
const slowest = Math.max(0, ...during.map((attempt) => attempt.ended - attempt.began));

console.log('Replacing the second server, then the first.');
await replaceServer(installation, 1);
const besideNew = await readEverything(old.url, reader);
await replaceServer(installation, 0);

reportChecks([
  expectNone('the old server stays ready on the new tables', stillReady ? [] : [old.url]),
  expectNone(
    'it answers on the new tables as before',
    findChanges(before, onNewTables),
    `${before.size} lists and documents`,
  ),
  expectNone('and beside a new server', findChanges(before, besideNew)),
  expectNone(
    'no request failed while the migrations ran',
    findLost(during),
    `${during.length} requests, slowest ${formatSeconds(slowest)}`,
  ),
  ...(await load.finish()),
]);
