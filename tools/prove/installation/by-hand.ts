/**
 * `npm run prove -- by-hand`: the commands of docs/operate for one machine without systemd or containers, as they are written there, in
 * a copy of the last commit: servers and workers by hand, and `npm start` with its backup, restore, doctor and logs. Needs Chromium,
 * jq and the ports that install.md names.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../start/settings.mjs';
import { findBrowsers } from '../../workspace/test/browser.ts';
import { type Check, holds, runStep } from '../checks.ts';
import { readBlocks, readCommands } from '../containers/documented.ts';
import { Scratch } from './scratch.ts';
import { waitFor } from './wait-for.ts';

await using scratch = new Scratch('by-hand');
const folder = path.join(scratch.folder, 'tessera');
const backups = path.join(scratch.folder, 'backups');
const passphrase = path.join(scratch.folder, 'passphrase');
execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, folder]);
mkdirSync(backups);
writeFileSync(passphrase, 'a passphrase for this proving');
const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...(await findBrowsers(console.log)) };

await runStep('servers and workers by hand', async () => {
  const script = readBlocks('install.md', 'Two servers and three workers by hand, to try it').join('');
  // What is still running if a command fails ends with the shell.
  const printed = await run(`set -e; trap 'kill $(jobs -p) 2> /dev/null || true' EXIT\n${script}`);
  return [holds('they start, the browser suite passes, and they stop', /\d+ passed/.test(printed), printed)];
});

await runStep('npm start', async () => {
  let product = await start({});
  const checks: Check[] = [];
  const expectOk = async (line: string, expected: RegExp) => {
    const printed = await run(
      line.replace('/root/backup-passphrase', passphrase).replace('/backups', backups),
      { BACKUP_PASSPHRASE_FILE: passphrase },
    );
    checks.push(holds(line.trim(), expected.test(printed), printed));
    return printed;
  };
  const [backup = ''] = readBlocks('backup.md', 'Make backups');
  const made = await expectOk(backup, /rows of \d+ tables/);
  const file = /tessera-\w+\.backup\.age/.exec(made)?.[0] ?? '';
  const withFile = (line: string) => line.replace(/tessera-\w+\.backup\.age/, file);
  for (const line of readCommands('backup.md', 'Verify a backup').filter(isOfNpm))
    await expectOk(withFile(line), /is whole/);
  for (const page of ['doctor.md', 'troubleshooting.md'])
    for (const line of readCommands(page).filter(isOfNpm)) await expectOk(line, /\d/);
  for (const line of readCommands('logs.md'))
    await expectOk(
      line.replace('5c0d1c1e-…', 'level').replaceAll('"request_id":"level"', '"level":"info"'),
      /^/,
    );
  await stop(product);
  for (const line of readCommands('backup.md', 'Restore').filter(isOfNpm))
    await expectOk(withFile(line), /Restored the state of/);
  product = await start({ DATA_DIR: '.data-restored' });
  await stop(product);
  return [...checks, holds('it starts with what was restored', true)];
});

function isOfNpm(line: string): boolean {
  return line.startsWith('npm run tessera');
}

/** Runs a script in the copy and returns what it printed. Throws when it fails. */
async function run(script: string, settings: NodeJS.ProcessEnv = {}): Promise<string> {
  const child = spawn('bash', ['-o', 'pipefail', '-c', script], {
    cwd: folder,
    env: { ...env, ...settings },
  });
  scratch.defer(() => child.kill());
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => void (printed += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`${script}\n${code}: ${printed.slice(-3_000)}`);
  return printed.slice(-400);
}

/** Starts the product by `npm start` and waits until it is ready. */
async function start(settings: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn('npm', ['start'], { cwd: folder, env: { ...env, ...settings } });
  scratch.defer(() => child.kill());
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => void (printed += chunk.toString()));
  await waitFor('it is ready', () => printed.includes('Tessera is ready'), { withinMs: 300_000 });
  return child;
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
