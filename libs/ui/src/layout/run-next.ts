const nothing = (): void => undefined;

/**
 * Runs `work` next as a task of its own, ahead of a frame that waits, where the browser knows how (Prioritized Task Scheduling,
 * WICG). Garbage that is due is collected where the next script begins: before and after it that is a task without any
 * work, so that none with work is longer for it.
 */
export function runNext(work: () => void): void {
  if (!('scheduler' in globalThis)) return void setTimeout(work);
  for (const task of [nothing, work, nothing]) void scheduler.postTask(task, { priority: 'user-blocking' });
}
