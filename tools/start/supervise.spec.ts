import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** A minimal launcher: supervises one service, prints its events, and stops on a line of stdin. */
const launcher = `
import { supervise } from ${JSON.stringify(path.resolve(__dirname, 'supervise.ts'))};
const say = (line) => console.log(line);
const one = supervise(
  { name: 'service', args: () => [process.argv[2]], env: () => process.env, onLine: (line) => say('line ' + line), isReady: (line) => line === 'ready' },
  { log: say, onChange: () => say('pid ' + one?.pid()), onConfigurationError: (name) => say('configuration error of ' + name) },
);
one.ready.then(() => say('first ready ' + one.pid()), (error) => { say(error.message); process.exit(1); });
process.stdin.on('data', () => one.stop().then(() => { say('stopped'); process.exit(0); }));
`;

const folders: string[] = [];
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function start(service: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'tessera-supervise-'));
  folders.push(folder);
  writeFileSync(path.join(folder, 'service.mjs'), service);
  writeFileSync(path.join(folder, 'launcher.mts'), launcher.replace('one?.pid()', "''"));
  const child = spawn(process.execPath, [
    path.join(folder, 'launcher.mts'),
    path.join(folder, 'service.mjs'),
  ]);
  ends.push(() => child.kill('SIGKILL'));
  const lines: string[] = [];
  const output = createInterface(child.stdout);
  output.on('line', (line) => lines.push(line));
  async function line(pattern: RegExp): Promise<string> {
    for (;;) {
      const found = lines.find((one) => pattern.test(one));
      if (found) {
        lines.splice(0, lines.indexOf(found) + 1);
        return found;
      }
      await once(output, 'line');
    }
  }
  return { child, line };
}

const alive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const steady = `console.log('ready'); setInterval(() => undefined, 1000);`;

describe('a supervised service', () => {
  it('restarts after a SIGKILL and stops on demand', async () => {
    const { child, line } = start(steady);
    const pid = Number((await line(/^first ready/)).split(' ')[2]);
    process.kill(pid, 'SIGKILL');
    expect(await line(/exited/)).toBe('The service exited (signal SIGKILL); restarting in 0.5 s.');
    await line(/^The service is running again/);
    child.stdin.write('stop');
    await line(/^stopped/);
  });

  it('exits when its launcher is killed', async () => {
    const { child, line } = start(steady);
    const pid = Number((await line(/^first ready/)).split(' ')[2]);
    child.kill('SIGKILL');
    await once(child, 'exit');
    for (let tries = 0; alive(pid) && tries < 100; tries++) await new Promise((next) => setTimeout(next, 50));
    expect(alive(pid)).toBe(false);
  });

  it('does not restart with an invalid configuration', async () => {
    const { line } = start(`console.log('ready'); process.exit(78);`);
    expect(await line(/^configuration error/)).toBe('configuration error of service');
  });

  it('reports a service that never gets ready', async () => {
    const { line } = start(`process.exit(3);`);
    expect(await line(/did not start/)).toBe('The service did not start (exit code 3).');
  });
});
