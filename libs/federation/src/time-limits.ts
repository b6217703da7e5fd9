import { ModuleFailure } from './failure';

/** How long a slot may take for each answer, in ms. */
export const slotTimeMs = 5_000;

/** How long a module, or the code of a slot, may take to arrive and to come on screen, in ms. */
export const loadTimeMs = 10_000;

/** @returns the failure of what took longer than `limitMs` */
export const timeoutFailure = (limitMs: number): ModuleFailure =>
  new ModuleFailure('TIMEOUT', `It did not answer within ${limitMs / 1000} seconds`);

/**
 * Runs code of a slot, aborts it after `limitMs`, and then no longer waits for it.
 *
 * @throws ModuleFailure TIMEOUT, or what the code throws
 */
export async function withinSlotTime<T>(
  run: (signal: AbortSignal) => Promise<T>,
  limitMs = slotTimeMs,
): Promise<T> {
  const controller = new AbortController();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(timeoutFailure(limitMs));
    controller.abort();
  }, limitMs);
  try {
    return await Promise.race([late.promise, run(controller.signal)]);
  } finally {
    clearTimeout(timer);
  }
}
