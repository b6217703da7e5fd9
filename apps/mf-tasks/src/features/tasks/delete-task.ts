import { useMutation } from '@tanstack/react-query';
import { ApiError, taskCommandsStop, tasksGet, tasksRemove } from '@tessera/api';
import type { TaskSummary } from '../../task-types';
import { useTexts } from '../../texts';
import { isUnfinished } from './task-commands';
import { useRefetchTasks } from './tasks.api';

/** A worker releases a task at its next heartbeat (10 s), or its lease expires (30 s). */
const polling = { every: 1_000, tries: 45 };

const wait = () => new Promise<void>((resolve) => setTimeout(resolve, polling.every));

/**
 * Deletes a task. An unfinished task is stopped first; while a worker leases it, this waits. `onDeleted` is called after
 * the deletion.
 *
 * @throws ApiError IN_USE when the worker hasn't released it after 45 s
 */
export function useDeleteTask(onDeleted: (task: TaskSummary) => void) {
  const t = useTexts();
  return useMutation({
    mutationFn: async (task: TaskSummary): Promise<void> => {
      const path = { id: task.id };
      if (isUnfinished(task)) {
        let now = task.status === 'stopping' ? task : (await taskCommandsStop({ path })).data;
        for (let tries = 0; now.status === 'stopping'; tries += 1) {
          if (tries >= polling.tries)
            throw new ApiError(t('tasks.stillLeased'), 'IN_USE', 409, { isWorded: true });
          await wait();
          now = (await tasksGet({ path })).data;
        }
      }
      await tasksRemove({ path });
    },
    // Before the refetch, which would fail for the open drawer.
    onSuccess: (_answer, task) => onDeleted(task),
    onSettled: useRefetchTasks(),
  });
}
