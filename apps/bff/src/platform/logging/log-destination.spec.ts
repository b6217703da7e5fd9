import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import path from 'node:path';

/** Logs for a while to a standard output whose disk is full, and ends as an error does that nobody caught. */
const program = `
  import { logDestination } from ${JSON.stringify(path.join(import.meta.dirname, 'log-destination.ts'))};
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

it('keeps the process working, and lets it end, while the disk of its log is full', async () => {
  const child = spawn(
    process.execPath,
    ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', '--input-type=module', '--eval', program],
    {
      stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
    },
  );
  let said = '';
  child.stderr?.on('data', (text: Buffer) => (said += text.toString()));
  const [code] = (await once(child, 'exit')) as [number];
  expect(said).toBe('started\nalive\n');
  expect(code).toBe(3);
});
