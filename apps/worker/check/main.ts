import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { type Given, type Result, runCheck } from './run-check.ts';

const USAGE = `npm run worker:check -- http://127.0.0.1:4100 [--start "command of your worker"] [--only rule,rule]

Simulates a console at the address (and a ticketing site at the next port) and reports which rules of docs/workers.md
a worker follows. With --start it starts the worker with TESSERA_URL, WORKER_TOKEN, WORKER_NAME and ALLOWED_HOSTS in
its environment and ends it with SIGTERM; without, start it yourself as printed. The worker needs capacity for several
tasks and a driver for the sandbox's API (apps/sandbox/README.md). Exit code 0: the worker follows every rule.
`;

const environment = ({ consoleUrl, token, siteHost }: Given) => ({
  TESSERA_URL: consoleUrl,
  WORKER_TOKEN: token,
  WORKER_NAME: 'worker-check',
  ALLOWED_HOSTS: siteHost,
});

/** Starts the worker; returns a function that ends it. */
async function startWorker(command: string, given: Given): Promise<() => Promise<void>> {
  const child = spawn(`exec ${command}`, {
    shell: true,
    env: { ...process.env, ...environment(given) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(child, 'spawn');
  return async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), 20_000);
    await once(child, 'exit');
    clearTimeout(late);
  };
}

function print(results: readonly Result[]): void {
  const marks = { passed: 'pass', failed: 'FAIL', 'not tried': '  – ' };
  for (const { rule, outcome, message } of results) {
    process.stdout.write(`${marks[outcome]}  ${rule.id.padEnd(17)} ${rule.title}\n`);
    if (message) process.stdout.write(`      ${message}\n`);
    if (outcome === 'failed') process.stdout.write(`      docs/workers.md, "${rule.section}"\n`);
  }
  const count = (outcome: Result['outcome']) => results.filter((result) => result.outcome === outcome).length;
  process.stdout.write(
    `\n${count('passed')} passed, ${count('failed')} failed, ${count('not tried')} not tried\n`,
  );
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { start: { type: 'string' }, only: { type: 'string' } },
});
const address = URL.parse(positionals[0] ?? '');
if (address?.protocol !== 'http:') {
  process.stderr.write(USAGE);
  process.exit(78);
}
const results = await runCheck({
  host: address.hostname,
  port: Number(address.port || 80),
  only: values.only ? values.only.split(',') : undefined,
  start: (given) => {
    if (values.start) return startWorker(values.start, given);
    const lines = Object.entries(environment(given)).map(([name, value]) => `  ${name}=${value}`);
    process.stdout.write(`Start your worker now, with\n\n${lines.join('\n')}\n\n`);
    return Promise.resolve(null);
  },
});
print(results);
process.exit(results.some(({ outcome }) => outcome === 'failed') ? 1 : 0);
