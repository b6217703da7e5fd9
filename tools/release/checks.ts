import semver from 'semver';
import { git } from './git.ts';
import { readUnreleased, readVersion } from './version-files.ts';

/** Throws if a version can't be released from what is in a repository; says what to do. */
export function checkRelease(root: string, version: string): void {
  if (semver.valid(version) !== version)
    throw new Error(`"${version}" is no semantic version: name one such as 0.2.0`);
  const present = readVersion(root);
  if (!semver.gt(version, present))
    throw new Error(
      `${version} isn't higher than ${present}, the version of package.json: name a higher one`,
    );
  const branch = git(root, 'branch', '--show-current');
  if (branch !== 'main')
    throw new Error(`this is ${branch ? `the branch ${branch}` : 'no branch'}: run git switch main first`);
  const changes = git(root, 'status', '--porcelain').split('\n').filter(Boolean);
  if (changes.length > 0)
    throw new Error(`commit or remove what isn't committed first: ${changes.slice(0, 5).join(', ').trim()}`);
  if (git(root, 'tag', '--list', `v${version}`) !== '')
    throw new Error(`the tag v${version} exists already: name another version`);
  for (const name of ['user.name', 'user.email'])
    if (git(root, 'config', '--default', '', '--get', name) === '')
      throw new Error(`git doesn't know who commits: set it with git config ${name}`);
  if (readUnreleased(root) === '')
    throw new Error('CHANGELOG.md has nothing under "## Unreleased": write there what users notice');
}
