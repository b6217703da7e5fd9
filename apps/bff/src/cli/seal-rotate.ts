import { parseArgs } from 'node:util';
import { ownedRows } from '../owned-rows';
import { rotateSealing, type TableReport } from '../platform/sealing/rotation';
import { Sealing } from '../platform/sealing/sealing';
import { type Command, exitCodes } from './command';
import { withTransactions } from './database';
import { ownerUrl, requiredSetting } from './settings';

/** Rows with values that can't be opened, as far as the report names them. */
const MAX_ROWS = 10;

/**
 * Describes a rotation in lines of text, and whether it is complete: every value opens and names the first of `keyIds`. A dry
 * run is complete when every value opens.
 */
export function rotationReport(
  reports: readonly TableReport[],
  keyIds: readonly string[],
  dryRun: boolean,
): { lines: string[]; complete: boolean } {
  const [current = ''] = keyIds;
  const keys = new Map(keyIds.map((id) => [id, 0]));
  for (const report of reports)
    for (const [id, count] of report.keys) keys.set(id, (keys.get(id) ?? 0) + count);
  const hasUnopened = reports.some((report) => report.unopened.length > 0);
  const otherKeys = [...keys].filter(([id]) => id !== current);
  const isLeft = otherKeys.some(([, count]) => count > 0);
  const lines = [
    ...reports.map((report) => tableLine(report, dryRun ? `${countOthers(report, current)} to rewrap` : null)),
    ...[...keys].map(([id, count]) => `key ${id}: ${values(count)}${keyIds.includes(id) ? '' : ', not in SEALING_KEYS'}`),
    ...otherKeys.filter(([id, count]) => count === 0 && keyIds.includes(id)).map(([id]) => `No value names ${id}: you can remove it from SEALING_KEYS.`),
  ]; // prettier-ignore
  if (hasUnopened) lines.push('Values that can’t be opened were not changed. Check that SEALING_KEYS has the keys that they name.');
  else if (isLeft && !dryRun) lines.push('Servers are still writing values with other keys. Give all of them the new SEALING_KEYS, then run this again.'); // prettier-ignore
  return { lines, complete: !hasUnopened && (dryRun || !isLeft) };
}

const values = (count: number): string => `${count} ${count === 1 ? 'value' : 'values'}`;

const countOthers = (report: TableReport, current: string): number =>
  report.values - (report.keys.get(current) ?? 0);

function tableLine(
  { table, values: count, rewrapped, unopened }: TableReport,
  planned: string | null,
): string {
  const rows = unopened.slice(0, MAX_ROWS).join(', ') + (unopened.length > MAX_ROWS ? ', …' : '');
  const failures = unopened.length > 0 ? `, ${unopened.length} can’t be opened (rows ${rows})` : '';
  return `${table}: ${values(count)}, ${planned ?? `${rewrapped} rewrapped`}${failures}`;
}

/** Wraps every secret by the first of SEALING_KEYS; fails when some use another key afterwards. */
export const sealRotateCommand: Command = {
  name: 'seal-rotate',
  usage: '[--dry-run]',
  summary: 'wrap every secret by the first of SEALING_KEYS',
  async run(args, env) {
    const { values } = parseArgs({ args, options: { 'dry-run': { type: 'boolean', default: false } } });
    const dryRun = values['dry-run'];
    const databaseUrl = ownerUrl(env);
    const sealing = new Sealing({ sealingKeys: requiredSetting(env, 'SEALING_KEYS') });
    const reports = await withTransactions({ databaseUrl }, (transactions) =>
      rotateSealing(transactions, sealing, ownedRows.sealed, { dryRun }),
    );
    const { lines, complete } = rotationReport(reports, sealing.keyIds, dryRun);
    process.stdout.write(`${lines.join('\n')}\n`);
    return complete ? exitCodes.ok : exitCodes.failed;
  },
};
