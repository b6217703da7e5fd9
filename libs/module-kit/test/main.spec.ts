import { run } from './run.ts';

const cwd = process.cwd();

test('lists the commands', async () => {
  const { code, out } = await run(['--help'], { cwd });
  expect(code).toBe(0);
  expect(out).toMatch(/keygen +Create a key pair/);
});

test('describes a command', async () => {
  const { code, out } = await run(['keygen', '--help'], { cwd });
  expect(code).toBe(0);
  expect(out).toContain('tessera-module keygen [--out FILE]');
});

test.each(['enable', 'disable', 'promote'])('says once what %s does', async (command) => {
  const { out } = await run([command, '--help'], { cwd });
  const [, summary = '', ...help] = out.split('\n');
  const words = (text: string) => text.toLowerCase().split(/\W+/).slice(1).join(' ').trim();
  expect(help.map(words)).not.toContain(words(summary));
});

test.each([
  [['polish'], 'There is no command "polish"'],
  [['lists'], 'There is no command "lists". Did you mean list?'],
  [['sing'], 'There is no command "sing". Did you mean sign?'],
  [['dew'], 'There is no command "dew". Did you mean dev?'],
  [['roll-back'], 'There is no command "roll-back". Did you mean rollback?'],
  [['promote'], 'The argument [name@]<version> is missing'],
  [['constructor'], 'There is no command "constructor"'],
  [['keygen', '--color'], "Unknown option '--color'"],
  [['keygen', 'here'], 'There is an argument too many: here'],
])('exits with 2 for %j', async (args, message) => {
  const { code, err } = await run(args, { cwd });
  expect(code).toBe(2);
  expect(err).toBe(`tessera-module: ${message}\nRun "tessera-module --help" for the commands.`);
});

test('prints an error as JSON', async () => {
  const { out } = await run(['polish', '--json'], { cwd });
  expect(JSON.parse(out)).toEqual({ error: { message: 'There is no command "polish"', code: null } });
});
