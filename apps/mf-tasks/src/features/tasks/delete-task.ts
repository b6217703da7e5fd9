import { ApiError, tasksRemove, tasksGet, taskCommandsStop } from '@tessera/api';
import { isUnfinished } from './task-commands';
import type { TaskSummary } from '../../task-types';

/** A worker lets go at its next heartbeat (10 s), or its lease ends (30 s). */
const patience = { every: 1_000, tries: 45 };

const pause = (signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, patience.every);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new DOMException('Given up', 'AbortError'));
    });
  });

/**
 * Deletes a task; an unfinished one is stopped first, and one that a worker has is waited for.
 *
 * @throws ApiError IN_USE when the worker hasn't let go after 45 s
 */
export async function stopAndDelete(
  task: Pick<TaskSummary, 'id' | 'status'>,
  signal: AbortSignal,
): Promise<void> {
  const path = { id: task.id };
  if (isUnfinished(task)) {
    let now = task.status === 'stopping' ? task : (await taskCommandsStop({ path, signal })).data;
    for (let tries = 0; now.status === 'stopping'; tries += 1) {
      if (tries >= patience.tries) throw new ApiError('Its worker has not let go of it yet', 'IN_USE', 409);
      await pause(signal);
      now = (await tasksGet({ path, signal })).data;
    }
  }
  await tasksRemove({ path, signal });
}
