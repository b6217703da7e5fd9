import type { ConsoleUser, TaskRow, TemplateRow } from './console.ts';
import { until } from './until.ts';

/** The demo realm's template of a type. */
export async function demoTemplate(user: ConsoleUser, type: 'hold' | 'buy'): Promise<TemplateRow> {
  const templates = await user.get<TemplateRow[]>('/api/templates');
  const found = templates.find((one) => one.type === type);
  if (!found) throw new Error(`No template of type ${type}`);
  return found;
}

/** Launches a job; answers its id. */
export async function launch(user: ConsoleUser, body: Record<string, unknown>): Promise<number> {
  return (await user.post<{ id: number }>('/api/jobs', body)).id;
}

/** The tasks of a job. */
export const tasksOf = (user: ConsoleUser, jobId: number): Promise<TaskRow[]> =>
  user.get<TaskRow[]>(`/api/tasks/job/${jobId}`);

/** Waits until every task of the job has one of these states; answers the tasks. */
export function untilAll(
  user: ConsoleUser,
  jobId: number,
  states: string[],
  withinMs: number,
): Promise<TaskRow[]> {
  return until(
    `every task of job ${jobId} is ${states.join(' or ')}`,
    async () => {
      const tasks = await tasksOf(user, jobId);
      const others = tasks.filter((task) => !states.includes(task.status));
      if (others.length > 0) throw new Error(others.map((task) => `${task.id} is ${task.status}`).join(', '));
      return tasks;
    },
    { withinMs, everyMs: 250 },
  );
}
