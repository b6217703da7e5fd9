import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { moduleNames, UsageError } from './names.ts';
import { productDependencies } from './packages.ts';
import { scaffold } from './scaffold.ts';

/** What to create. */
export interface CreateOptions {
  /** The module's name. */
  name: string;
  /** The new folder. */
  target: string;
  title?: string;
  owner?: string;
  /** A folder with the product's packed packages; the registry when left out. */
  packages?: string;
  /** The folder of templates. */
  templates: string;
  /** The range of the product's packages in a registry. */
  release: string;
  /** The day that the dates of mock data follow; today when left out. */
  now?: Date;
}

/**
 * Writes a new module into a folder and returns the written files.
 *
 * @throws UsageError when a name can't be used, packages are missing, or the folder holds something already
 */
export function createModule(options: CreateOptions): string[] {
  const { name, target, templates, release, packages, now } = options;
  const names = moduleNames(name, options);
  const existing = statSync(target, { throwIfNoEntry: false });
  if (existing && (!existing.isDirectory() || readdirSync(target).some((entry) => entry !== '.git')))
    throw new UsageError(`${target} exists already and isn't empty.`);
  const files = scaffold(templates, names, 'package', now);
  const manifest = JSON.parse(files.get('package.json') ?? '{}') as {
    devDependencies: Record<string, string>;
  };
  const dependencies = { ...manifest.devDependencies, ...productDependencies(release, packages, target) };
  manifest.devDependencies = Object.fromEntries(
    Object.entries(dependencies).sort(([a], [b]) => a.localeCompare(b, 'en')),
  );
  files.set('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
  for (const [file, text] of files) {
    const address = path.join(target, file);
    mkdirSync(path.dirname(address), { recursive: true });
    writeFileSync(address, text);
  }
  return [...files.keys()];
}
