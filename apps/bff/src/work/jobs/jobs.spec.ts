import { startApp, type TestApp } from '../../../test/app';
import { user } from '../../../test/factories';
import { controlJob, getJob, launch, postJob, tasksOf, templateOf } from '../../../test/jobs';
import { getTask, holdSeats, lease, sweep, under, work } from '../../../test/work';
import type { TaskDto } from '../tasks/tasks.dto';
import type { JobControlAnswer, JobDto } from './jobs.dto';

type Failure = {
  code: string;
  context: { differences?: { lines: unknown[] } };
  details?: { field: string }[];
};

describe('jobs', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it('distributes the logins over paced tasks, and queues them with their timelines', async () => {
    const mine = await work(app, { logins: 3 });
    const template_id = await templateOf(mine, {
      worker_count: 3,
      launch_delay: 60,
      type: 'buy',
      target_count: 4,
    });
    const job = await launch(mine, { template_id });
    expect(job).toMatchObject({
      status: 'running',
      seats_target: 4,
      seats_won: 0,
      counts: { queued: 1, scheduled: 2 },
      event_guid: mine.guid,
    });
    const tasks = await tasksOf(mine, job.id);
    expect(tasks.map(({ login_id, seats_to_set, mode }) => [login_id, seats_to_set, mode])).toEqual(
      mine.logins.map((id) => [id, 2, 'buy']),
    );
    expect(tasks.map(({ name }) => name)).toEqual(['1', '2', '3'].map((number) => `${job.name} ${number}`));
    const starts = tasks.slice(1).map(({ scheduled_at }) => Date.parse(scheduled_at ?? ''));
    expect(starts[1]! - starts[0]!).toBe(60_000);
    expect(tasks.every((task) => task.redis_task_id && task.queue_name === `site.${mine.siteId}`)).toBe(true);
    expect((await lease(mine, 10)).map(({ task }) => task.id)).toEqual([tasks[0]!.id]);
  });

  it('numbers its tasks with leading zeros, and keeps the number of a long name', async () => {
    const mine = await work(app, { logins: 1 });
    const template_id = await templateOf(mine, { worker_count: 12 });
    const name = 'N'.repeat(200);
    const tasks = await tasksOf(mine, (await launch(mine, { template_id, name })).id);
    expect(tasks.map((task) => task.name.slice(-3))).toEqual(
      Array.from({ length: 12 }, (_, index) => ` ${String(index + 1).padStart(2, '0')}`),
    );
    expect(tasks.every((task) => task.name.length === 200)).toBe(true);
  });

  it('launches all tasks or none at the limit: rows and timelines', async () => {
    const mine = await work(app, { logins: 5, max_tasks: 4 });
    const template_id = await templateOf(mine);
    expect(await postJob<Failure>(mine, '', { template_id })).toMatchObject({
      status: 409,
      body: { code: 'LIMIT_REACHED', context: { limit: 4, used: 0, asked: 5 } },
    });
    const { rows } = await app.db.query(
      'SELECT (SELECT count(*)::int FROM jobs WHERE realm_id = $1) AS jobs, (SELECT count(*)::int FROM tasks WHERE realm_id = $1) AS tasks, (SELECT count(*)::int FROM task_events WHERE realm_id = $1) AS events',
      [mine.realmId],
    );
    expect(rows).toEqual([{ jobs: 0, tasks: 0, events: 0 }]);
    expect((await launch(mine, { template_id, worker_count: 4 })).counts).toEqual({ queued: 4 });
  });

  it('launches once per Idempotency-Key', async () => {
    const mine = await work(app, { logins: 2 });
    const body = { template_id: await templateOf(mine) };
    const headers = { 'Idempotency-Key': `launch-${mine.realmId}` };
    const send = () => app.http<JobDto>('POST', '/api/jobs', { token: mine.owner, body, headers });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id]);
    expect((await lease(mine, 10)).length).toBe(2);
  });

  it('is a draft until it is started, and can be rescheduled until then', async () => {
    const mine = await work(app, { logins: 2 });
    const template_id = await templateOf(mine, { launch_delay: 10 });
    const draft = await launch(mine, { template_id, draft: true });
    expect(draft).toMatchObject({ status: 'draft', counts: { idle: 2 } });
    expect((await controlJob(mine, draft.id, 'start')).body).toMatchObject({
      affected: 2,
      job: { counts: { queued: 1, scheduled: 1 } },
    });
    const later = await launch(mine, { template_id, scheduled_at: '2090-01-01T00:00:00Z' });
    expect(later).toMatchObject({ status: 'scheduled', scheduled_at: '2090-01-01T00:00:00.000Z' });
    const patch = (id: number, body: object) =>
      app.http<JobDto>('PATCH', `/api/jobs/${id}`, { token: mine.owner, body });
    await patch(later.id, { scheduled_at: '2091-01-01T00:00:00Z', name: 'Moved' });
    expect((await tasksOf(mine, later.id)).map((task) => task.scheduled_at)).toEqual([
      '2091-01-01T00:00:00.000Z',
      '2091-01-01T00:00:10.000Z',
    ]);
    expect((await patch(draft.id, { scheduled_at: '2091-01-01T00:00:00Z' })).status).toBe(409);
  });

  it('controls all its tasks, reports skipped ones, and retries failed ones', async () => {
    const mine = await work(app, { logins: 3 });
    const job = await launch(mine, { template_id: await templateOf(mine) });
    const [first] = await tasksOf(mine, job.id);
    await app.http('POST', `/api/tasks/${first!.id}/stop`, { token: mine.owner });
    expect((await controlJob(mine, job.id, 'pause')).body).toMatchObject({
      affected: 2,
      skipped: [{ task_id: first!.id, code: 'INVALID_STATE' }],
      job: { status: 'paused', paused_tasks: 2 },
    });
    expect((await controlJob(mine, job.id, 'resume')).body.job).toMatchObject({
      status: 'running',
      paused_tasks: 0,
    });
    expect((await controlJob(mine, job.id, 'stop')).body).toMatchObject({
      affected: 2,
      job: { status: 'stopped', finished_at: expect.any(String) as string },
    });
    await app.db.query("UPDATE tasks SET status = 'failed' WHERE id = $1", [first!.id]);
    expect((await controlJob(mine, job.id, 'retry_failed')).body).toMatchObject({
      affected: 1,
      skipped: [],
      job: { counts: { queued: 1, stopped: 2 } },
    });
  });

  it('can be stopped while its workers hold seats, without a deadlock', async () => {
    const from = await work(app, { logins: 12 });
    const job = await launch(from, { template_id: await templateOf(from) });
    const leases = await lease(from, 12);
    const [stopped, ...holds] = await Promise.all([
      postJob<JobControlAnswer>(from, `/${job.id}/control`, { command: 'stop' }),
      ...leases.map(({ lease_id }, index) => holdSeats(from, lease_id, [2 * index + 1, 2 * index + 2])),
    ]);
    expect(stopped.status).toBe(200);
    expect(holds.flat()).toHaveLength(24);
  });

  it('starts all tasks or none at the limit', async () => {
    const mine = await work(app, { logins: 3 });
    const job = await launch(mine, { template_id: await templateOf(mine) });
    await controlJob(mine, job.id, 'stop');
    await app.db.query('UPDATE realms SET max_tasks = 2 WHERE id = $1', [mine.realmId]);
    expect((await controlJob(mine, job.id, 'start')).status).toBe(409);
    expect((await getJob(mine, job.id)).counts).toEqual({ stopped: 3 });
  });

  it('blocks its other tasks while the target is covered, and stops them once it is won', async () => {
    const mine = await work(app, { logins: 3 });
    const job = await launch(mine, { template_id: await templateOf(mine), seats_target: 2 });
    const [first] = await lease(mine, 1);
    const holds = await holdSeats(mine, first!.lease_id, [1, 2]);
    expect(await lease(mine, 5)).toEqual([]);
    const waiting = (await tasksOf(mine, job.id)).find(({ status }) => status === 'queued');
    const why = await app.http<{ causes: { code: string }[] }>('GET', `/api/tasks/${waiting!.id}/why`, {
      token: mine.owner,
    });
    expect(why.body.causes.map(({ code }) => code)).toEqual(['TARGET_COVERED']);
    await app.http('POST', '/api/carted-tickets/confirm', { token: mine.owner, body: { ticket_ids: holds } });
    expect(await getJob(mine, job.id)).toMatchObject({
      status: 'completed',
      seats_won: 2,
      counts: { bought: 1, stopped: 2 },
    });
  });

  it('continues when held seats expire', async () => {
    const mine = await work(app, { logins: 2 });
    await launch(mine, { template_id: await templateOf(mine), seats_target: 2 });
    const [first] = await lease(mine, 1);
    await holdSeats(mine, first!.lease_id, [1, 2]);
    expect(await lease(mine, 5)).toEqual([]);
    await app.db.query("UPDATE holds SET expires_at = now() - interval '1 second' WHERE task_id = $1", [
      first!.task.id,
    ]);
    await sweep(app);
    expect(await lease(mine, 5)).not.toEqual([]);
  });

  it('is deleted only when all its tasks have finished, and is restored with them', async () => {
    const mine = await work(app, { logins: 2 });
    const job = await launch(mine, { template_id: await templateOf(mine) });
    const remove = () => app.http<Failure>('DELETE', `/api/jobs/${job.id}`, { token: mine.owner });
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'IN_USE' } });
    await controlJob(mine, job.id, 'stop');
    expect((await remove()).status).toBe(204);
    expect((await app.http<TaskDto[]>('GET', '/api/tasks', { token: mine.owner })).body).toEqual([]);
    await postJob(mine, `/${job.id}/restore`, {});
    expect(await tasksOf(mine, job.id)).toHaveLength(2);
  });

  it('is hidden from other realms, and launched only with write permission', async () => {
    const mine = await work(app, { logins: 1 });
    const other = await work(app);
    const template_id = await templateOf(mine);
    const job = await launch(mine, { template_id });
    expect((await postJob<Failure>(other, '', { template_id })).status).toBe(404);
    expect((await controlJob(other, job.id, 'stop')).status).toBe(404);
    expect((await app.http('GET', `/api/jobs/${job.id}`, { token: other.owner })).status).toBe(404);
    expect(
      (await postJob<Failure>(mine, '', { template_id, login_ids: other.logins })).body.details?.[0]?.field,
    ).toBe('login_ids');
    const reader = (await user(app, 'realm_user', mine.realmId)).token;
    expect(
      (await app.http('POST', '/api/jobs/preview', { token: reader, body: { template_id } })).status,
    ).toBe(403);
    expect(
      (await app.http<JobDto[]>('GET', '/api/jobs?status=running', { token: reader })).body.map(
        ({ id }) => id,
      ),
    ).toEqual([job.id]);
    expect((await app.http<JobDto[]>('GET', '/api/jobs?status=draft', { token: reader })).body).toEqual([]);
    expect((await getTask(mine, (await tasksOf(mine, job.id))[0]!.id)).job_id).toBe(job.id);
    expect((await under(mine, '00000000-0000-4000-8000-000000000000', 'heartbeat')).status).toBe(409);
  });
});
