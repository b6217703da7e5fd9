// Checks before the installation. Uses only built-in modules of Node 20.
import { existsSync, mkdirSync, readdirSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { root } from '../settings.mjs';
import { pinnedNode } from './node.mjs';

/** A failed check; the message is one sentence. */
export class PreflightError extends Error {}

const GIGABYTE = 1024 ** 3;
const NEEDED_TO_INSTALL = 3 * GIGABYTE;
const NEEDED_TO_RUN = 0.3 * GIGABYTE;

/** Checks Node's version and the platform. */
export function checkPlatform() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const { platform, arch } = process;
  const isLinux = platform === 'linux' && ['x64', 'arm64'].includes(arch);
  const isOther =
    (platform === 'darwin' && ['x64', 'arm64'].includes(arch)) || (platform === 'win32' && arch === 'x64');
  if (!isLinux && !isOther)
    throw new PreflightError(`Tessera runs on Linux, macOS and Windows, not on ${platform} ${arch}.`);
  if (isLinux && major < 20)
    throw new PreflightError(`Tessera needs Node 20 or later; this is Node ${process.versions.node}.`);
  if (isOther && (major < 24 || (major === 24 && minor < 9)))
    throw new PreflightError(`Tessera needs Node 24.9 or later here; this is Node ${process.versions.node}.`);
  if (isLinux && !existsSync(pinnedNode.installed) && !usesGlibc())
    throw new PreflightError(
      'Tessera needs a Linux with glibc (Debian, Ubuntu, Fedora …); this one has another C library.',
    );
}

function usesGlibc() {
  const report = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (
    process.report?.getReport() ?? {}
  );
  return Boolean(report.header?.glibcVersionRuntime);
}

/**
 * Checks that the data folder is usable and there is enough free space.
 * @param {string} dataDir
 */
export function checkDisk(dataDir) {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    readdirSync(dataDir);
  } catch (error) {
    throw new PreflightError(
      `The data folder ${dataDir} can't be used: ${/** @type {Error} */ (error).message}.`,
    );
  }
  if (!existsSync(path.join(root, 'node_modules')))
    checkFreeSpace(root, NEEDED_TO_INSTALL, 'to install and build');
  checkFreeSpace(dataDir, NEEDED_TO_RUN, 'for the data');
}

/**
 * @param {string} folder
 * @param {number} needed bytes
 * @param {string} purpose
 */
function checkFreeSpace(folder, needed, purpose) {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize >= needed) return;
  const [need, have] = [needed, bavail * bsize].map((bytes) => `${(bytes / GIGABYTE).toFixed(1)} GB`);
  throw new PreflightError(`Tessera needs ${need} free in ${folder} ${purpose}; there is ${have}.`);
}

/**
 * Checks that the configured ports are free.
 * @param {import('../settings.mjs').Settings} settings
 */
export async function checkPorts({ port, sandboxPort, host, demo }) {
  const configured = { PORT: port, SANDBOX_PORT: demo ? sandboxPort : null };
  for (const [name, number] of Object.entries(configured)) {
    if (number === null) continue;
    const problem = await findPortError(number, host);
    if (problem === 'EADDRINUSE')
      throw new PreflightError(
        `${name} ${number} is taken by another program: free it, or choose another ${name}.`,
      );
    if (problem) throw new PreflightError(`${name} ${number} can't be used at ${host} (${problem}).`);
  }
}

/**
 * @param {number} port
 * @param {string} host
 * @returns {Promise<string | null>} the error of listening on the port, or null
 */
function findPortError(port, host) {
  return new Promise((settle) => {
    const probe = createServer();
    probe.once('error', (/** @type {NodeJS.ErrnoException} */ error) => settle(error.code ?? error.message));
    probe.listen({ port, host, exclusive: true }, () => probe.close(() => settle(null)));
  });
}
