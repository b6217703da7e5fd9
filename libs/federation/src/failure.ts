/** Why a module isn't running. */
export type FailureReason = 'TIMEOUT' | 'NETWORK' | 'INTEGRITY' | 'SIGNATURE' | 'CRASHED' | 'INCOMPATIBLE';

/** A module that could not be loaded; `cause` is the original error, if any. */
export class ModuleFailure extends Error {
  override readonly name = 'ModuleFailure';

  constructor(
    readonly reason: FailureReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
