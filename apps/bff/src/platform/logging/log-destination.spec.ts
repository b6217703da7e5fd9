import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import path from 'node:path';

const source = JSON.stringify(path.join(import.meta.dirname, 'log-destination.ts'));

/** Logs for a while to a standard output whose disk is full, and ends as an error does that nobody caught. */
const program = `
  import { logDestination } from ${source};
  const destination = logDestination();
  process.stderr.write('started\\n');
  const line = 'x'.repeat(10_000) + '\\n';
  for (let second = 0; second < 5; second += 1) {
    for (let count = 0; count < 100; count += 1) destination.write(line);
    await new Promise((over) => setTimeout(over, 150));
  }
  process.stderr.write('alive\\n');
  process.exit(3);
`;

/** Says why it does not start, as pino's logger does, to a standard output whose disk is full. */
const failing = `
  import pino from 'pino';
  import { directDestination } from ${source};
  pino({}, directDestination(1)).fatal('The server could not start');
  process.stderr.write('ended\\n');
  process.exitCode = 4;
`;

/** Runs a program whose standard output is on a full disk. */
async function runOnFullDisk(text: string): Promise<{ code: number; said: string }> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', '--input-type=module', '--eval', text],
    { cwd: import.meta.dirname, stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'] },
  );
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, 'exit')) as [number];
  return { code, said };
}

it('keeps the process working, and lets it end, while the disk of its log is full', async () => {
  expect(await runOnFullDisk(program)).toEqual({ code: 3, said: 'started\nalive\n' });
});

it('lets a program end that can not say why it does not start', async () => {
  expect(await runOnFullDisk(failing)).toEqual({ code: 4, said: 'ended\n' });
});
