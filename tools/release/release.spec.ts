import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root as workspace } from '../start/settings.mjs';
import { git } from './git.ts';
import { release } from './release.ts';
import { VERSION_FILES } from './version-files.ts';

let folder: string;
let root: string;
let lines: string[];
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
};
const commit = (message: string) => {
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--message', message);
};

/** A repository with the files of this one that a release reads and writes, which was released as 0.1.0. */
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tessera-release-'));
  root = path.join(folder, 'repository');
  lines = [];
  const files = [
    'package.json',
    'package-lock.json',
    'docker-compose.yml',
    'docs/operate/settings.md',
    '.gitignore',
    ...VERSION_FILES,
  ];
  for (const file of files) cpSync(path.join(workspace, file), path.join(root, file));
  git(root, 'init', '--quiet', '--initial-branch', 'main');
  git(root, 'config', 'user.name', 'Ada');
  git(root, 'config', 'user.email', 'ada@tessera.example');
  write('CHANGELOG.md', `# Changelog\n\n## ${present()} (2026-11-25)\n\n- the first\n`);
  commit('feat: all');
  git(root, 'tag', `v${present()}`);
  write(
    'CHANGELOG.md',
    read('CHANGELOG.md').replace('\n## ', '\n## Unreleased\n\n- **tasks:** notes\n\n## '),
  );
  write('apps/bff/src/migrations/2026-12-01-template-notes.ts', '');
  write('docs/operate/settings.md', `${read('docs/operate/settings.md')}| \`NOTES_LENGTH\` | 500 | … |\n`);
  write(
    'docker-compose.yml',
    read('docker-compose.yml').replace(/^secrets:$/m, '$&\n  notes_key: { file: ./secrets/notes_key }'),
  );
  commit('feat(tasks): add notes');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const present = () => (JSON.parse(read('package.json')) as { version: string }).version;
const NEXT = '99.1.0';

const run = (options: { version?: string; isDryRun?: boolean; key?: string; images?: () => string } = {}) => {
  const { version = NEXT, isDryRun = false, key = 'key.pem', images = () => 'built' } = options;
  const scratch = mkdtempSync(path.join(folder, 'scratch-'));
  return release(
    { root, scratch, version, day: '2026-12-02', isDryRun, key, log: (line) => lines.push(line) },
    {
      contents: (_copy, output) => {
        writeFileSync(path.join(output, 'sbom.cdx.json'), '{}');
        return 'written';
      },
      modules: (_copy, output) => {
        mkdirSync(path.join(output, 'mf-tasks'), { recursive: true });
        writeFileSync(path.join(output, 'mf-tasks/module.json'), '{}');
        return Promise.resolve('signed');
      },
      images,
    },
  );
};

/** Everything that a dry run and a failed one leave as it is. */
const state = () =>
  [
    'status --porcelain',
    'for-each-ref',
    'stash list',
    'config --list',
    'worktree list',
    'count-objects -v',
  ].map((command) => git(root, ...command.split(' ')));

describe('a release', () => {
  it('has one commit and one tag with its version everywhere, and the notes of an update', async () => {
    const before = git(root, 'rev-parse', 'HEAD');
    const old = present();
    await run();

    expect(git(root, 'log', '--format=%s', `${before}..main`)).toBe(`chore(release): ${NEXT}`);
    expect(git(root, 'rev-parse', `v${NEXT}^{commit}`)).toBe(git(root, 'rev-parse', 'main'));
    expect(git(root, 'status', '--porcelain')).toBe('');
    const lock = JSON.parse(read('package-lock.json')) as {
      version: string;
      packages: { '': { version: string } };
    };
    expect([present(), lock.version, lock.packages[''].version]).toEqual([NEXT, NEXT, NEXT]);
    for (const file of VERSION_FILES) {
      expect(read(file)).toContain(NEXT);
      expect(read(file)).not.toMatch(new RegExp(`(?<![\\d.])${old}(?!\\d)`));
    }
    expect(read('CHANGELOG.md')).toContain(`\n\n## ${NEXT} (2026-12-02)\n\n- **tasks:** notes\n\n## ${old}`);

    const notes = read(`tmp/release/${NEXT}/notes.md`);
    expect(notes).toBe(`# Tessera ${NEXT} (2026-12-02)

- **tasks:** notes

## Update

The steps are in docs/operate/upgrade.md of this version. Since v${old}:

- Migrations that run: \`2026-12-01-template-notes\`
- New secrets, whose files \`sh deploy/secrets.sh\` makes: \`notes_key\`
- New settings (docs/operate/settings.md): \`NOTES_LENGTH\`
- Changed files; where you have copies of them, change those too: \`docker-compose.yml\`
`);
    expect(git(root, 'tag', '--list', '--format=%(contents)', `v${NEXT}`)).toBe(notes.trimEnd());
    const checked = execFileSync('sha256sum', ['--check', 'SHA256SUMS'], {
      cwd: path.join(root, 'tmp/release', NEXT),
      encoding: 'utf8',
    });
    expect(checked.trimEnd().split('\n')).toEqual(
      ['modules/mf-tasks/module.json', 'notes.md', 'sbom.cdx.json'].map((file) => `${file}: OK`),
    );
    expect(lines.at(-1)).toContain(`git push origin main v${NEXT}`);
  });

  it('that is only tried out changes nothing, and writes the same notes', async () => {
    const before = state();
    const images = jest.fn(() => 'built');
    await run({ isDryRun: true, images });
    expect(images).not.toHaveBeenCalled();
    expect(state()).toEqual(before);
    expect(read(`tmp/release/${NEXT}/notes.md`)).toContain('`NOTES_LENGTH`');
    expect(lines.join('\n')).toContain(`TESSERA_VERSION=${NEXT} docker compose --profile "*" build`);
  });

  it('that fails in the middle changes nothing, and says where', async () => {
    const before = state();
    const failing = () => {
      throw new Error('no space left');
    };
    await expect(run({ images: failing })).rejects.toThrow('The release stopped at "images": no space left');
    expect(state()).toEqual(before);
  });
});

it.each([
  ['a version that is none', () => undefined, { version: '1.2' }, '"1.2" is no semantic version'],
  [
    'a lower version',
    () => undefined,
    { version: '0.0.9' },
    /0\.0\.9 isn't higher than \S+, the version of package/,
  ],
  ['a branch', () => git(root, 'switch', '--quiet', '--create', 'notes'), {}, 'this is the branch notes'],
  [
    'a changed file',
    () => appendFileSync(path.join(root, 'package.json'), '\n'),
    {},
    'first: M package.json',
  ],
  ['a new file', () => write('new.ts', ''), {}, '?? new.ts'],
  ['an existing tag', () => git(root, 'tag', `v${NEXT}`), {}, `the tag v${NEXT} exists already`],
  [
    'no changes',
    () => {
      write('CHANGELOG.md', '## Unreleased\n\n## 0.1.0\n');
      commit('docs: remove the changes');
    },
    {},
    'nothing under "## Unreleased"',
  ],
  ['no key', () => undefined, { key: '' }, '--key FILE'],
])('refuses %s', async (_what, prepare, options, message) => {
  prepare();
  const before = state();
  await expect(run(options)).rejects.toThrow(message);
  expect(state()).toEqual(before);
});
