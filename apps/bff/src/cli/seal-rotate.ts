import { parseArgs } from 'node:util';
import { ownedRows } from '../owned-rows';
import { rotateSealing } from '../platform/sealing/rotation';
import { rotationReport } from '../platform/sealing/rotation-report';
import { Sealing } from '../platform/sealing/sealing';
import { type Command, exitCodes } from './command';
import { ownerUrl, requiredSetting } from './settings';
import { withTransactions } from './with-transactions';

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
