import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { type Config, ConfigError, loadConfig } from '../../platform/config/config';
import { connectionTo } from '../../platform/database/hosts';
import { type Command, exitCodes, printLine, UsageError } from '../command';
import { failure, type Finding, findingLines } from '../finding';
import { checkAuditStream } from './audit-stream';
import { checkBackups, checkDisk } from './backups';
import { checkDatabase, checkMigrations, checkPartitions } from './database';
import type { Examination } from './examination';
import { checkMail } from './mail';
import { checkModules } from './modules';
import { checkNotifications } from './notifications';
import { checkPasskeys } from './passkeys';
import { checkPauses } from './pauses';
import { checkReplica } from './replica';
import { checkKeys, checkSettings } from './settings';
import { checkWeb } from './web';
import { checkWorkers } from './workers';

type Check = (examination: Examination) => Finding[] | Promise<Finding[]>;

/** Those that need the tables come after the migrations. */
const checks: readonly Check[] = [
  checkSettings,
  checkDatabase,
  checkNotifications,
  checkMigrations,
  checkPartitions,
  checkReplica,
  checkKeys,
  checkModules,
  checkDisk,
  checkPauses,
  checkWorkers,
  checkMail,
  checkPasskeys,
  checkAuditStream,
  checkBackups,
  checkWeb,
];

const CONNECT_MS = 5_000;
const STATEMENT_MS = 20_000;

/** Examines an installation with its server's settings. A check that can't run is a finding too. Changes nothing. */
export async function diagnose(env: NodeJS.ProcessEnv, { url }: { url?: string } = {}): Promise<Finding[]> {
  let config: Config;
  try {
    config = loadConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message
      .split('; ')
      .map((text) =>
        failure(text, 'Correct this setting (docs/operate/settings.md): the server does not start with it.'),
      );
  }
  const client = new Client({
    ...connectionTo(config.databaseUrl),
    application_name: 'tessera-doctor',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: STATEMENT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    const findings = await runCheck(checkSettings, { config, client, url });
    return [...findings, unreachable(error as NodeJS.ErrnoException)];
  }
  try {
    const findings: Finding[] = [];
    for (const check of checks) findings.push(...(await runCheck(check, { config, client, url })));
    return findings;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function runCheck(check: Check, examination: Examination): Promise<Finding[]> {
  try {
    return await check(examination);
  } catch (error) {
    const name = check.name.replace('check', '').toLowerCase();
    return [
      failure(
        `The check of ${name} could not run: ${(error as Error).message}`,
        'Mend what is reported above first, then run the doctor again.',
      ),
    ];
  }
}

function unreachable(error: NodeJS.ErrnoException): Finding {
  const text = `The database can't be reached: ${error.message}`;
  if (error.code?.startsWith('28'))
    return failure(text, 'The password or role in DATABASE_URL is wrong: tessera roles sets it.');
  if (error.code === '3D000')
    return failure(
      text,
      'The database does not exist: tessera roles creates it, tessera migrate its tables.',
    );
  return failure(
    text,
    'Start PostgreSQL, or correct host and port in DATABASE_URL; several hosts may be named.',
  );
}

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
