import { type Command, exitCodes, printLine } from '../command';
import { findingLines } from '../finding';
import { ownerUrl } from '../settings';
import { checkUpgrade } from './upgrade-check';

/** Says before an update, from the new version's image, what it will do to the database and what stands in its way. */
export const upgradeCheckCommand: Command = {
  name: 'upgrade-check',
  usage: '',
  summary: 'say what an update to this version would do to the database, and what is in its way',
  async run(_args, env) {
    const findings = await checkUpgrade(ownerUrl(env));
    for (const finding of findings) printLine(findingLines(finding));
    return findings.some(({ level }) => level === 'error') ? exitCodes.failed : exitCodes.ok;
  },
};
