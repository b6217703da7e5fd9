import { taskCommands, type UndoableCommand, type UndoCommand, undoCommands, undoOf } from '@tessera/domain';
import { Enum, Ids } from '../../platform/http/fields';
import type { TaskRow } from './lifecycle/task-rows';

/** A command that undoes another one, wholly or in part, and its tasks. */
export class BulkStep {
  @Enum(undoCommands) command: UndoCommand;
  @Ids({ max: 10_000 }) ids: number[];
}

/** The commands that undo `command` over these tasks; `rows` are the tasks as they were before it. */
export function undoSteps(command: string, rows: readonly TaskRow[]): BulkStep[] {
  if (!isUndoable(command)) return [];
  const undone = rows.map((row) => ({ id: row.id, commands: undoOf(command, row) }));
  return undoCommands
    .map((step) => ({
      command: step,
      ids: undone.flatMap(({ id, commands }) => (commands.includes(step) ? id : [])),
    }))
    .filter(({ ids }) => ids.length > 0);
}

const isUndoable = (command: string): command is UndoableCommand =>
  command === 'delete' || taskCommands.some((one) => one === command);
