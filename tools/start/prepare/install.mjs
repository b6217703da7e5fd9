// Installs the packages of package-lock.json, unless they are there.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { root } from '../settings.mjs';
import { installerNode } from './node.mjs';
import { npm } from './npm.mjs';

/**
 * @typedef {{ version?: string, optional?: boolean, devOptional?: boolean, peer?: boolean }} LockedPackage
 */

/**
 * @param {string} file
 * @returns {Record<string, LockedPackage> | null}
 */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return null;
  }
}

/**
 * Whether node_modules is what the lock file says. npm writes its own list there when an installation is whole;
 * optional packages of other platforms are not in it.
 */
export function isInstalled() {
  const there = packagesOf(path.join(root, 'node_modules', '.package-lock.json'));
  const wanted = packagesOf(path.join(root, 'package-lock.json'));
  if (!there || !wanted) return false;
  return Object.entries(wanted).every(([name, { version, optional }]) => {
    if (name === '') return true;
    const present = there[name];
    return present ? present.version === version : optional === true;
  });
}

/** @param {(line: string) => void} log */
export async function install(log) {
  const began = Date.now();
  const node = await installerNode(log);
  log('Installing packages …');
  const progress = setInterval(() => {
    const seconds = Math.round((Date.now() - began) / 1000);
    log(`  ${seconds} s, ${countPackages()} packages so far`);
  }, 10_000);
  try {
    await npm(
      node,
      ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
      root,
    );
  } finally {
    clearInterval(progress);
  }
  log(`Packages are installed (${Math.round((Date.now() - began) / 1000)} s).`);
}

function countPackages() {
  try {
    return readdirSync(path.join(root, 'node_modules')).length;
  } catch {
    return 0;
  }
}
