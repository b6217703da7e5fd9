import { startApp, type TestApp } from '../../../test/app';
import { template, user } from '../../../test/factories';
import { getTask, holdSeats, lease, under, sweep, work, type Work } from '../../../test/work';
import type { TaskDto } from '../tasks/tasks.dto';
import type { JobControlAnswer, JobDto, JobPlanDto } from './jobs.dto';

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

  const templateOf = async (from: Work, fields: Record<string, unknown> = {}) => {
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
  const post = <T>(from: Work, path: string, body: unknown) =>
    app.http<T>('POST', `/api/jobs${path}`, { token: from.owner, body });
  const launch = async (from: Work, body: object) => {
    const answer = await post<JobDto>(from, '', body);
    if (answer.status !== 201)
      throw new Error(`A launch was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const getJob = async (from: Work, id: number) =>
    (await app.http<JobDto>('GET', `/api/jobs/${id}`, { token: from.owner })).body;
  const tasksOf = async (from: Work, id: number) =>
    (await app.http<TaskDto[]>('GET', `/api/tasks/job/${id}`, { token: from.owner })).body;
  const control = (from: Work, id: number, command: string) =>
    post<JobControlAnswer>(from, `/${id}/control`, { command });

  it('spreads the logins over the workers, paced, and queues them with their timeline', async () => {
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

  it('numbers its tasks with leading zeros, so that they sort by name, and keeps the number of a long name', async () => {
    const mine = await work(app, { logins: 1 });
    const template_id = await templateOf(mine, { worker_count: 12 });
    const name = 'N'.repeat(200);
    const tasks = await tasksOf(mine, (await launch(mine, { template_id, name })).id);
    expect(tasks.map((task) => task.name.slice(-3))).toEqual(
      Array.from({ length: 12 }, (_, index) => ` ${String(index + 1).padStart(2, '0')}`),
    );
    expect(tasks.every((task) => task.name.length === 200)).toBe(true);
  });

  it('previews every task with its verdict, leaves blocked ones out, and changes nothing', async () => {
    const mine = await work(app, { logins: 3, eventFields: { max_per_customer: 3 } });
    await app.db.query("UPDATE logins SET status = 'disabled' WHERE id = $1", [mine.logins[0]]);
    await app.db.query("UPDATE logins SET supporter_id = 'one' WHERE id = ANY ($1)", [mine.logins.slice(1)]);
    const template_id = await templateOf(mine);
    const plan = (await post<JobPlanDto>(mine, '/preview', { template_id })).body;
    expect(plan.lines.map(({ verdict, reasons }) => [verdict, ...reasons.map(({ code }) => code)])).toEqual([
      ['blocked', 'LOGIN_DISABLED'],
      ['ok'],
      ['blocked', 'PURCHASE_LIMIT'],
    ]);
    expect(plan.lines[2]?.reasons[0]?.params).toEqual({ limit: 3, room: 1 });
    expect(plan.totals).toMatchObject({ tasks: 1, ok: 1, blocked: 2, seats: 2, most_per_customer: 2 });
    const job = await launch(mine, { template_id, plan_hash: plan.plan_hash });
    expect(job.counts).toEqual({ queued: 1 });
  });

  it('counts in its preview what customers hold already, and warns of it', async () => {
    const mine = await work(app, { logins: 2, eventFields: { max_per_customer: 4 } });
    const template_id = await templateOf(mine);
    const planned = async () => (await post<JobPlanDto>(mine, '/preview', { template_id })).body;
    expect((await planned()).totals.most_per_customer).toBe(2);
    await launch(mine, { template_id });
    const [first] = await lease(mine, 1);
    await holdSeats(mine, first!.lease_id, [1, 2]);
    const { lines, totals } = await planned();
    expect(lines.find(({ login_id }) => login_id === first!.task.login_id)).toMatchObject({
      verdict: 'warn',
      reasons: [
        { code: 'HOLDS_LIVE', message: 'The login holds 2 for this event', params: { count: 2 } },
        { message: 'The login has an unfinished task for this event', params: { count: 1 } },
      ],
    });
    expect(totals.most_per_customer).toBe(4);
  });

  it('refuses a plan that is no longer the one that was shown, with the differences', async () => {
    const mine = await work(app, { logins: 2 });
    const template_id = await templateOf(mine);
    const { plan_hash } = (await post<JobPlanDto>(mine, '/preview', { template_id })).body;
    expect((await post<JobPlanDto>(mine, '/preview', { template_id })).body.plan_hash).toBe(plan_hash);
    await app.db.query("UPDATE logins SET status = 'failed' WHERE id = $1", [mine.logins[1]]);
    const refused = await post<Failure>(mine, '', { template_id, plan_hash });
    expect(refused).toMatchObject({ status: 409, body: { code: 'PLAN_CHANGED' } });
    expect(refused.body.context.differences?.lines).toEqual([
      expect.objectContaining({ index: 1, verdict: 'warn' }),
    ]);
  });

  it('launches whole or not at all at the limit, rows, timeline and queue', async () => {
    const mine = await work(app, { logins: 5, max_tasks: 4 });
    const template_id = await templateOf(mine);
    expect(await post<Failure>(mine, '', { template_id })).toMatchObject({
      status: 409,
      body: { code: 'LIMIT_REACHED', context: { limit: 4, used: 0, asked: 5 } },
    });
    const { rows } = await app.db.query(
      'SELECT (SELECT count(*)::int FROM jobs WHERE realm_id = $1) AS jobs, (SELECT count(*)::int FROM tasks WHERE realm_id = $1) AS tasks, (SELECT count(*)::int FROM task_events WHERE realm_id = $1) AS events, (SELECT count(*)::int FROM pgboss.job WHERE group_id = $1::text) AS runs',
      [mine.realmId],
    );
    expect(rows).toEqual([{ jobs: 0, tasks: 0, events: 0, runs: 0 }]);
    expect((await launch(mine, { template_id, worker_count: 4 })).counts).toEqual({ queued: 4 });
  });

  it('launches once for one Idempotency-Key, however often it is sent', async () => {
    const mine = await work(app, { logins: 2 });
    const body = { template_id: await templateOf(mine) };
    const headers = { 'Idempotency-Key': `launch-${mine.realmId}` };
    const send = () => app.http<JobDto>('POST', '/api/jobs', { token: mine.owner, body, headers });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id]);
    expect((await lease(mine, 10)).length).toBe(2);
  });

  it('is a draft until it is started, and moves with its schedule until then', async () => {
    const mine = await work(app, { logins: 2 });
    const template_id = await templateOf(mine, { launch_delay: 10 });
    const draft = await launch(mine, { template_id, draft: true });
    expect(draft).toMatchObject({ status: 'draft', counts: { idle: 2 } });
    expect((await control(mine, draft.id, 'start')).body).toMatchObject({
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

  it('controls all its tasks, reports those it skipped, and retries the failed', async () => {
    const mine = await work(app, { logins: 3 });
    const job = await launch(mine, { template_id: await templateOf(mine) });
    const [first] = await tasksOf(mine, job.id);
    await app.http('POST', `/api/tasks/${first!.id}/stop`, { token: mine.owner });
    expect((await control(mine, job.id, 'pause')).body).toMatchObject({
      affected: 2,
      skipped: [{ task_id: first!.id, code: 'INVALID_STATE' }],
      job: { status: 'paused', paused_tasks: 2 },
    });
    expect((await control(mine, job.id, 'resume')).body.job).toMatchObject({
      status: 'running',
      paused_tasks: 0,
    });
    expect((await control(mine, job.id, 'stop')).body).toMatchObject({
      affected: 2,
      job: { status: 'stopped', finished_at: expect.any(String) },
    });
    await app.db.query("UPDATE tasks SET status = 'failed' WHERE id = $1", [first!.id]);
    expect((await control(mine, job.id, 'retry_failed')).body).toMatchObject({
      affected: 1,
      skipped: [],
      job: { counts: { queued: 1, stopped: 2 } },
    });
  });

  it('is stopped while its workers hold seats: neither waits for the other in a circle', async () => {
    const from = await work(app, { logins: 12 });
    const job = await launch(from, { template_id: await templateOf(from) });
    const leases = await lease(from, 12);
    const [stopped, ...holds] = await Promise.all([
      post<JobControlAnswer>(from, `/${job.id}/control`, { command: 'stop' }),
      ...leases.map(({ lease_id }, index) => holdSeats(from, lease_id, [2 * index + 1, 2 * index + 2])),
    ]);
    expect(stopped.status).toBe(200);
    expect(holds.flat()).toHaveLength(24);
  });

  it('control is whole or nothing at the limit', async () => {
    const mine = await work(app, { logins: 3 });
    const job = await launch(mine, { template_id: await templateOf(mine) });
    await control(mine, job.id, 'stop');
    await app.db.query('UPDATE realms SET max_tasks = 2 WHERE id = $1', [mine.realmId]);
    expect((await control(mine, job.id, 'start')).status).toBe(409);
    expect((await getJob(mine, job.id)).counts).toEqual({ stopped: 3 });
  });

  it('holds its other tasks back while the target is covered, and stops them once it is won', async () => {
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

  it('goes on when the held seats lapse', async () => {
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

  it('is deleted only when all its tasks have ended, and comes back with them', async () => {
    const mine = await work(app, { logins: 2 });
    const job = await launch(mine, { template_id: await templateOf(mine) });
    const remove = () => app.http<Failure>('DELETE', `/api/jobs/${job.id}`, { token: mine.owner });
    expect(await remove()).toMatchObject({ status: 409, body: { code: 'IN_USE' } });
    await control(mine, job.id, 'stop');
    expect((await remove()).status).toBe(204);
    expect((await app.http<TaskDto[]>('GET', '/api/tasks', { token: mine.owner })).body).toEqual([]);
    await post(mine, `/${job.id}/restore`, {});
    expect(await tasksOf(mine, job.id)).toHaveLength(2);
  });

  it("is a realm's own, and launched by those who may write", async () => {
    const mine = await work(app, { logins: 1 });
    const other = await work(app);
    const template_id = await templateOf(mine);
    const job = await launch(mine, { template_id });
    expect((await post<Failure>(other, '', { template_id })).status).toBe(404);
    expect((await control(other, job.id, 'stop')).status).toBe(404);
    expect((await app.http('GET', `/api/jobs/${job.id}`, { token: other.owner })).status).toBe(404);
    expect(
      (await post<Failure>(mine, '', { template_id, login_ids: other.logins })).body.details?.[0]?.field,
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
