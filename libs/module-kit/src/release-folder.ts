import { createHash } from 'node:crypto';
import { type Dirent, existsSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { refusal } from './failure.ts';
import {
  manifestFile,
  releaseLimits,
  type ReleaseManifest,
  type ReleaseSignature,
  signatureFile,
} from './release.ts';
import { readManifest } from './rules.ts';

/** How many problems a refusal lists. */
const listedProblems = 5;

/** A file of a release. */
export interface ReleaseFile {
  /** Absolute. */
  path: string;
  /** SHA-256 as hex. */
  sha256: string;
  bytes: number;
}

/** A built release, whose files are what its module.json lists. */
export interface ReleaseFolder {
  /** The exact text of module.json. */
  manifestText: string;
  manifest: ReleaseManifest;
  files: ReleaseFile[];
  /** The sum of the files. */
  bytes: number;
}

/**
 * Reads a built release and compares every file with module.json.
 *
 * @param folder absolute
 * @param shown the folder as the person named it
 * @throws a refusal that lists what is wrong
 */
export async function readRelease(folder: string, shown: string): Promise<ReleaseFolder> {
  const manifestText = await readText(
    folder,
    manifestFile,
    `${shown} holds no ${manifestFile}: build the module first`,
  );
  const { manifest, problems } = readManifest(manifestText);
  if (!manifest)
    throw refuse(
      shown,
      problems.map(({ message }) => message),
    );
  const present = await listFiles(folder, shown);
  const listed = new Map(Object.entries(manifest.files));
  const missing = [...listed.keys()].filter((file) => !present.includes(file));
  const unlisted = present.filter((file) => !listed.has(file));
  const files = new Map<string, ReleaseFile>();
  const wrong: string[] = [];
  for (const [name, integrity] of listed) {
    if (missing.includes(name)) continue;
    const file = await readReleaseFile(path.join(folder, name));
    if (toIntegrity(file.sha256) !== integrity)
      wrong.push(`${name} isn't the file that ${manifestFile} lists`);
    if (file.bytes > releaseLimits.fileBytes)
      wrong.push(`${name} has more than ${formatBytes(releaseLimits.fileBytes)}`);
    files.set(name, file);
  }
  const bytes = [...files.values()].reduce((sum, file) => sum + file.bytes, 0);
  if (bytes > releaseLimits.totalBytes)
    wrong.push(`the files have more than ${formatBytes(releaseLimits.totalBytes)}`);
  const found = [
    ...missing.map((file) => `${file} is listed, but missing`),
    ...unlisted.map((file) => `${file} isn't listed in ${manifestFile}`),
    ...wrong,
  ];
  if (found.length > 0) throw refuse(shown, found);
  return { manifestText, manifest, files: [...files.values()], bytes };
}

/**
 * Compares a build with the package.json of its module, where that is in the working folder.
 *
 * @throws a refusal when the build is of another version
 */
export function refuseOutdatedBuild({ name, version }: ReleaseManifest, shown: string, cwd: string): void {
  const source = readJson(path.join(cwd, manifestFile));
  const wanted = readJson(path.join(cwd, 'package.json')).version;
  if (source.name !== name || typeof wanted !== 'string' || wanted === version) return;
  throw refusal(`${shown} is ${name} ${version}, but package.json says ${wanted}: run "npm run build" first`);
}

function readJson(file: string): Record<string, unknown> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>) : {};
}

/** Reads module.sig.json of a release. */
export async function readSignature(folder: string, shown: string): Promise<ReleaseSignature> {
  const missing = `${shown} isn't signed: run "tessera-module sign ${shown} --key FILE"`;
  const text = await readText(folder, signatureFile, missing);
  try {
    const { key, signature } = JSON.parse(text) as Partial<ReleaseSignature>;
    if (typeof key === 'string' && typeof signature === 'string') return { key, signature };
  } catch {
    // The sentence below says it.
  }
  throw refusal(`${shown}/${signatureFile} must hold "key" and "signature"`);
}

/** e.g. `482 KB`, `1.2 MB`. */
export const formatBytes = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

const refuse = (shown: string, problems: readonly string[]) => {
  const more = problems.length - listedProblems;
  const list = problems.slice(0, listedProblems).join('; ');
  return refusal(`${shown} is no valid release: ${list}${more > 0 ? `; and ${more} more` : ''}`);
};

async function readText(folder: string, file: string, missing: string): Promise<string> {
  try {
    return await readFile(path.join(folder, file), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw refusal(missing);
    throw refusal(`${file} can't be read: ${(error as Error).message}`);
  }
}

/** The paths of a release's files, with slashes; module.json and its signature aside. */
async function listFiles(folder: string, shown: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const pathOf = (entry: Dirent) =>
    path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/');
  const strange = entries.filter((entry) => !entry.isFile() && !entry.isDirectory()).map(pathOf);
  if (strange.length > 0)
    throw refuse(
      shown,
      strange.map((file) => `${file} is no ordinary file`),
    );
  return entries
    .filter((entry) => entry.isFile())
    .map(pathOf)
    .filter((file) => file !== manifestFile && file !== signatureFile);
}

async function readReleaseFile(file: string): Promise<ReleaseFile> {
  const content = await readFile(file);
  return { path: file, sha256: createHash('sha256').update(content).digest('hex'), bytes: content.length };
}

const toIntegrity = (sha256: string): string => `sha256-${Buffer.from(sha256, 'hex').toString('base64')}`;
