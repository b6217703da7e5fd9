import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  manifestFile,
  releaseLimits,
  type ReleaseManifest,
  signatureFile,
} from '@tessera/domain/module-release';
import { parseManifest } from '../publishing/manifest';
import { sha256Of } from './module-store';
import { hexOf } from './release-files';

/** A release with its content, each file under its hash. */
export type ReleaseContent = {
  manifestText: string;
  manifest: ReleaseManifest;
  files: ReadonlyMap<string, Buffer>;
  sizeBytes: number;
};

/** Reads the release whose module.json is at this path. Throws when its files aren't exactly those that it lists. */
export async function readReleaseFolder(manifestPath: string, manifestText: string): Promise<ReleaseContent> {
  const folder = path.dirname(manifestPath);
  const manifest = parseManifest(manifestText);
  const listed = Object.keys(manifest.files);
  const present = new Set(await listFiles(folder));
  const unlisted = [...present].filter((file) => !listed.includes(file));
  if (unlisted.length > 0) throw new Error(`${name(unlisted)} not listed in ${manifestFile}`);
  const missing = listed.filter((file) => !present.has(file));
  if (missing.length > 0) throw new Error(`${name(missing)} missing`);
  return readContent(manifestText, manifest, (file) => readFile(path.join(folder, file)));
}

/** Reads each listed file and checks it; throws for one with other content and for releases that are too large. */
export async function readContent(
  manifestText: string,
  manifest: ReleaseManifest,
  read: (file: string) => Promise<Buffer>,
): Promise<ReleaseContent> {
  const files = new Map<string, Buffer>();
  let sizeBytes = 0;
  for (const [file, integrity] of Object.entries(manifest.files)) {
    const bytes = await read(file);
    const sha256 = sha256Of(bytes);
    if (sha256 !== hexOf(integrity)) throw new Error(`${file} is not the file that ${manifestFile} lists`);
    if (bytes.length > releaseLimits.fileBytes) throw new Error(`${file} is larger than a file may be`);
    sizeBytes += bytes.length;
    if (sizeBytes > releaseLimits.totalBytes) throw new Error('It is larger than a release may be');
    files.set(sha256, bytes);
  }
  return { manifestText, manifest, files, sizeBytes };
}

/** The paths of all files of the folder but module.json and its signature, with slashes. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .filter((file) => file !== manifestFile && file !== signatureFile);
}

/** `a.js is`, or `a.js and 2 more are`. */
const name = ([first, ...others]: readonly string[]): string =>
  others.length > 0 ? `${first} and ${others.length} more are` : `${first} is`;
