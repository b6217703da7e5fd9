import { type Command, exitCodes, printLine } from '../command';
import { ownerUrl } from '../settings';
import { checkUpgrade } from './upgrade-check';

const marks = { ok: 'ok     ', warning: 'WARNING', error: 'ERROR  ' } as const;

/** Says before an update, from the new version's image, what it will do to the database and what stands in its way. */
export const upgradeCheckCommand: Command = {
  name: 'upgrade-check',
  usage: '',
  summary: 'say what an update to this version would do to the database, and what is in its way',
  async run(_args, env) {
    const findings = await checkUpgrade(ownerUrl(env));
    for (const { level, text, advice } of findings)
      printLine(`${marks[level]} ${text}${advice ? `\n        ${advice}` : ''}`);
    return findings.some(({ level }) => level === 'error') ? exitCodes.failed : exitCodes.ok;
  },
};
