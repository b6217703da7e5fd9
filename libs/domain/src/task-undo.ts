import { isUnfinished, type TaskCommand, type TaskFacts } from './task-machine';

/** What can be undone: a command to a task, or its deletion. */
export type UndoableCommand = TaskCommand | 'delete';

/** What undoes it. */
export type UndoCommand = TaskCommand | 'restore';

/** In the order in which they have to be carried out. */
export const undoCommands: readonly UndoCommand[] = ['restore', 'stop', 'start', 'resume', 'pause'];

/** Starts what was under way. A task that was never started isn't: that would be more than undoing. */
function startAgain({ status, paused }: Pick<TaskFacts, 'status' | 'paused'>): readonly UndoCommand[] {
  if (!isUnfinished(status) || status === 'idle' || status === 'stopping') return [];
  return paused ? ['start', 'pause'] : ['start'];
}

/** The commands that bring a task back to what it was before a command; empty where none does. */
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
      return startAgain(before);
    case 'delete':
      return ['restore', ...startAgain(before)];
  }
}
