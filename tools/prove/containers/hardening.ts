import { readFileSync } from 'node:fs';
import { type Check, expectNone } from '../checks.ts';
import type { Composed, Container, Inspected } from './composed.ts';

/** Bits of a process's effective capabilities. */
const NET_BIND_SERVICE = 1n << 10n;
/** Services whose main process runs as root: the front, which can do nothing more than listen on ports below 1024. */
const AS_ROOT = ['tls'];
/** The image of PostgreSQL gives its server the superuser's password; a process that can read it there is the superuser. */
const OWN_PASSWORD = { service: 'postgres', secret: 'postgres_password' };
/** A shell as the first process would not pass signals on. */
const SHELLS = /^(\/\S*\/)?(sh|bash|dash|busybox)$/;
const SECRETS = [
  'postgres_password',
  'owner_password',
  'server_password',
  'backup_password',
  'backup_passphrase',
  'token_secret',
  'admin_password',
  'metrics_token',
  'sealing_keys',
  'vapid_private_key',
  'worker_token',
];

interface Limits {
  services: Record<string, { deploy: { resources: { limits: { memory: string; pids: number } } } }>;
}

/** Checks each running container from inside: its user, rights, file system, limits, and that no secret can be read beside it. */
export async function checkHardening(composed: Composed): Promise<Check[]> {
  const running: [Container, Inspected][] = [];
  for (const container of await composed.containers()) {
    const inspected = await composed.inspect(container.id);
    if (inspected.State.Status === 'running') running.push([container, inspected]);
  }
  const config = JSON.parse(
    await composed.shell('docker compose --profile "*" config --format json'),
  ) as Limits;
  const rights: string[] = [];
  const writable: string[] = [];
  const limits: string[] = [];
  for (const [container, inspected] of running) {
    rights.push(...findRights(container, inspected));
    writable.push(...(await findWritable(composed, container)));
    limits.push(...(await findMissingLimits(composed, container, config)));
  }
  const count = `${running.length} containers`;
  return [
    expectNone(
      'no main process is a shell, is root or has a right, the front apart, which may listen on 443',
      rights,
      count,
    ),
    expectNone(
      'no file system can be written to, but for volumes and memory of limited size',
      writable,
      count,
    ),
    expectNone('limits of memory and processes are in force', limits, count),
    expectNone('no secret in inspect, environment or history', await findSecrets(composed, running)),
  ];
}

const statusOf = (pid: number): Map<string, string> =>
  new Map(
    readFileSync(`/proc/${pid}/status`, 'utf8')
      .split('\n')
      .map((line) => line.split(':\t') as [string, string]),
  );

function findRights({ name, service }: Container, { State: { Pid } }: Inspected): string[] {
  const status = statusOf(Pid);
  const faults: string[] = [];
  const isRoot = status.get('Uid')?.startsWith('0') ?? true;
  if (isRoot !== AS_ROOT.includes(service)) faults.push(`${name}: uid ${status.get('Uid')}`);
  const rights = BigInt(`0x${status.get('CapEff') ?? 'f'}`);
  if ((rights & ~(service === 'tls' ? NET_BIND_SERVICE : 0n)) !== 0n)
    faults.push(`${name}: capabilities ${rights.toString(16)}`);
  const [program = ''] = readFileSync(`/proc/${Pid}/cmdline`, 'utf8').split('\0');
  if (SHELLS.test(program)) faults.push(`${name}: the first process is ${program}`);
  if (status.get('NoNewPrivs') !== '1') faults.push(`${name}: may gain rights`);
  if (status.get('Seccomp') !== '2') faults.push(`${name}: no filter of system calls`);
  return faults;
}

/** Tries to write as root in the container, and looks for file systems in memory that could fill the machine's. */
async function findWritable(composed: Composed, { id, name }: Container): Promise<string[]> {
  const script = `for folder in / /usr /etc /app /bin /root /var/lib; do
    [ ! -d $folder ] || ! touch $folder/tessera-was-here 2> /dev/null || echo "$folder can be written to"
  done
  while read -r device at type options rest; do
    case "$type $options" in
      tmpfs*size=*) ;;
      "tmpfs rw"*) case $at in /dev|/dev/*|/sys/*|/proc/*|/run/secrets*) ;; *) echo "$at has no size" ;; esac ;;
    esac
  done < /proc/mounts`;
  const { stdout } = await composed.engine.docker(['exec', '--user', '0', id, 'sh', '-c', script]);
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((fault) => `${name}: ${fault}`);
}

async function findMissingLimits(
  composed: Composed,
  { id, name, service }: Container,
  config: Limits,
): Promise<string[]> {
  const script = `cat /sys/fs/cgroup/memory.max /sys/fs/cgroup/pids.max 2> /dev/null ||
    cat /sys/fs/cgroup/memory/memory.limit_in_bytes /sys/fs/cgroup/pids/pids.max`;
  const { stdout } = await composed.engine.docker(['exec', id, 'sh', '-c', script]);
  const [memory, pids] = stdout.trim().split('\n');
  const expected = config.services[service]?.deploy.resources.limits;
  return [
    ...(memory === String(expected?.memory) ? [] : [`${name}: memory ${memory}, not ${expected?.memory}`]),
    ...(pids === String(expected?.pids) ? [] : [`${name}: processes ${pids}, not ${expected?.pids}`]),
  ];
}

async function findSecrets(
  composed: Composed,
  running: readonly [Container, Inspected][],
): Promise<string[]> {
  const values = SECRETS.map((name) => [name, composed.secret(name).trim()] as const).filter(
    ([, value]) => value !== '',
  );
  const findIn = (text: string, where: string): string[] =>
    values.flatMap(([name, value]) => (text.includes(value) ? [`${name} in ${where}`] : []));
  const found: string[] = [];
  const { engine } = composed;
  for (const [{ name, service }, inspected] of running) {
    found.push(...findIn(JSON.stringify(inspected), `docker inspect ${name}`));
    const environment = readFileSync(`/proc/${inspected.State.Pid}/environ`, 'utf8');
    const inEnvironment = findIn(environment, `the environment of ${name}`);
    const isOwn = (line: string) =>
      service === OWN_PASSWORD.service && line.startsWith(`${OWN_PASSWORD.secret} `);
    found.push(...inEnvironment.filter((line) => !isOwn(line)));
  }
  for (const image of new Set(running.map(([, { Config }]) => Config.Image)))
    found.push(...findIn(await engine.ok(['history', '--no-trunc', image]), `the history of ${image}`));
  return found;
}
