import { createHash } from 'node:crypto';
import { type Dirent, readFileSync } from 'node:fs';
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
 * Refuses a build of another version than the one that the package.json of its module says: it was not built again.
 *
 * @param shown the build's folder as the person named it
 * @param cwd the module's folder; the build of another module is not compared
 */
export function checkVersion(manifest: ReleaseManifest, shown: string, cwd: string): void {
  const stale = findStaleVersion(manifest, shown, cwd);
  if (stale !== null) throw refusal(stale);
}

/** Says that a build has another version than the package.json of its module; null when it hasn't, or there is none. */
export function findStaleVersion(
  { name, version }: Pick<ReleaseManifest, 'name' | 'version'>,
  shown: string,
  cwd: string,
): string | null {
  const wanted = readField(path.join(cwd, 'package.json'), 'version');
  const isOwn = readField(path.join(cwd, manifestFile), 'name') === name;
  return !isOwn || wanted === null || wanted === version
    ? null
    : `${shown} is ${version}, package.json says ${wanted}: run npm run build`;
}

/** A text of a JSON file; null when there is none. */
function readField(file: string, field: string): string | null {
  try {
    const value = (JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>)[field];
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
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

/** e.g. `57 bytes`, `48.2 KB`, `1.2 MB`. */
export const formatBytes = (bytes: number): string => `${inUnit(bytes, unitOf(bytes))} ${unitOf(bytes).name}`;

/** A part of a size, e.g. `12.5 of 48.2 KB`; the size alone when it is all of it. */
export const formatShare = (part: number, whole: number): string =>
  part === whole ? formatBytes(whole) : `${inUnit(part, unitOf(whole))} of ${formatBytes(whole)}`;

interface Unit {
  name: string;
  bytes: number;
}

const byteUnit: Unit = { name: 'bytes', bytes: 1 };
const units: readonly Unit[] = [
  { name: 'MB', bytes: 1024 * 1024 },
  { name: 'KB', bytes: 1024 },
];

const unitOf = (bytes: number): Unit => units.find((unit) => bytes >= unit.bytes) ?? byteUnit;

const inUnit = (bytes: number, unit: Unit): string => (bytes / unit.bytes).toFixed(unit === byteUnit ? 0 : 1);

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
