import { parseArgs } from 'node:util';
import { type Command, exitCodes, printLine, UsageError } from '../command';
import { findingLines } from '../finding';
import { diagnose } from './doctor';

/** Checks an installation with the settings of its server, and says in plain words what is wrong and what to do. */
export const doctorCommand: Command = {
  name: 'doctor',
  usage: '[--url https://console.example] [--json]',
  summary: "check an installation with its server's settings, and say what is wrong and what to do",
  async run(args, env) {
    const { values } = parseArgs({
      args,
      options: { url: { type: 'string' }, json: { type: 'boolean', default: false } },
    });
    if (values.url !== undefined && !/^https?:$/.test(URL.parse(values.url)?.protocol ?? ''))
      throw new UsageError('--url must be the address that people use, with http or https');
    const findings = await diagnose(env, { url: values.url });
    if (values.json) printLine(JSON.stringify(findings, null, 2));
    else {
      for (const finding of findings) printLine(findingLines(finding));
      const count = (level: string) => findings.filter((finding) => finding.level === level).length;
      const counted = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`;
      printLine(
        `${counted(count('error'), 'error')}, ${counted(count('warning'), 'warning')}, ${counted(count('ok'), 'check')} passed`,
      );
    }
    return findings.some(({ level }) => level === 'error') ? exitCodes.failed : exitCodes.ok;
  },
};
