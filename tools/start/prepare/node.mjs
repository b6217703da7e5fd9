// The Node that the product runs on: on Linux the pinned one from the lock file, elsewhere the one we run on.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../settings.mjs';
import { npm } from './npm.mjs';

const name = `node-linux-${process.arch}`;
const tools = path.join(root, '.tools', 'node');

/** Path of the pinned Node: among the packages, or (before they are installed) in the tools folder. */
export const pinnedNode = {
  installed: path.join(root, 'node_modules', name, 'bin', 'node'),
  tools: path.join(tools, 'node_modules', name, 'bin', 'node'),
};

/** The Node to run the product with, once the packages are installed. */
export function productNode() {
  return process.platform === 'linux' ? pinnedNode.installed : process.execPath;
}

/**
 * The Node to install the packages with: the pinned one, which is fetched first, so that no package
 * complains about an older one.
 * @param {(line: string) => void} log
 */
export async function installerNode(log) {
  if (process.platform !== 'linux') return process.execPath;
  const locked = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages[
    `node_modules/${name}`
  ];
  const current = path.join(tools, 'package.json');
  const manifest = JSON.stringify({ private: true, dependencies: { [name]: locked.version } });
  if (existsSync(pinnedNode.tools) && readFileSync(current, 'utf8') === manifest) return pinnedNode.tools;

  log(`Fetching Node ${locked.version} …`);
  mkdirSync(tools, { recursive: true });
  const { optional: _optional, ...entry } = locked;
  const lock = {
    lockfileVersion: 3,
    requires: true,
    packages: { '': { dependencies: { [name]: locked.version } }, [`node_modules/${name}`]: entry },
  };
  writeFileSync(path.join(tools, 'package-lock.json'), JSON.stringify(lock));
  writeFileSync(current, manifest);
  await npm(process.execPath, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], tools);
  return pinnedNode.tools;
}
