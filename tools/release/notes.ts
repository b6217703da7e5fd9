import path from 'node:path';
import semver from 'semver';
import { git } from './git.ts';

/** What git compares with where there is no earlier tag. */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
const SETTINGS = 'docs/operate/settings.md';

/**
 * What an operator reads before an update: a part of the changelog, and what an operator has a part in of that which differs between
 * the last tag and the last commit.
 */
export function describeUpdate(repository: string, title: string, changes: string): string {
  const tags = git(repository, 'tag', '--list', 'v*', '--merged', 'HEAD').split('\n');
  const last = semver.sort(tags.flatMap((tag) => semver.valid(tag) ?? [])).at(-1);
  const diff = (options: string[], ...paths: string[]) =>
    git(repository, 'diff', ...options, last ? `v${last}` : EMPTY_TREE, 'HEAD', '--', ...paths).split('\n');
  const files = (filter: string, ...paths: string[]) =>
    diff(['--name-only', `--diff-filter=${filter}`], ...paths).filter(Boolean);
  /** The names that lines of a file have now and had not before, or the other way round. */
  const names = (file: string, pattern: RegExp) => {
    const lines = diff(['--unified=0'], file);
    const named = (sign: string) =>
      lines.flatMap((line) => (line.startsWith(sign) ? (pattern.exec(line.slice(1))?.[1] ?? []) : []));
    const [now, before] = [named('+'), named('-')];
    return {
      added: now.filter((name) => !before.includes(name)),
      removed: before.filter((name) => !now.includes(name)),
    };
  };

  const migrations = files('A', 'apps/bff/src/migrations').map((file) => path.basename(file, '.ts'));
  const secrets = names('docker-compose.yml', /^ {2}(\w+): \{ file: \.\/secrets\//);
  const settings = names(SETTINGS, /^\| `([A-Z][A-Z0-9_]*)`/);
  const steps = Object.entries({
    'Migrations that run': migrations.filter((name) => /^\d/.test(name)),
    'New secrets, whose files `sh deploy/secrets.sh` makes': secrets.added,
    'Secrets that are not used any more': secrets.removed,
    [`New settings (${SETTINGS})`]: settings.added,
    'Settings that are gone': settings.removed,
    'Changed files; where you have copies of them, change those too': files(
      'M',
      'deploy',
      'docker-compose.yml',
      '.env.example',
    ),
  }).flatMap(([label, found]) =>
    found.length > 0 ? [`- ${label}: ${found.map((one) => `\`${one}\``).join(', ')}`] : [],
  );
  const since = last ? `Since v${last}` : 'There is no earlier tag, so this is everything';
  return `# Tessera ${title}

${changes}

## Update

The steps are in docs/operate/upgrade.md of this version. ${since}:

${steps.join('\n') || '- no migration, secret, setting or file of the deployment has changed'}
`;
}
