import type { ModuleHost, RemoteDefinition } from '@tessera/federation';

let host: ModuleHost;

/** Takes what the shell gives to this module. */
export const start: RemoteDefinition['start'] = (given) => void (host = given);

/** The gates of tasks, by their ids: of all that have one, or of some. */
export async function readGates(taskIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await host.openRows();
  const found = await rows.list('space', { task_id: taskIds.join(',') });
  return new Map(found.rows.map(({ task_id, data }) => [task_id ?? 0, String(data.gate)]));
}

/** Gives a task a space at a gate. */
export async function assignGate(taskId: number, gate: string): Promise<void> {
  const rows = await host.openRows();
  await rows.put('space', `task-${taskId}`, { data: { gate }, task_id: taskId });
}
