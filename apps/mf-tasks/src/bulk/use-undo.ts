import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type BulkAnswer,
  type BulkOperationDto,
  type BulkStep,
  keysOf,
  taskBulkGet,
  taskBulkRun,
} from '@tessera/api';
import { type UndoAction } from '@tessera/ui';
import { useTexts } from '../texts';

/** Milliseconds between two requests for an operation's progress. */
const POLL_MS = 500;

const wait = () => new Promise<void>((resolve) => setTimeout(resolve, POLL_MS));

const isFinished = ({ state }: BulkOperationDto): boolean => state === 'done' || state === 'aborted';

/** Runs a step as an operation, which waits for tasks that a worker still leases. */
async function runStep(body: BulkStep): Promise<Pick<BulkAnswer, 'eligible' | 'ineligible'>> {
  const { data: answer } = await taskBulkRun({ body, headers: { Prefer: 'respond-async' } });
  let { operation } = answer;
  if (!operation) return answer;
  while (!isFinished(operation)) {
    await wait();
    operation = (await taskBulkGet({ path: { id: operation.id } })).data;
  }
  return { eligible: operation.done, ineligible: operation.total - operation.done };
}

/** Returns how to undo a command on tasks by the steps that the server returned. */
export function useUndo(): (steps: readonly BulkStep[]) => UndoAction<string> {
  const t = useTexts();
  const client = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: async (steps: readonly BulkStep[]): Promise<string> => {
      const messages: string[] = [];
      for (const step of steps) {
        const { eligible, ineligible } = await runStep(step);
        messages.push(t(`undo.done.${step.command}`, { tasks: t('words.taskCount', { count: eligible }) }));
        if (ineligible > 0) messages.push(t('undo.skipped', { count: ineligible }));
      }
      return messages.join('. ');
    },
    onSettled: () =>
      Promise.all(
        ['jobs', 'tasks'].map((topic) => client.invalidateQueries({ queryKey: keysOf(topic).all() })),
      ),
  });
  return (steps) => ({ restore: () => mutateAsync(steps), message: (words) => words });
}
