import { expect } from '@playwright/test';
import type { ApiClient, TaskRow, TemplateRow } from './api-client.ts';

/** Returns the first template of a type in the demo realm. */
export async function findTemplate(user: ApiClient, type: 'hold' | 'buy'): Promise<TemplateRow> {
  const templates = await user.get<TemplateRow[]>('/api/templates');
  const [template] = templates.filter((one) => one.type === type).toSorted((a, b) => a.id - b.id);
  if (!template) throw new Error(`There is no template of type ${type}.`);
  return template;
}

/** Launches a job; returns its id. */
export async function launchJob(user: ApiClient, job: object): Promise<number> {
  return (await user.post<{ id: number }>('/api/jobs', job)).id;
}

export const listTasks = (user: ApiClient, jobId: number): Promise<TaskRow[]> =>
  user.get<TaskRow[]>(`/api/tasks/job/${jobId}`);

/** Waits until every task of a job has one of the statuses; returns the tasks. */
export async function waitForTasks(
  user: ApiClient,
  jobId: number,
  statuses: readonly string[],
  timeout: number,
): Promise<TaskRow[]> {
  let tasks: TaskRow[] = [];
  const listOthers = async () => {
    tasks = await listTasks(user, jobId);
    return tasks
      .filter(({ status }) => !statuses.includes(status))
      .map(({ id, status }) => `${id}: ${status}`);
  };
  const message = `every task of job ${jobId} is ${statuses.join(' or ')}`;
  await expect.poll(listOthers, { message, timeout, intervals: [250] }).toEqual([]);
  return tasks;
}
