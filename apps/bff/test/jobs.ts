import type { JobControlAnswer, JobDto } from '../src/work';
import type { TaskDto } from '../src/work';
import { template } from './factories';
import type { Work } from './work';

/** Creates a template with a worker for each login of the realm. */
export const templateOf = async (from: Work, fields: Record<string, unknown> = {}) => {
  const { app } = from;
  const id = await template(app, from.realmId, from.siteId, from.eventId, {
    worker_count: from.logins.length,
    seats_per_worker: 2,
    ...fields,
  });
  for (const [index, login_id] of from.logins.entries()) {
    await app.db.query(
      'INSERT INTO template_logins (realm_id, template_id, login_id, position) VALUES ($1, $2, $3, $4)',
      [from.realmId, id, login_id, index + 1],
    );
  }
  return id;
};

/** Sends a POST below `/api/jobs` as the realm's owner. */
export const postJob = <T>(from: Work, path: string, body: unknown) =>
  from.app.http<T>('POST', `/api/jobs${path}`, { token: from.owner, body });

/** Launches a job. @throws when it is rejected */
export const launch = async (from: Work, body: object) => {
  const response = await postJob<JobDto>(from, '', body);
  if (response.status !== 201)
    throw new Error(`A launch was answered ${response.status}: ${JSON.stringify(response.body)}`);
  return response.body;
};

export const getJob = async (from: Work, id: number) =>
  (await from.app.http<JobDto>('GET', `/api/jobs/${id}`, { token: from.owner })).body;

/** The tasks of a job, oldest first. */
export const tasksOf = async (from: Work, id: number) =>
  (await from.app.http<TaskDto[]>('GET', `/api/tasks/job/${id}`, { token: from.owner })).body;

export const controlJob = (from: Work, id: number, command: string) =>
  postJob<JobControlAnswer>(from, `/${id}/control`, { command });
