import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { failure, type Finding, ok, warning } from '../finding';
import type { Examination } from './examination';

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
