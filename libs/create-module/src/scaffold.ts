import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { ModuleNames } from './names.ts';

/** A module of its own repository, or one in the product's workspace. */
export type ModuleKind = 'package' | 'workspace';

/** The names that the template is written with: it is a module that works, so that its checks check what is made of it. */
const sample = {
  name: 'mf-sample',
  container: 'mf_sample',
  owner: 'Sample team',
  path: '/sample',
  title: 'Sample',
};

const mockEvents = 'mocks/events.json';
/** In seconds. */
const DAY = 86_400;

/** Ends the names of files that tools and npm would otherwise take for settings of this folder. */
const suffix = /\.template$/;

/**
 * Returns the files of a new module by their relative path.
 *
 * @param templates the folder of templates
 * @param names what it is called
 * @param kind what surrounds it
 * @param now the day that the dates of mock data follow
 */
export function scaffold(
  templates: string,
  names: ModuleNames,
  kind: ModuleKind,
  now = new Date(),
): Map<string, string> {
  const files = new Map<string, string>();
  for (const part of ['module', kind])
    for (const file of listFiles(path.join(templates, part)))
      files.set(
        file.replace(suffix, '').split(path.sep).join('/'),
        rename(readFileSync(path.join(templates, part, file), 'utf8'), names),
      );
  const events = files.get(mockEvents);
  if (events !== undefined) files.set(mockEvents, moveKickOffs(events, now));
  return files;
}

/** Moves the kick-offs of the mock events by whole days, so that the first is in two weeks. */
function moveKickOffs(text: string, now: Date): string {
  const kickOff = /"ko": (\d+)/g;
  const first = Math.min(...[...text.matchAll(kickOff)].map(([, seconds]) => Number(seconds)));
  const today = Math.floor(now.getTime() / 1_000 / DAY);
  const moved = (today + 14 - Math.floor(first / DAY)) * DAY;
  return text.replaceAll(kickOff, (_, seconds) => `"ko": ${Number(seconds) + moved}`);
}

/** Replaces the sample's names. */
function rename(text: string, names: ModuleNames): string {
  const values = new Map([
    [sample.name, names.name],
    [sample.container, names.name.replaceAll('-', '_')],
    // A longer name comes before one that it contains.
    [sample.owner, names.owner],
    [sample.path, names.path],
    [sample.title, names.title],
  ]);
  const pattern = [...values.keys()].map((value) => `${/^\w/.test(value) ? '\\b' : ''}${value}\\b`);
  return text.replace(new RegExp(pattern.join('|'), 'g'), (found) => values.get(found) ?? found);
}

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(path.join(folder, file)).isFile())
    .sort();
