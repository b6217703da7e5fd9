/** Why a module isn't running. */
export type FailureCause = 'TIMEOUT' | 'NETWORK' | 'INTEGRITY_MISMATCH' | 'CRASHED';

/** A module that could not be loaded; `cause` is the original error, if any. */
export class ModuleFailure extends Error {
  override readonly name = 'ModuleFailure';

  constructor(
    readonly reason: FailureCause,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
