import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.resolve(import.meta.dirname, '../../../..');
const source = path.join(root, 'apps/e2e/mf-probe');
const command = path.join(root, 'libs/module-kit/src/bin.ts');
const run = promisify(execFile);

/** What a release of the probe does wrong; a number is the share of page views, from 0 to 1. */
export interface ProbeBehavior {
  throwsAtEvaluation?: number;
  throwsAtRender?: number;
  tabThrows?: number;
  tabHangs?: number;
  cardThrows?: number;
  columnIsHuge?: number;
  checkHangs?: number;
  checkBlocks?: number;
}

const access = { action: 'read', reach: 'own' };

/** The places that the probe fills where a test asks for it (mf-probe/src/slots.js). */
const slots = [
  { id: 'tab', place: 'task.tab', title: 'Probe tab' },
  { id: 'card', place: 'dashboard.card', title: 'Probe card' },
  { id: 'notes', place: 'tasks.column', title: 'Probe notes' },
  { id: 'check', place: 'launch.check', title: 'Probe check' },
  { id: 'find', place: 'palette.entry', title: 'Find the probe', path: '/probe' },
].map((slot) => ({ ...slot, ...access }));

/** The rows that it then keeps (mf-probe/src/notes.js). */
const entities = [{ name: 'note', read: access, write: access, of: 'task', indexes: [] }];

/** Runs the command `tessera-module` and returns what it prints. A refusal throws with the command's message. */
export async function tesseraModule(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const { stdout } = await run(process.execPath, [command, ...args], { env: { ...process.env, ...env } });
  return stdout;
}

/** Builds a release of the probe, with slots and rows where `fills` says so, and returns its folder. */
export async function buildProbe(
  version: string,
  behavior: ProbeBehavior = {},
  { fills = false } = {},
): Promise<string> {
  mkdirSync(path.join(root, 'tmp'), { recursive: true });
  const folder = mkdtempSync(path.join(root, 'tmp/mf-probe-'));
  cpSync(source, folder, { recursive: true });
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({ name: 'mf-probe', version, type: 'module' }),
  );
  if (fills) {
    const file = path.join(folder, 'module.json');
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), slots, entities }));
  }
  writeFileSync(
    path.join(folder, 'src/behavior.js'),
    `export const version = ${JSON.stringify(version)};
const shares = ${JSON.stringify(behavior)};
// Decided once per page view, so that all parts of a page agree.
const drawn = Math.random();
export const decide = (what) => drawn < (shares[what] ?? 0);
`,
  );
  await run(
    process.execPath,
    [
      path.join(root, 'node_modules/webpack-cli/bin/cli.js'),
      '--mode=production',
      `--config=${path.join(source, 'webpack.config.mjs')}`,
    ],
    { cwd: folder, env: { ...process.env, PROBE_FOLDER: folder } },
  );
  const dist = path.join(folder, 'dist');
  if (!existsSync(path.join(dist, 'module.json'))) throw new Error(`No release in ${dist}`);
  return dist;
}

/** A release's files whose names match, relative to its folder. */
export const filesOf = (dist: string, pattern: RegExp): string[] =>
  readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => pattern.test(file));

/** A release's module.json as text. */
export const readManifest = (dist: string): string => readFileSync(path.join(dist, 'module.json'), 'utf8');
