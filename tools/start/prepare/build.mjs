// Builds the BFF, the shell and the remotes with nx, unless nothing they are made of has changed.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { modules } from '../modules.mjs';
import { root } from '../settings.mjs';
import { productNode } from './node.mjs';
import { run } from './run.mjs';

/** The apps that a build makes. */
export const apps = ['bff', 'shell', ...modules];
const stamp = path.join(root, '.nx', 'built');
const inputs = [
  'package.json',
  'package-lock.json',
  'nx.json',
  'tsconfig.base.json',
  'tools/workspace/build',
  'libs',
];

/**
 * Every file of a folder (dist included, results of tests not) with size and time, as text: far quicker than asking nx, which takes
 * seconds.
 * @param {string} file
 * @returns {string[]}
 */
function listing(file) {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat) return [`${file} missing`];
  if (!stat.isDirectory()) return [`${file} ${stat.size} ${stat.mtimeMs}`];
  return readdirSync(file)
    .filter((name) => name !== 'node_modules' && name !== 'test-results.json')
    .sort()
    .flatMap((name) => listing(path.join(file, name)));
}

function fingerprint() {
  const files = [...inputs, ...apps.map((app) => `apps/${app}`)];
  const hash = createHash('sha256');
  for (const file of files) hash.update(listing(path.join(root, file)).join('\n'));
  return hash.digest('hex');
}

/** Whether the last build is still that of these sources. */
export function isBuilt() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint();
}

/**
 * @param {(line: string) => void} log
 * @param {readonly string[]} names the apps to build
 */
export async function build(log, names = apps) {
  const began = Date.now();
  log(`Building ${names.join(', ')} …`);
  await run(
    productNode(),
    [
      path.join(root, 'node_modules/nx/dist/bin/nx.js'),
      'run-many',
      '--target=build',
      `--projects=${names.join(',')}`,
      '--output-style=static',
    ],
    {
      cwd: root,
      env: nxEnvironment(),
      onLine: (line) => {
        const done = /^> nx run ([^:]+):build/.exec(line);
        if (done) log(`  ${done[1]} finished (${Math.round((Date.now() - began) / 1000)} s)`);
      },
    },
  );
  if (names.length === apps.length) writeFileSync(stamp, fingerprint());
}

/** nx without its daemon, which would outlive us, and with the product's Node and tools in front of PATH. */
export function nxEnvironment() {
  return {
    ...process.env,
    NX_DAEMON: 'false',
    NX_TUI: 'false',
    PATH: [path.dirname(productNode()), path.join(root, 'node_modules/.bin'), process.env.PATH].join(
      path.delimiter,
    ),
  };
}
