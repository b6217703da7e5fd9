import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { failure, type Finding, ok, warning } from '../finding';
import { type Examination, readAsAll } from './examination';

const MIN_FREE = 0.05;
const LOW_FREE = 0.15;

/** Room on the disks of this machine that the installation writes to. The database's disk may be elsewhere. */
export async function checkDisk({ config }: Examination): Promise<Finding[]> {
  const folders = [config.dataDir, ...('folder' in config.moduleStore ? [config.moduleStore.folder] : [])];
  const findings: Finding[] = [];
  for (const folder of new Set(folders.filter((one) => existsSync(one)))) {
    const { bavail, blocks } = await statfs(folder);
    findings.push(judgeRoom(folder, bavail / blocks));
  }
  return findings;
}

/** `free`: the share of the disk that is free. */
export function judgeRoom(folder: string, free: number): Finding {
  const text = `${Math.floor(free * 100)} % of the disk of ${folder} is free`;
  const advice = 'Remove what is not needed, or enlarge it. When it is full, nothing can be stored.';
  if (free < MIN_FREE) return failure(text, advice);
  return free < LOW_FREE ? warning(text, advice) : ok(text);
}

const OLD_HOURS = 26;
const UNVERIFIED_DAYS = 32;

/** Whether there is a recent backup, and one that was restored to see that it can be. */
export async function checkBackups({ client }: Examination): Promise<Finding[]> {
  const [found] = await readAsAll<{ hours: number | null; days: number | null }>(
    client,
    `SELECT (extract(epoch FROM now() - max(finished_at)) / 3600)::int AS hours,
      (extract(epoch FROM now() - max(verified_at)) / 86400)::int AS days FROM backups`,
  );
  const hours = found?.hours ?? null;
  const days = found?.days ?? null;
  if (hours === null)
    return [failure('There is no backup', 'Run tessera backup every day (docs/operate/backup.md).')];
  const findings: Finding[] = [];
  if (hours > OLD_HOURS)
    findings.push(
      failure(
        `The newest backup is ${hours} h old`,
        'Run tessera backup, and see why the timer that runs it failed.',
      ),
    );
  if (days === null || days > UNVERIFIED_DAYS)
    findings.push(
      warning(
        days === null
          ? 'No backup was ever restored to verify it'
          : `The last verified backup is ${days} days old`,
        'Run tessera verify-backup on the newest one.',
      ),
    );
  return findings.length > 0 ? findings : [ok(`The newest backup is ${hours} h old, and one is verified`)];
}
