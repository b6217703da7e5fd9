/**
 * `npm run prove -- systemd`: docs/operate/systemd.md and backup.md for a PostgreSQL of one's own, command by command as it is
 * written there, on a machine of Debian 12 whose
 * first process is systemd: a container of the engine that `prove -- containers` uses. It proves what is committed.
 * `--keep`: keeps the folder; `--stay`: keeps the machine until Ctrl-C.
 */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Check, expectNone, formatSeconds, holds, runStep } from '../checks.ts';
import { buildBases } from '../containers/bases.ts';
import { readBlocks, readCommands } from '../containers/documented.ts';
import { startEngine } from '../containers/engine.ts';
import { trust } from '../containers/start.ts';
import { Client, findLost } from '../installation/client.ts';
import { connectAsAdmin } from '../installation/installation.ts';
import { Scratch } from '../installation/scratch.ts';
import { waitFor } from '../installation/wait-for.ts';
import type { LoadTarget } from '../load/fixtures.ts';
import { Load } from '../load/load.ts';
import { SeededRandom } from '../load/seeded-random.ts';
import { Machine, MACHINE_BASES, NEW_VERSION } from './machine.ts';
import { proveOwnPostgres } from './own-postgres.ts';

const { values: options } = parseArgs({
  options: { keep: { type: 'boolean', default: false }, stay: { type: 'boolean', default: false } },
});
/** Caddy makes the certificate of this name without an authority. */
const DOMAIN = 'console.localhost';
const PORTS = [3201, 3202];
const UNITS = [...PORTS.map((port) => `tessera-server@${port}`), 'tessera-worker@1', 'tessera-worker@2'];
/** What an operator writes into the files of settings, and limits that a load from one address would exceed. */
const EDITOR = `#!/bin/sh
case $1 in
  */tessera.env)
    sed -i 's/^ADMIN_EMAIL=.*/ADMIN_EMAIL=admin@tessera.example/; s/^VAPID_SUBJECT=.*/VAPID_SUBJECT=mailto:admin@tessera.example/' "$1"
    printf 'RATE_LIMIT=10000000\\nLOGIN_ATTEMPTS=1000\\n' >> "$1" ;;
  */worker.env) sed -i 's/^ALLOWED_HOSTS=.*/ALLOWED_HOSTS=127.0.0.1:3001/' "$1" ;;
esac
`;

await using scratch = new Scratch('systemd', { keep: options.keep });
const engine = await startEngine(scratch);
await buildBases(engine, MACHINE_BASES);
const machine = await Machine.start(engine, scratch);

/** Runs the blocks of a section, with the machine's own values in place of the page's examples. */
async function runBlock(
  heading: string,
  index: number,
  values: Record<string, string> = {},
): Promise<string> {
  let script = readBlocks('systemd.md', heading)[index] ?? '';
  for (const [example, value] of Object.entries({
    '<repository>': '/repository',
    'console.example': DOMAIN,
    ...values,
  }))
    script = script.replaceAll(example, value);
  // A reader's shell stays where the steps before have left it.
  return machine.sh(`cd /opt/tessera 2> /dev/null || cd /\n${script}`, { EDITOR: '/usr/local/bin/editor' });
}

await runStep('install', async () => {
  await machine.sh(
    `printf '%s' '${EDITOR.replaceAll("'", `'\\''`)}' > /usr/local/bin/editor; chmod 755 /usr/local/bin/editor`,
  );
  await machine.sh(
    'DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends postgresql nginx-light caddy git openssl gettext-base curl jq',
  );
  await openDatabase();
  for (const index of [0, 1, 2, 3, 4]) await runBlock('Install', index);
  await waitFor('both servers are ready', areReady);
  const doctor = await machine.try(`tessera doctor`);
  const errors = doctor.stdout
    .split('\n')
    .filter((line) => line.startsWith('ERROR') && !/no backup/.test(line));
  await runBlock('Install', 5);
  return [expectNone('the doctor finds no error but that there is no backup', errors)];
});

const address = await machine.address();
trust(DOMAIN, address, await waitFor('Caddy has its certificate', readCertificate));
const admin = {
  email: 'admin@tessera.example',
  password: await machine.sh('cat /etc/tessera/secrets/admin_password'),
};
const db = connectAsAdmin(`postgres://prove:prove@${address}:5432/postgres`);
scratch.defer(() => db.end());
const target: LoadTarget = {
  urls: [`https://${DOMAIN}`],
  admin,
  sandboxUrl: `http://${address}:3001`,
  siteUrl: 'http://127.0.0.1:3001',
  db,
};
const admins = new Client(target.urls);
await admins.signIn(admin);

await runStep('workers', async () => {
  const { token } = await admins.requestOk<{ token: string }>('POST', '/api/worker-tokens', {
    name: 'workers',
  });
  await runBlock('Install', 6, { 'the token': token });
  // Reachable for the load, which sets its scenario.
  const sandbox = (readBlocks('systemd.md', 'The first realm')[0] ?? '').replace('env ', 'env HOST=0.0.0.0 ');
  await machine.sh(`${sandbox.trimEnd()} > /var/log/sandbox.log 2>&1 &`);
  await waitFor('the sandbox listens', async () => (await fetch(target.sandboxUrl)).status > 0);
  await runBlock('Install', 7);
  const load = await Load.start(target, new SeededRandom(1), 'Machine', {
    writers: 2,
    streams: 1,
    buying: 6,
  });
  await delay(10_000);
  return load.finish({ isProxied: true });
});

await runStep('units', async () => {
  const checks: Check[] = [];
  for (const unit of UNITS) {
    const { User, NoNewPrivileges, MemoryMax, MainPID } = await show(unit);
    const status = await machine.sh(`cat /proc/${MainPID}/status`);
    const rights =
      /^CapEff:\t0+$/m.test(status) && /^Uid:\t[1-9]/m.test(status) && /^NoNewPrivs:\t1$/m.test(status);
    // Of the second version of control groups, or the first.
    const limit = await machine.sh(
      `cat /sys/fs/cgroup$(sed -n 's/^0:://p' /proc/${MainPID}/cgroup)/memory.max 2> /dev/null ||
        cat /sys/fs/cgroup/memory$(sed -n 's/.*:memory://p' /proc/${MainPID}/cgroup)/memory.limit_in_bytes`,
    );
    const secrets = await machine.sh(
      `for file in /etc/tessera/secrets/*; do [ ! -s $file ] || ! tr '\\0' '\\n' < /proc/${MainPID}/environ | grep -qF -- "$(cat $file)" || echo $file; done`,
    );
    checks.push(
      holds(
        `${unit} runs without rights of root, within its memory, with no secret in its environment`,
        rights && limit === MemoryMax && secrets === '' && NoNewPrivileges === 'yes',
        `${User || 'a user of its own'}, ${limit} bytes ${secrets}`,
      ),
    );
  }
  await machine.try('systemctl start tessera-server@99999');
  const isGivenUp = async () => (await show('tessera-server@99999')).ActiveState === 'failed';
  const givenUp = await waitFor('it fails', isGivenUp, { withinMs: 30_000 }).then(
    () => true,
    () => false,
  );
  const { ExecMainStatus, NRestarts } = await show('tessera-server@99999');
  checks.push(
    holds(
      'a wrong setting ends a server with 78, and it is not started again',
      givenUp && ExecMainStatus === '78' && NRestarts === '0',
      `${ExecMainStatus}, ${NRestarts} restarts`,
    ),
  );
  return checks;
});

await runStep('commands', async () => {
  const lines = ['README.md', 'doctor.md', 'troubleshooting.md']
    .flatMap((page) => readCommands(page))
    .filter((line) => /^(tessera|systemctl|journalctl|for) /.test(line));
  const checks: Check[] = [];
  for (const line of lines) {
    const { code, stdout, stderr } = await machine.try(line.replace(/DOMAIN|console\.example/, DOMAIN));
    // Nobody can make a public name and its certificate here, which the doctor reports.
    const errors = stdout.split('\n').filter((one) => one.startsWith('ERROR') && !one.includes(DOMAIN));
    const passed = code === 0 || (line.includes('doctor') && errors.length === 0);
    checks.push(holds(line, passed, passed ? '' : `${code} ${stderr.slice(-300)}${stdout.slice(-600)}`));
  }
  return checks;
});

await runStep('restarts', async () => {
  const load = await Load.start(target, new SeededRandom(2), 'Restarts', {
    writers: 4,
    streams: 2,
    buying: 6,
  });
  const killed: string[] = [];
  for (const unit of UNITS) {
    const { MainPID } = await show(unit);
    const began = performance.now();
    await machine.sh(`kill -KILL ${MainPID}`);
    const isBack = async () => {
      const now = await show(unit);
      return now.ActiveState === 'active' && now.MainPID !== MainPID && (await areReady());
    };
    await waitFor(`${unit} is back`, isBack, { withinMs: 60_000 });
    killed.push(`${unit} ${formatSeconds(performance.now() - began)}`);
  }
  const began = performance.now();
  for (const port of PORTS) {
    await machine.sh(`systemctl restart tessera-server@${port}`);
    await waitFor('it is ready', areReady, { withinMs: 60_000 });
  }
  const lost = findLost(load.attempts(), began);
  return [
    holds('each killed program is started again by systemd', true, killed.join(', ')),
    expectNone('a server that is restarted after the other one loses no request', lost),
    ...(await load.finish({ isProxied: true })),
  ];
});

await runStep('backup', async () => {
  await machine.sh('systemctl start tessera-backup');
  const file = await machine.sh('ls -t /var/backups/tessera/*.age | head -1');
  await runBlock('Verify and restore', 0);
  const count = () => machine.sh("runuser -u postgres -- psql -tA -c 'SELECT count(*) FROM tasks' tessera");
  const before = await count();
  // A database is renamed only while nobody is connected to it.
  await machine.sh(
    `runuser -u postgres -- psql -c "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'prove'"`,
  );
  await runBlock('Verify and restore', 1, {
    '/var/backups/tessera/tessera-20261126T192336Z.backup.age': file,
  });
  await machine.sh(`systemctl start ${UNITS.slice(2).join(' ')}`);
  // It has the secrets, and the page says to remove it.
  await machine.sh('rm /root/restored.json');
  const after = await count();
  const { status } = await admins.request('GET', '/api/me');
  const { LastTriggerUSec, ActiveState } = await show('tessera-backup.timer');
  return [
    holds('the timer waits for the night', ActiveState === 'active', LastTriggerUSec),
    holds(
      'the backup is verified and restored by the commands of the page',
      before !== '0' && before === after,
      `${after} tasks`,
    ),
    holds('who was signed in still is', status === 200, String(status)),
  ];
});

await runStep('update', async () => {
  const load = await Load.start(target, new SeededRandom(3), 'Update', { writers: 4, streams: 2, buying: 6 });
  await runBlock('Update', 0, { '<version>': NEW_VERSION });
  await waitFor(
    'the workers are back',
    async () => (await show('tessera-worker@2')).ActiveState === 'active',
  );
  const lost = findLost(load.attempts());
  const { MainPID } = await show('tessera-server@3202');
  const program = await machine.sh(`readlink /proc/${MainPID}/exe`);
  return [
    expectNone('an update loses no request', lost, `${load.attempts().length} requests`),
    holds('and the new version runs', program.startsWith(`/opt/tessera-${NEW_VERSION}/`), program),
    ...(await load.finish({ isProxied: true })),
  ];
});

await runStep('reboot', async () => {
  const began = performance.now();
  await machine.reboot();
  await waitFor('the servers are ready', areReady, { withinMs: 120_000 });
  const states = await Promise.all(UNITS.map(async (unit) => `${unit} ${(await show(unit)).ActiveState}`));
  return [
    expectNone(
      'everything runs again by itself',
      states.filter((state) => !state.endsWith(' active')),
      formatSeconds(performance.now() - began),
    ),
  ];
});

await runStep('own PostgreSQL', () => proveOwnPostgres(machine));

if (options.stay) {
  console.log(`${address}  ${admin.email}  ${admin.password}  (press Ctrl-C to stop)`);
  await once(process, 'SIGINT');
}

/** Lets the load look into the database from outside the machine. */
async function openDatabase(): Promise<void> {
  await machine.sh(`runuser -u postgres -- psql -qc "CREATE ROLE prove SUPERUSER LOGIN PASSWORD 'prove'"
    echo "host all prove all scram-sha-256" >> /etc/postgresql/15/main/pg_hba.conf
    echo "listen_addresses = '*'" > /etc/postgresql/15/main/conf.d/prove.conf
    systemctl restart postgresql@15-main`);
}

async function readCertificate(): Promise<string | false> {
  const { code, stdout } = await machine.try(
    'cat /var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt',
  );
  return code === 0 && stdout;
}

async function areReady(): Promise<boolean> {
  const { code } = await machine.try(
    PORTS.map((port) => `curl -sf http://127.0.0.1:${port}/readyz`).join(' && '),
  );
  return code === 0;
}

/** What systemd knows of a unit. */
async function show(unit: string): Promise<Record<string, string>> {
  const lines = (await machine.sh(`systemctl show '${unit}'`)).split('\n');
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}
