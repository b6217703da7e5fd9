import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves when the condition holds; fails after thirty seconds, naming the condition. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const limit = Date.now() + 30_000;
  while (!(await condition())) {
    if (Date.now() > limit) throw new Error(`Never met: ${condition.toString()}`);
    await sleep(20);
  }
}
