import { commands, runCommand, usage } from './run';

let out = '';
let err = '';

beforeEach(() => {
  out = '';
  err = '';
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => ((out += String(text)), true));
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => ((err += String(text)), true));
});
afterEach(() => jest.restoreAllMocks());

test('lists every command with its arguments', async () => {
  expect(await runCommand(['help'], {})).toBe(0);
  expect(out).toBe(usage());
  for (const { name, usage: args, summary } of commands) {
    expect(out).toContain(`  ${`${name} ${args}`.trim()}`);
    expect(out).toContain(summary);
  }
});

test('returns 2 without a command, for an unknown one and for arguments that it does not take', async () => {
  expect(await runCommand([], {})).toBe(2);
  expect(await runCommand(['explode'], {})).toBe(2);
  expect(err).toContain('There is no command "explode".');
  expect(await runCommand(['seal-rotate', '--everything'], {})).toBe(2);
  expect(err).toContain('Usage: tessera seal-rotate [--dry-run]');
});

test('shows the usage of a command', async () => {
  expect(await runCommand(['seal-rotate', '--help'], {})).toBe(0);
  expect(out).toContain('Usage: tessera seal-rotate [--dry-run]');
});

test('returns 78 for a missing setting and names it', async () => {
  expect(await runCommand(['migrate'], {})).toBe(78);
  expect(err).toBe('Configuration: DATABASE_URL is required\n');
});

test('returns 1 for a failure', async () => {
  const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', SEALING_KEYS: `k1:${'A'.repeat(43)}=` };
  expect(await runCommand(['seal-rotate'], env)).toBe(1);
  expect(err).toContain('tessera seal-rotate failed: ');
});

test('finds out that the settings of a restore have nowhere to go before it opens the backup', async () => {
  const env = { DATABASE_URL: 'postgres://127.0.0.1:1/nowhere', BACKUP_PASSPHRASE: 'sixteen characters' };
  expect(await runCommand(['restore', 'no.age', '--settings', '/dev/null/restored.json'], env)).toBe(1);
  expect(err).toContain("ENOTDIR: not a directory, open '/dev/null/restored.json'");
});
