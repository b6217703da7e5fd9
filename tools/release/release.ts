import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkRelease } from './checks.ts';
import { git } from './git.ts';
import { buildCommand } from './images.ts';
import { describeUpdate } from './notes.ts';
import { closeUnreleased, readUnreleased, VERSION_FILES, writeVersion } from './version-files.ts';

interface Options {
  /** The repository. */
  root: string;
  /** An empty folder that is removed afterwards. */
  scratch: string;
  version: string;
  /** The day of the release, such as 2026-11-29. */
  day: string;
  isDryRun: boolean;
  /** The file of the private key for modules. */
  key?: string | undefined;
  log: (line: string) => void;
}

/** The steps that take minutes or need other programs; each returns what it did. */
interface Work {
  contents: (copy: string, folder: string) => string;
  modules: (copy: string, folder: string, key: string) => Promise<string>;
  images: (copy: string, version: string, revision: string) => string;
}

/**
 * Makes a release in a copy of the repository, and takes its commit and tag over at the end. A dry run does the same without making
 * images and without that end, so that neither it nor a step that fails changes anything but the output folder.
 */
export async function release(options: Options, work: Work): Promise<void> {
  const { root, scratch, version, day, isDryRun, key, log } = options;
  const [tag, title] = [`v${version}`, `${version} (${day})`];
  const copy = path.join(scratch, 'tessera');
  const output = path.join(root, 'tmp/release', version);
  const shown = path.relative(root, output);
  const notes = path.join(output, 'notes.md');
  const step = async (name: string, run: () => string | Promise<string>) => {
    log(`${name} …`);
    try {
      log(`  ${await run()}`);
    } catch (error) {
      const { message } = error as Error;
      throw new Error(`The release stopped at "${name}": ${message}`, { cause: error });
    }
  };

  await step('checks', () => {
    checkRelease(root, version);
    if (!key && !isDryRun)
      throw new Error('name the private key of the modules with --key FILE (docs/modules/keys.md)');
    return `main has nothing uncommitted, and ${tag} is free`;
  });
  await step('version', () => {
    rmSync(output, { recursive: true, force: true });
    mkdirSync(output, { recursive: true });
    git(scratch, 'clone', '--quiet', root, copy);
    for (const name of ['user.name', 'user.email']) git(copy, 'config', name, git(root, 'config', name));
    writeVersion(copy, version);
    return `${version} in package.json, package-lock.json, ${VERSION_FILES.join(', ')}`;
  });
  const changes = readUnreleased(root);
  await step('changelog', () => {
    closeUnreleased(copy, title);
    return `"Unreleased" is "${title}", ${changes.split('\n').length} lines`;
  });
  await step('notes', () => {
    writeFileSync(notes, describeUpdate(copy, title, changes));
    return path.relative(root, notes);
  });
  await step('commit', () => {
    git(copy, 'commit', '--quiet', '--all', '--message', `chore(release): ${version}`);
    // The headings of the notes would be comments.
    git(copy, 'tag', '--annotate', '--cleanup=verbatim', '--file', notes, tag);
    return `chore(release): ${version} with the tag ${tag}, in a copy of the repository`;
  });
  await step('contents', () => work.contents(copy, output));
  await step('modules', () =>
    key
      ? work.modules(copy, path.join(output, 'modules'), key)
      : 'neither built nor signed in this dry run: name the private key with --key FILE',
  );
  await step('images', () => {
    const revision = git(copy, 'rev-parse', 'HEAD');
    return isDryRun
      ? `none in a dry run; it would be ${buildCommand(version, '<commit>')}`
      : work.images(copy, version, revision);
  });
  await step('checksums', () => {
    const sums = checksums(output);
    writeFileSync(path.join(output, 'SHA256SUMS'), sums.map((line) => `${line}\n`).join(''));
    return `${shown}/SHA256SUMS, of ${sums.length} files`;
  });
  await step('main', () => {
    if (isDryRun) return 'stays as it is in a dry run, and no tag is made';
    git(root, 'pull', '--quiet', '--ff-only', '--no-tags', copy, 'HEAD');
    git(root, 'fetch', '--quiet', copy, `refs/tags/${tag}:refs/tags/${tag}`);
    return `has the commit, and the tag ${tag}. By hand: git push origin main ${tag}`;
  });
}

/** A line for each file of a folder, as `sha256sum --check` reads it. */
const checksums = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(path.join(folder, name)).isFile())
    .sort()
    .map((name) => {
      const sum = createHash('sha256').update(readFileSync(path.join(folder, name)));
      return `${sum.digest('hex')}  ${name}`;
    });
