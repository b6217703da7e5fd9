import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../../start/settings.mjs';

const folder = path.join(root, 'deploy/systemd');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const files = readdirSync(folder).map((file) => ({ file, text: read(`deploy/systemd/${file}`) }));
const documented = new Set(
  [...read('docs/operate/settings.md').matchAll(/^\| `([A-Z][A-Z0-9_]+)`/gm)].map(([, name]) => name),
);

it.each(files)('$file sets only what the documents know', ({ text }) => {
  const names = [...text.matchAll(/(?:^|[ =])([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) =>
    name.replace(/_FILE$/, ''),
  );
  expect(names.filter((name) => !documented.has(name))).toEqual([]);
});

it.each(files)('$file names only secrets that secrets.sh makes', ({ text }) => {
  const script = read('deploy/secrets.sh');
  const secrets = [...text.matchAll(/\/etc\/tessera\/secrets\/(\w+)/g)].map(([, name = '']) => name);
  expect(secrets.filter((name) => !script.includes(name))).toEqual([]);
});

it('gives a server the time of its drain and its shutdown', () => {
  const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(read('deploy/systemd/tessera-server@.service')) ?? [];
  const [, drainMs] = /^DRAIN_MS=(\d+)$/m.exec(read('deploy/systemd/tessera.env')) ?? [];
  expect(Number(seconds) * 1000).toBeGreaterThan(Number(drainMs) + 15_000);
});

describe('the command tessera', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(path.join(tmpdir(), 'tessera-command-'));
    for (const sub of ['deploy', 'etc', 'apps/bff/dist'])
      mkdirSync(path.join(home, sub), { recursive: true });
    writeFileSync(
      path.join(home, 'deploy/tessera'),
      read('deploy/tessera').replaceAll('/etc/tessera', `${home}/etc`),
    );
    writeFileSync(path.join(home, 'etc/tessera.env'), 'MODULE_STORE=/store\nLOG_LEVEL=info\n');
    writeFileSync(
      path.join(home, 'etc/command.env'),
      'BACKUP_PASSPHRASE_FILE=/etc/phrase\nTOKEN_SECRET_FILE=/etc/token\n',
    );
    writeFileSync(path.join(home, 'apps/bff/dist/tessera.cjs'), 'console.log(JSON.stringify(process.env))');
  });
  afterEach(() => rmSync(home, { recursive: true }));

  const settingsWith = (given: Record<string, string>): Record<string, string | undefined> => {
    const env = { PATH: `${path.dirname(process.execPath)}:/usr/bin:/bin`, ...given };
    return JSON.parse(
      execFileSync('sh', [path.join(home, 'deploy/tessera')], { env, encoding: 'utf8' }),
    ) as Record<string, string>;
  };

  it('reads the settings of the machine', () => {
    expect(settingsWith({})).toMatchObject({ MODULE_STORE: '/store', BACKUP_PASSPHRASE_FILE: '/etc/phrase' });
  });

  it('prefers the settings of its environment, in either form', () => {
    const settings = settingsWith({
      LOG_LEVEL: 'debug',
      BACKUP_PASSPHRASE: "it's a phrase",
      TOKEN_SECRET_FILE: '/other',
    });
    expect(settings).toMatchObject({
      MODULE_STORE: '/store',
      LOG_LEVEL: 'debug',
      BACKUP_PASSPHRASE: "it's a phrase",
      TOKEN_SECRET_FILE: '/other',
    });
    expect(settings.BACKUP_PASSPHRASE_FILE).toBeUndefined();
  });

  it('reads none for the database of another installation', () => {
    expect(settingsWith({ DATABASE_URL: 'postgres://elsewhere/tessera' }).MODULE_STORE).toBeUndefined();
  });
});
