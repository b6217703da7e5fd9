import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import semver from 'semver';
import { refusal } from '../failure.ts';
import { manifestFile, type ReleaseManifest, type ShellContract } from '../release.ts';
import { findIncompatibilities, readManifest } from '../rules.ts';
import type { PublishedModule } from '../server/publishing.ts';
import { fetchText, isAddress } from './contract.ts';

/** A module.json and where it is from. */
export interface FoundManifest {
  from: string;
  text: string;
}

/** Lists why a shell can't run a release, as sentences. */
export function checkRelease({ from, text }: FoundManifest, contract: ShellContract): string[] {
  const { manifest, problems } = readManifest(text);
  const found = manifest ? findIncompatibilities(manifest, contract, semver) : problems;
  return found.map(({ message }) => (manifest ? `${message}.` : `${from}: ${message}.`));
}

/** What a console announces to anybody: the stable release of each module. */
interface Announcement {
  modules: { name: string; version: string; base_url: string }[];
}

/**
 * Finds the releases to check a shell against: those that a running console announces, or every module.json in a folder.
 *
 * @param token of a publisher, whose canaries are checked too
 */
export async function findManifests(
  modules: string,
  cwd: string,
  token: string | undefined,
): Promise<FoundManifest[]> {
  const found = isAddress(modules)
    ? await fetchManifests(new URL(modules), token)
    : stored(path.resolve(cwd, modules));
  if (found.length === 0) throw refusal(`There is no module at ${modules}`);
  return found;
}

async function fetchManifests(console: URL, token: string | undefined): Promise<FoundManifest[]> {
  const { modules } = JSON.parse(await fetchText(new URL('/api/modules', console))) as Announcement;
  const folders = modules.map(({ base_url }) => base_url);
  if (token !== undefined) folders.push(...(await publishedFolders(console, token)));
  return Promise.all(
    [...new Set(folders)].map(async (folder) => {
      const file = new URL(`${folder}${manifestFile}`, console);
      return { from: file.href, text: await fetchText(file) };
    }),
  );
}

/** The folders of a publisher's releases that somebody gets. */
async function publishedFolders(console: URL, token: string): Promise<string[]> {
  const text = await fetchText(new URL('/api/publishing/modules', console), token);
  return (JSON.parse(text) as PublishedModule[]).flatMap(({ name, releases }) =>
    releases
      .filter(({ state }) => state === 'stable' || state === 'canary')
      .map(({ version }) => `/modules/${name}/${version}/`),
  );
}

function stored(folder: string): FoundManifest[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw refusal(`There is no folder ${folder}`);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === manifestFile && !file.split(path.sep).includes('node_modules'))
    .map((file) => ({ from: file, text: readFileSync(path.join(folder, file), 'utf8') }))
    .filter(({ text }) => isBuilt(text))
    .sort((a, b) => a.from.localeCompare(b.from, 'en'));
}

/** Whether it is of a build; a module's source has a module.json too. */
const isBuilt = (text: string): boolean => 'files' in (JSON.parse(text) as Partial<ReleaseManifest>);
