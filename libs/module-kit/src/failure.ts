/** The exit codes of the program. */
export const exitCodes = { ok: 0, refused: 1, usage: 2, unreachable: 3 } as const;

/** Why a command ends without success: a sentence for the person and a code for the shell. */
export class CommandFailure extends Error {
  readonly exitCode: number;
  /** The server's error code, when the server refused. */
  readonly code: string | null;

  constructor(exitCode: number, message: string, code: string | null = null) {
    super(message);
    this.exitCode = exitCode;
    this.code = code;
  }
}

/** The request or the release is refused, here or by the server. */
export const refusal = (message: string, code: string | null = null): CommandFailure =>
  new CommandFailure(exitCodes.refused, message, code);

/** The command was called wrongly. */
export const usageError = (message: string): CommandFailure => new CommandFailure(exitCodes.usage, message);

/** The server can't be reached, or fails. */
export const unreachable = (message: string): CommandFailure =>
  new CommandFailure(exitCodes.unreachable, message);
