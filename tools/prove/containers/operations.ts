import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Check, expectNone } from '../checks.ts';
import { Client } from '../installation/client.ts';
import { waitFor } from '../installation/wait-for.ts';
import type { LoadTarget } from '../load/fixtures.ts';
import { Load } from '../load/load.ts';
import { SeededRandom } from '../load/seeded-random.ts';
import type { Composed } from './composed.ts';
import { readCommands } from './documented.ts';

/** Backs up under load, loses the database and restores it. */
export async function restoreBackup(composed: Composed, target: LoadTarget): Promise<Check[]> {
  const load = await Load.start(target, new SeededRandom(3), 'Backup', { writers: 3, streams: 0, buying: 4 });
  await backUp(composed);
  const loaded = await load.finish({ isProxied: true });
  const person = new Client(target.urls);
  await person.signIn(composed.admin);
  const countTasks = async () =>
    (await target.db.query<{ id: number }>('SELECT id FROM tasks ORDER BY id')).rows;
  const before = await countTasks();
  const file = await backUp(composed);
  const printed = await restore(composed, file);
  const after = await countTasks();
  const { status } = await person.request('GET', '/api/me');
  return [
    ...loaded,
    {
      title: 'the restored tasks are those of the backup',
      passed: before.length > 0 && isSame(before, after),
      detail: `${after.length} tasks, ${file}`,
    },
    { title: 'who was signed in still is', passed: status === 200, detail: String(status) },
    {
      title: 'restore reports what it restored',
      passed: printed.some((text) => text.includes('Restored the state')),
      detail: '',
    },
  ];
}

/** Makes a backup, by the commands of backup.md, and returns its file's name. */
export async function backUp(composed: Composed): Promise<string> {
  const folder = path.join(composed.folder, 'backups');
  if (!existsSync(folder))
    for (const line of readCommands('backup.md', 'Make backups').filter(isOfCompose))
      await composed.shell(line);
  await composed.shell('docker compose run --rm backup');
  const [file = ''] = readdirSync(folder)
    .filter((name) => name.endsWith('.age'))
    .sort()
    .reverse();
  return file;
}

/** Replaces the database by a backup, by the commands of backup.md, and returns what they printed. */
export async function restore(composed: Composed, file: string): Promise<string[]> {
  const printed: string[] = [];
  for (const line of readCommands('backup.md', 'Restore').filter((one) => one.startsWith('docker compose ')))
    printed.push(await composed.shell(line.replace('FILE', file)));
  await composed.waitUntilHealthy('bff', 2);
  await composed.waitUntilHealthy('shell');
  await waitFor('a server answers', async () => (await fetch(`${composed.console}/api/modules`)).ok);
  await composed.shell('docker compose --profile worker up -d --no-deps worker');
  await composed.waitUntilHealthy('worker');
  // An operator removes both once the restored database is trusted; here the next restore needs the names.
  rmSync(path.join(composed.folder, 'backups/restored.json'));
  await composed.shell("docker compose exec -T postgres psql -U postgres -c 'DROP DATABASE tessera_broken'");
  return printed;
}

const isOfCompose = (line: string): boolean =>
  line.startsWith('docker compose ') || line.startsWith('mkdir -m');
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Runs the other operators' commands as the pages have them. */
export async function runCommands(composed: Composed): Promise<Check[]> {
  const checks: Check[] = [];
  const lines = [
    ...['README.md', 'doctor.md', 'troubleshooting.md']
      .flatMap((page) => readCommands(page))
      .filter((line) => line.startsWith('docker ')),
    'docker compose run --rm migrations',
    'docker compose run --rm migrations tessera upgrade-check',
  ];
  const startedBefore = await startTimes(composed);
  for (const line of lines) {
    const { code, stdout, stderr } = await composed.run(
      line
        .replace('DOMAIN', composed.domain)
        .replace('console.example', composed.domain)
        .replace(' exec ', ' exec -T '),
    );
    // No public name leads to the front here, which the doctor reports: nothing else may be wrong.
    const errors = stdout.split('\n').filter((one) => /^ERROR/.test(one) && !one.includes(composed.domain));
    const isDoctor = line.includes('doctor');
    checks.push({
      title: line,
      passed: errors.length === 0 && (isDoctor || code === 0),
      detail: errors[0] ?? (code === 0 ? '' : `${code} ${stderr.slice(-300)}${stdout.slice(-600)}`),
    });
  }
  const restarted = (await startTimes(composed)).filter((each) => !startedBefore.includes(each));
  return [...checks, expectNone('and none of them restarts anything', restarted)];
}

async function startTimes(composed: Composed): Promise<string[]> {
  const found = await composed.inspectAll('bff', 'shell', 'postgres', 'tls', 'worker');
  return found.map(({ Id, State }) => `${Id} ${State.StartedAt}`);
}

/** Every program's log is JSON lines of one shape (logs.md); metrics are read with the token, by Prometheus too. */
export async function observe(composed: Composed): Promise<Check[]> {
  const faults: string[] = [];
  let count = 0;
  for (const service of ['migrations', 'bff', 'worker', 'sandbox', 'shell', 'tls']) {
    const lines: string[] = [];
    for (const { id } of await composed.containers(service))
      lines.push(...(await readLog(composed, id)).filter((line) => !isOwnFormat(service, line)));
    count += lines.length;
    const bad = lines.filter((line) => !isOfShape(line));
    if (bad.length > 0)
      faults.push(`${service}: ${bad.length} of ${lines.length}, such as ${bad[0]?.slice(0, 200)}`);
  }
  const [bff] = await composed.inspectAll('bff');
  const metrics = `http://${bff?.NetworkSettings.Networks['tessera_default']?.IPAddress}:3000/metrics`;
  const authorized = await fetch(metrics, {
    headers: { Authorization: `Bearer ${composed.secret('metrics_token')}` },
  });
  const text = await authorized.text();
  const { status: refused } = await fetch(metrics);
  await composed.shell('docker compose --profile metrics up -d --no-deps prometheus');
  const targets = await waitFor('Prometheus reads both servers', readTargets, {
    withinMs: 90_000,
    everyMs: 1_000,
  });
  return [
    expectNone(
      'every line of every program is JSON with level, time, name and msg',
      faults,
      `${count} lines`,
    ),
    {
      title: 'metrics need the token',
      passed: authorized.ok && text.includes('tessera_tasks') && refused === 403,
      detail: String(refused),
    },
    { title: 'Prometheus reads both servers', passed: targets === 2, detail: `${targets} servers` },
  ];
}

/** The last lines of a container's log. `docker compose logs` puts codes for a terminal before each. */
async function readLog(composed: Composed, id: string): Promise<string[]> {
  const { stdout, stderr } = await composed.engine.docker(['logs', '--tail', '1000', id]);
  return `${stdout}\n${stderr}`.split('\n').filter(Boolean);
}

/** nginx writes its errors as text, and the front's lines are Caddy's own JSON. */
const isOwnFormat = (service: string, line: string): boolean =>
  (service === 'shell' && /^\d{4}\/\d\d\/\d\d /.test(line)) || (service === 'tls' && line.startsWith('{'));

async function readTargets(): Promise<number | false> {
  const answer = await fetch('http://127.0.0.1:9090/api/v1/query?query=sum(up)');
  const { data } = (await answer.json()) as { data: { result: { value: [number, string] }[] } };
  const up = Number(data.result[0]?.value[1] ?? 0);
  return up >= 2 && up;
}

function isOfShape(line: string): boolean {
  try {
    const entry = JSON.parse(line) as Record<string, unknown>;
    return ['level', 'time', 'name', 'msg'].every((field) => field in entry);
  } catch {
    return false;
  }
}

/** What the containers use while nobody uses them, and how long the servers take to start. */
export async function measureRest(composed: Composed): Promise<Check[]> {
  const stats = await composed.engine.ok(['stats', '--no-stream', '--format', '{{.Name}} {{.MemUsage}}']);
  const memory = stats.split('\n').map((line) => line.replace(/^tessera-/, '').replace(/ \/ .*/, ''));
  return [{ title: 'memory at rest', passed: true, detail: memory.sort().join(', ') }];
}
