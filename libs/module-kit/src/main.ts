import type { Context } from './command.ts';
import { commands } from './commands/index.ts';
import { CommandFailure, exitCodes, refusal, usageError } from './failure.ts';
import { createReport } from './report.ts';

const program = 'tessera-module';

/** Where the program runs and where it writes. */
export interface Surroundings extends Omit<Context, 'report'> {
  /** Writes a line to the standard output. */
  out: (line: string) => void;
  /** Writes a line to the standard error output. */
  err: (line: string) => void;
}

/**
 * Runs the program with its arguments and returns its exit code. With `--json`, the standard output holds the result alone,
 * or `{ "error": … }`.
 */
export async function main(
  args: readonly string[],
  { out, err, ...surroundings }: Surroundings,
): Promise<number> {
  const json = args.includes('--json');
  const rest = args.filter((arg) => arg !== '--json');
  try {
    const report = createReport(json ? () => undefined : out);
    const result = await runCommand(rest, { ...surroundings, report });
    if (json) out(JSON.stringify(result, null, 2));
    return exitCodes.ok;
  } catch (error) {
    const { exitCode, message, code } = toFailure(error);
    if (json) out(JSON.stringify({ error: { message, code } }, null, 2));
    err(`${program}: ${message}`);
    if (exitCode === exitCodes.usage) err(`Run "${program} --help" for the commands.`);
    return exitCode;
  }
}

/** A failed call to the system, such as a full disk, is no fault of the program. */
function toFailure(error: unknown): CommandFailure {
  if (error instanceof CommandFailure) return error;
  if (error instanceof Error && 'syscall' in error) return refusal(error.message);
  throw error;
}

async function runCommand([name, ...args]: string[], context: Context): Promise<object> {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    for (const line of describeProgram()) context.report.line(line);
    return { commands: Object.keys(commands) };
  }
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!entry) throw usageError(describeUnknown(name));
  const { default: command } = await entry.load();
  if (args.includes('--help') || args.includes('-h')) {
    context.report.line(`${program} ${name} ${command.usage}`.trimEnd());
    context.report.line(entry.summary);
    for (const line of command.help) context.report.line(`  ${line}`);
    return { command: name, usage: command.usage };
  }
  return command.run(args, context);
}

function describeUnknown(name: string): string {
  const meant = Object.keys(commands).find((command) => differBySlip(name, command));
  return `There is no command "${name}"${meant ? `. Did you mean ${meant}?` : ''}`;
}

/** Whether two words differ by one letter that is missing, added or another, or by two neighbours that are swapped. */
function differBySlip(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  const isSwapped = restA.slice(0, 2) === [...restB.slice(0, 2)].reverse().join('');
  return (
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    restA.slice(1) === restB.slice(1) ||
    (isSwapped && restA.slice(2) === restB.slice(2))
  );
}

function describeProgram(): string[] {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  return [
    `Usage: ${program} <command> [--json]`,
    '',
    ...Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    `"${program} <command> --help" describes a command.`,
  ];
}
