/** Runs `work` next as a task of its own, ahead of a frame that waits, where the browser knows how (Prioritized Task Scheduling, WICG). */
export function runNext(work: () => void): void {
  if ('scheduler' in globalThis) void scheduler.postTask(work, { priority: 'user-blocking' });
  else setTimeout(work);
}
