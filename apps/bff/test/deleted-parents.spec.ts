import type { BulkAnswer } from '../src/console';
import type { JobControlAnswer, JobDto, JobPlanDto } from '../src/work';
import type { TaskWhyDto } from '../src/work';
import { startApp, type TestApp } from './app';
import { admin, event, template } from './factories';
import { getTask, newTask, type Work, work } from './work';

type ErrorStatus = { code: string; message: string; context: { field: string } };

describe('deleted or disabled parents of tasks and templates', () => {
  let app: TestApp;
  let root: string;
  beforeAll(async () => {
    app = await startApp();
    root = (await admin(app)).token;
  });
  afterAll(() => app.close());

  const post = <T>(from: Work, path: string, body: object = {}) =>
    app.http<T>('POST', `/api${path}`, { token: from.owner, body });
  const remove = async (path: string) => {
    const { status, body } = await app.http('DELETE', `/api${path}`, { token: root });
    if (status !== 204) throw new Error(`${path} was answered ${status}: ${JSON.stringify(body)}`);
  };
  const stopped = async (from: Work): Promise<number> => {
    const { id } = await newTask(from);
    await post(from, `/tasks/${id}/stop`);
    return id;
  };
  const withLogins = async (from: Work): Promise<number> => {
    const id = await template(app, from.realmId, from.siteId, from.eventId, { worker_count: 1 });
    await app.http('PUT', `/api/templates/${id}`, { token: from.owner, body: { login_ids: from.logins } });
    return id;
  };

  it('prevent a finished task from starting again, with the reason', async () => {
    const mine = await work(app);
    const id = await stopped(mine);
    const rejected = async () => {
      const { status, body } = await post<ErrorStatus>(mine, `/tasks/${id}/start`);
      return [status, body.code, body.context.field, body.message];
    };
    const why = async () => {
      const { body } = await app.http<TaskWhyDto>('GET', `/api/tasks/${id}/why`, { token: mine.owner });
      return body.causes.map(({ code }) => code);
    };
    const words = (what: string) => `Its ${what} was deleted: it can't be started again`;
    await remove(`/logins/${mine.logins[0]}`);
    expect(await rejected()).toEqual([409, 'CONFLICT', 'login_id', words('login')]);
    expect(await why()).toEqual(['STOPPED', 'LOGIN_DELETED']);
    await remove(`/events/${mine.eventId}`);
    expect(await rejected()).toEqual([409, 'CONFLICT', 'event_id', words('event')]);
    await remove(`/sites/${mine.siteId}`);
    expect(await rejected()).toEqual([409, 'CONFLICT', 'site_id', words('site')]);
    expect((await getTask(mine, id)).status).toBe('stopped');
  });

  it('are named in the preview and results of a bulk, which does the rest', async () => {
    const mine = await work(app, { logins: 2 });
    const gone = await stopped(mine);
    const { id: kept } = await newTask(mine, { login_id: mine.logins[1], start: false });
    await remove(`/logins/${mine.logins[0]}`);
    const ask = { command: 'start', ids: [gone, kept] };
    const preview = await post<BulkAnswer>(mine, '/tasks/bulk', { ...ask, preview: true });
    expect(preview.body).toMatchObject({
      eligible: 1,
      ineligible: 1,
      reasons: [{ code: 'LOGIN_DELETED', message: 'Its login was deleted', count: 1 }],
    });
    const done = await post<BulkAnswer>(mine, '/tasks/bulk', ask);
    expect(done.body.results).toEqual([
      { task_id: gone, result: 'LOGIN_DELETED', copy_id: null },
      { task_id: kept, result: 'done', copy_id: null },
    ]);
    // Stopping and pausing are always possible.
    const again = await post<BulkAnswer>(mine, '/tasks/bulk', { command: 'stop', ids: [gone] });
    expect(again.body.results).toEqual([{ task_id: gone, result: 'already', copy_id: null }]);
  });

  it('make a job skip their tasks when it is started or its failures are retried', async () => {
    const mine = await work(app, { logins: 2 });
    const job = await post<JobDto>(mine, '/jobs', { template_id: await withLogins(mine), worker_count: 2 });
    await post(mine, `/jobs/${job.body.id}/control`, { command: 'stop' });
    const { rows } = await app.db.query<{ id: number }>(
      `UPDATE tasks SET status = 'failed' WHERE job_id = $1 AND login_id = $2 RETURNING id`,
      [job.body.id, mine.logins[0]],
    );
    await remove(`/logins/${mine.logins[0]}`);
    const skipped = [{ task_id: rows[0]!.id, code: 'LOGIN_DELETED' }];
    const retried = await post<JobControlAnswer>(mine, `/jobs/${job.body.id}/control`, {
      command: 'retry_failed',
    });
    expect(retried.body).toMatchObject({ affected: 0, skipped });
    const started = await post<JobControlAnswer>(mine, `/jobs/${job.body.id}/control`, { command: 'start' });
    expect(started.body).toMatchObject({ affected: 1, skipped });
  });

  it('are rejected in new tasks, templates and jobs, naming the field', async () => {
    const mine = await work(app, { logins: 1 });
    const template_id = await withLogins(mine);
    const event_id = await event(app, mine.siteId);
    const [login_id] = mine.logins;
    await remove(`/events/${mine.eventId}`);
    const fields = async (path: string, body: object) => {
      const response = await post<{ details: { field: string }[] }>(mine, path, body);
      return [response.status, response.body.details.map(({ field }) => field)];
    };
    expect(await fields('/tasks', { login_id, event_id: mine.eventId })).toEqual([400, ['event_id']]);
    const copy = { name: 'Copy', site_id: mine.siteId, event_id: mine.eventId, login_ids: mine.logins };
    expect(await fields('/templates', copy)).toEqual([400, ['event_id']]);
    expect(await fields('/jobs', { template_id, event_id: mine.eventId })).toEqual([400, ['event_id']]);

    // Parents that the template names are no error of the body.
    for (const path of ['/jobs', '/jobs/preview']) {
      const { status, body } = await post<ErrorStatus>(mine, path, { template_id });
      expect([status, body.code, body.context.field]).toEqual([409, 'CONFLICT', 'event_id']);
    }
    expect((await post(mine, '/jobs/preview', { template_id, event_id })).status).toBe(200);
    await remove(`/logins/${login_id}`);
    expect(await fields('/jobs', { template_id, event_id })).toEqual([400, ['login_ids']]);
    await remove(`/events/${event_id}`);
    await remove(`/sites/${mine.siteId}`);
    const siteless = await post<ErrorStatus>(mine, '/jobs', { template_id, event_id });
    expect([siteless.status, siteless.body.code, siteless.body.context.field]).toEqual([
      409,
      'CONFLICT',
      'site_id',
    ]);
  });

  it('let tasks wait while they are only disabled, as the plan and the task say', async () => {
    const mine = await work(app);
    const template_id = await withLogins(mine);
    const id = await stopped(mine);
    const plan = async () => (await post<JobPlanDto>(mine, '/jobs/preview', { template_id })).body;
    const before = await plan();
    await app.db.query("UPDATE events SET status = 'closed' WHERE id = $1", [mine.eventId]);
    await app.db.query('UPDATE sites SET enabled = 0 WHERE id = $1', [mine.siteId]);
    const codes = ['SITE_DISABLED', 'EVENT_CLOSED'];
    const { lines } = await plan();
    expect(lines[0]?.verdict).toBe('warn');
    expect(lines[0]?.reasons.map(({ code }) => code)).toEqual(codes);
    const moved = await post<ErrorStatus>(mine, '/jobs', { template_id, plan_hash: before.plan_hash });
    expect(moved.body.code).toBe('PLAN_CHANGED');
    expect((await post<JobDto>(mine, '/jobs', { template_id })).status).toBe(201);
    expect((await post<{ status: string }>(mine, `/tasks/${id}/start`)).body.status).toBe('queued');
    const why = await app.http<TaskWhyDto>('GET', `/api/tasks/${id}/why`, { token: mine.owner });
    expect(why.body.causes.map(({ code }) => code)).toEqual(codes);
  });
});
