// The versions of installed packages.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Reads a package.json; undefined where there is none. */
export function readPackage(folder) {
  const file = path.join(folder, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/**
 * The version of a package as the folder's files import it.
 *
 * @param {string} name
 * @param {string} dir the importing folder
 */
export function installedVersion(name, dir) {
  const folders = modulesAbove(dir).map((folder) => path.join(folder, name));
  const found = folders.map(readPackage).find((content) => content?.version);
  if (!found) throw new Error(`${name} is shared with the shell, but not installed here`);
  return found.version;
}

/** The node_modules folders in which Node looks for an import of a file in `dir`. */
function modulesAbove(dir) {
  const parent = path.dirname(dir);
  return [path.join(dir, 'node_modules'), ...(parent === dir ? [] : modulesAbove(parent))];
}
