import { readFileSync } from 'node:fs';
import path from 'node:path';
import { usageError } from './failure.ts';
import { manifestFile } from './release.ts';

/** A release by the name of its module and its version. */
export interface ReleaseName {
  name: string;
  version: string;
}

/** Reads `mf-x@1.2.3`, or `1.2.3` of the module in a folder. */
export function parseReleaseName(text: string, cwd: string): ReleaseName {
  const at = text.lastIndexOf('@');
  const version = text.slice(at + 1);
  const name = at > 0 ? text.slice(0, at) : readModuleName(cwd);
  if (!/^\d/.test(version)) throw usageError(`${text} is no version; name one, e.g. ${name}@1.2.3`);
  return { name, version };
}

/** The name of the module in a folder, by its module.json. */
export function readModuleName(cwd: string): string {
  try {
    const { name } = JSON.parse(readFileSync(path.join(cwd, manifestFile), 'utf8')) as { name?: unknown };
    if (typeof name === 'string') return name;
  } catch {
    // The sentence below says what to do.
  }
  throw usageError(`Name the module; there is no ${manifestFile} here that does`);
}
