import { invalid } from '../errors/api-error';
import type { Tx } from './transactions';

/** Entries of the zone database that are no zones: what a clock shows before it is set, and links of a machine. */
const NO_ZONES = ['Factory', 'localtime', 'posixrules'];

/** Whether the database has the time zone. */
export async function isTimeZone(tx: Tx, name: unknown): Promise<boolean> {
  if (typeof name !== 'string' || !/^[\w+/-]{1,60}$/.test(name) || NO_ZONES.includes(name)) return false;
  const found = await tx.execute('SELECT FROM pg_timezone_names WHERE name = $1', [name]);
  return found > 0;
}

/** @throws 400 naming `time_zone` unless the database has the zone */
export async function requireTimeZone(tx: Tx, name: string): Promise<void> {
  if (await isTimeZone(tx, name)) return;
  throw invalid([
    {
      field: 'time_zone',
      message: 'time_zone must be a time zone like Europe/London',
      code: 'NOT_TIME_ZONE',
    },
  ]);
}
