import { ConfigError } from '../platform/config/config';
import { archiveCommand } from './archive';
import { backupCommand, recordBackupCommand } from './backup/backup.command';
import { restoreCommand } from './backup/restore.command';
import { verifyBackupCommand } from './backup/verify-backup.command';
import { type Command, exitCodes, UsageError } from './command';
import { doctorCommand } from './doctor/doctor';
import { migrateCommand } from './migrate';
import { purgeCommand } from './purge';
import { applyCommand, exportRealmCommand, planCommand } from './realm-file/commands';
import { rolesCommand } from './roles';
import { sealRotateCommand } from './seal-rotate';
import { upgradeCheckCommand } from './upgrade-check';

/** Every command of `tessera`, in the order of its help. */
export const commands: readonly Command[] = [
  doctorCommand,
  rolesCommand,
  upgradeCheckCommand,
  migrateCommand,
  backupCommand,
  verifyBackupCommand,
  restoreCommand,
  recordBackupCommand,
  archiveCommand,
  purgeCommand,
  sealRotateCommand,
  exportRealmCommand,
  planCommand,
  applyCommand,
];

/** The list of commands with their arguments. */
export function usage(): string {
  const lines = commands.map(
    ({ name, usage: args, summary }) => [`${name} ${args}`.trim(), summary] as const,
  );
  const width = Math.max(...lines.map(([call]) => call.length));
  return [
    'Usage: tessera <command>',
    '',
    ...lines.map(([call, summary]) => `  ${call.padEnd(width)}  ${summary}`),
    '',
    'Exit codes: 0 done, 1 failed, 2 wrong arguments (plan: there are changes), 78 wrong settings.',
    '',
  ].join('\n');
}

/** Runs the command that the arguments name; writes errors to standard error and returns the exit code. */
export async function runCommand([name, ...args]: string[], env: NodeJS.ProcessEnv): Promise<number> {
  if (name === undefined || ['help', '--help', '-h'].includes(name)) {
    process.stdout.write(usage());
    return name === undefined ? exitCodes.usage : exitCodes.ok;
  }
  const command = commands.find((one) => one.name === name);
  if (!command) {
    process.stderr.write(`There is no command "${name}".\n\n${usage()}`);
    return exitCodes.usage;
  }
  const call = `Usage: tessera ${name} ${command.usage}`.trimEnd();
  if (args.includes('--help')) {
    process.stdout.write(`${call}\n${command.summary}\n`);
    return exitCodes.ok;
  }
  try {
    return await command.run(args, env);
  } catch (error) {
    const message = (error as Error | null)?.message ?? String(error);
    if (isUsageError(error)) {
      process.stderr.write(`${message}\n${call}\n`);
      return exitCodes.usage;
    }
    if (error instanceof ConfigError) {
      process.stderr.write(`Configuration: ${message}\n`);
      return exitCodes.settings;
    }
    process.stderr.write(`tessera ${name} failed: ${message}\n`);
    return exitCodes.failed;
  }
}

/** Node's own parser of arguments throws errors with these codes. */
const isUsageError = (error: unknown): boolean =>
  error instanceof UsageError ||
  String((error as NodeJS.ErrnoException | null)?.code).startsWith('ERR_PARSE_ARGS_');
