/** One command of `tessera`. */
export interface Command {
  /** What follows `tessera`, and the name in the table of commands. */
  name: string;
  /** Its arguments, as the usage line shows them; empty when it takes none. */
  usage: string;
  /** What it does, in a few words without a full stop. */
  summary: string;
  /**
   * Runs the command and returns its exit code. Throw `UsageError` for wrong arguments, `ConfigError` for wrong settings
   * and anything else for a failure.
   */
  run(args: string[], env: NodeJS.ProcessEnv): Promise<number>;
}

/** The exit codes of every command. */
export const exitCodes = { ok: 0, failed: 1, usage: 2, settings: 78 } as const;

/** Arguments that a command doesn't take. */
export class UsageError extends Error {}

/** Writes what a long command does now to standard error, so that its output stays the result. */
export const printProgress = (line: string): void => void process.stderr.write(`${line}\n`);

/** Writes a line for people to standard output. */
export const printLine = (line: string): void => void process.stdout.write(`${line}\n`);
