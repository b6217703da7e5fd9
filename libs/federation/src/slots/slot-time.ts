import { ModuleFailure } from '../failure';

/** How long a slot may take for each answer, in ms. */
export const slotTimeMs = 5_000;

/** @returns the failure of a slot that took too long */
export const slotTimeout = (): ModuleFailure =>
  new ModuleFailure('TIMEOUT', `It did not answer within ${slotTimeMs / 1000} seconds`);

/**
 * Runs code of a slot, aborts it after `slotTimeMs`, and then no longer waits for it.
 *
 * @throws ModuleFailure TIMEOUT, or what the code throws
 */
export async function withinSlotTime<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(slotTimeout());
    controller.abort();
  }, slotTimeMs);
  try {
    return await Promise.race([late.promise, run(controller.signal)]);
  } finally {
    clearTimeout(timer);
  }
}
