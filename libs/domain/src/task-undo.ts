import { isUnfinished, type TaskCommand, type TaskFacts } from './task-machine';

/** Commands that can be undone: those to a task, and its deletion. */
export type UndoableCommand = TaskCommand | 'delete';

/** Commands that undo another one. */
export type UndoCommand = TaskCommand | 'restore';

/** All undo commands, in the order in which they have to run. */
export const undoCommands: readonly UndoCommand[] = ['restore', 'stop', 'start', 'resume', 'pause'];

/** The commands that restart a task that was active. An idle task stays idle, as it was before. */
function restartCommands({ status, paused }: Pick<TaskFacts, 'status' | 'paused'>): readonly UndoCommand[] {
  if (!isUnfinished(status) || status === 'idle' || status === 'stopping') return [];
  return paused ? ['start', 'pause'] : ['start'];
}

/** The commands that restore a task's state before a command; empty when nothing does. */
export function undoOf(
  command: UndoableCommand,
  before: Pick<TaskFacts, 'status' | 'paused'>,
): readonly UndoCommand[] {
  switch (command) {
    case 'start':
      return ['stop'];
    case 'pause':
      return ['resume'];
    case 'resume':
      return ['pause'];
    case 'stop':
      return restartCommands(before);
    case 'delete':
      return ['restore', ...restartCommands(before)];
  }
}
