import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from './names.ts';

/** The product's packages that a module is written with, by their names in a registry. */
const productPackages = [
  '@tessera/api',
  '@tessera/data-table',
  '@tessera/domain',
  '@tessera/federation',
  '@tessera/ui',
  'tessera-module',
] as const;

/**
 * Returns where a new module gets the product's packages from: the registry, or the packed files of a folder.
 *
 * @param release the range of versions in the registry
 * @param folder a folder with `tessera-ui-2.0.0.tgz` and so on
 * @param target the new module's folder, which paths are relative to
 * @throws UsageError when the folder lacks a package or holds several versions of one
 */
export function productDependencies(
  release: string,
  folder: string | undefined,
  target: string,
): Record<string, string> {
  if (folder === undefined) return Object.fromEntries(productPackages.map((name) => [name, release]));
  const files = listFolder(folder);
  return Object.fromEntries(
    productPackages.map((name) => {
      const stem = name.replace('@', '').replace('/', '-');
      const found = files.filter((file) => new RegExp(`^${stem}-\\d.*\\.tgz$`).test(file));
      const [file] = found;
      if (!file) throw new UsageError(`The folder ${folder} has no packed ${name} (${stem}-<version>.tgz).`);
      if (found.length > 1)
        throw new UsageError(
          `The folder ${folder} has several versions of ${name}: ${found.join(', ')}. Keep one.`,
        );
      return [name, `file:${path.relative(target, path.resolve(folder, file)).split(path.sep).join('/')}`];
    }),
  );
}

function listFolder(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`There is no folder ${folder} with packages.`);
  return readdirSync(folder);
}
