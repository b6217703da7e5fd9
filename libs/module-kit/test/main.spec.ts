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

test.each([
  [['polish'], 'There is no command "polish"'],
  [['constructor'], 'There is no command "constructor"'],
  [['keygen', '--color'], "Unknown option '--color'"],
  [['keygen', 'here'], 'There is an argument too many: here'],
  [['promote'], 'An argument is missing: [name@]<version>'],
])('exits with 2 for %j', async (args, message) => {
  const { code, err } = await run(args, { cwd });
  expect(code).toBe(2);
  expect(err).toBe(`tessera-module: ${message}\nRun "tessera-module --help" for the commands.`);
});

test('prints an error as JSON', async () => {
  const { out } = await run(['polish', '--json'], { cwd });
  expect(JSON.parse(out)).toEqual({ error: { message: 'There is no command "polish"', code: null } });
});
