const nothing = (): void => undefined;

/**
 * Runs `work` next as a task of its own, ahead of a frame that waits, where the browser knows how (Prioritized Task Scheduling,
 * WICG). Garbage that is due is collected where the next script begins: that is a task without any work, so that
 * the one with it is no longer.
 */
export function runNext(work: () => void): void {
  if (!('scheduler' in globalThis)) return void setTimeout(work);
  for (const task of [nothing, work]) void scheduler.postTask(task, { priority: 'user-blocking' });
}
