import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves when the condition holds; fails after eight seconds. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const limit = Date.now() + 8_000;
  while (!(await condition())) {
    if (Date.now() > limit) throw new Error('the condition was never met');
    await sleep(20);
  }
}
