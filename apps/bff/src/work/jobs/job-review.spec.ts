import { startApp, type TestApp } from '../../../test/app';
import { user } from '../../../test/factories';
import { controlJob, getJob, launch, postJob, tasksOf, templateOf } from '../../../test/jobs';
import { holdSeats, lease, type Work, work } from '../../../test/work';
import type {
  JobComparisonDto,
  JobHistoryDto,
  JobTaskEventsDto,
  TemplateDifferenceDto,
} from './job-review.dto';
import type { JobDto, JobPlanDto } from './jobs.dto';

type Failure = { code: string; reason?: string; context?: Record<string, unknown> };

describe('a review of a job', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const read = <T>(from: Work, path: string, token = from.owner) =>
    app.http<T>('GET', `/api/jobs/${path}`, { token });
  /** Writes a line of a task's timeline, `seconds` after a fixed instant of tomorrow. */
  const line = (
    realmId: number,
    taskId: number,
    seconds: number,
    what: string,
    to: string,
    reason?: object,
  ) =>
    app.db.query(
      `INSERT INTO task_events (realm_id, task_id, at, actor_kind, who, what, from_status, to_status, message, reason)
       VALUES ($1, $2, date_trunc('day', now()) + interval '36 hours' + make_interval(secs => $3), 'worker', 'Demo worker', $4, 'idle', $5, 'Sold out', $6)`,
      [realmId, taskId, seconds, what, to, reason === undefined ? null : JSON.stringify(reason)],
    );

  it('counts a run from the timeline: first seats, times to hold, failed attempts by reason', async () => {
    const mine = await work(app, { logins: 4 });
    const template_id = await templateOf(mine);
    const runs: JobDto[] = [];
    for (const delays of [
      [1, 2, 3],
      [10, 20, 30],
    ]) {
      const job = await launch(mine, { template_id, draft: true, worker_count: 4 });
      const tasks = await tasksOf(mine, job.id);
      for (const [index, delay] of delays.entries()) {
        await line(mine.realmId, tasks[index]!.id, 0, 'start', 'queued');
        await line(mine.realmId, tasks[index]!.id, delay, 'hold', 'carted');
      }
      runs.push(job);
    }
    const [first, second] = runs as [JobDto, JobDto];
    const [, task] = await tasksOf(mine, second.id);
    const soldOut = (retry: number) => ({ code: 'TRY_FAILED', params: { words: 'Sold out', retry } });
    await line(mine.realmId, task!.id, 4, 'fail', 'queued', soldOut(1));
    await line(mine.realmId, task!.id, 5, 'fail', 'queued', soldOut(2));
    const lost = { code: 'RETRIES_USED_UP', params: { failure: 'WORKER_LOST' } };
    await line(mine.realmId, task!.id, 6, 'fail', 'failed', lost);
    const { body } = await read<JobComparisonDto>(mine, `${first.id}/compare?with=${second.id}`);
    expect(body.run).toMatchObject({
      id: first.id,
      tasks: 4,
      timed_tasks: 4,
      holding_tasks: 3,
      failed_attempts: 0,
      first_seat_s: 1,
      hold_p50_s: 2,
    });
    expect(body.run.hold_p95_s).toBeCloseTo(2.9);
    // Every 5% of the three tasks that held seats: the first third took 1 s, the last 3 s.
    expect(body.run.hold_curve_s).toEqual([
      ...Array.from({ length: 6 }, () => 1),
      ...Array.from({ length: 7 }, () => 2),
      ...Array.from({ length: 7 }, () => 3),
    ]);
    expect(body.other).toMatchObject({ id: second.id, failed_attempts: 3, first_seat_s: 10, hold_p50_s: 20 });
    expect((await read(mine, `${first.id}/run`)).body).toEqual(body.run);
    expect(body.failures).toEqual([
      { reason: null, message: 'Sold out', attempts: 0, other_attempts: 2 },
      {
        reason: { code: 'WORKER_LOST', params: {} },
        message: 'Lost contact with the worker',
        attempts: 0,
        other_attempts: 1,
      },
    ]);
  });

  it('counts the tasks that held, purchased and failed over time, in a bounded number of steps', async () => {
    const mine = await work(app, { logins: 4 });
    const job = await launch(mine, { template_id: await templateOf(mine), draft: true, worker_count: 4 });
    const points = async () => (await read<JobHistoryDto>(mine, `${job.id}/history`)).body.points;
    expect(await points()).toEqual([]);
    const [first, second, third] = await tasksOf(mine, job.id);
    // The two that held seats at first: one bought them, the other's expired. Another failed at once.
    const lines = [
      [first!.id, 60, 'idle', 'carted'],
      [second!.id, 90, 'idle', 'carted'],
      [third!.id, 100, 'idle', 'failed'],
      [first!.id, 3600, 'carted', 'bought'],
      [second!.id, 7000, 'carted', 'expired'],
    ] as const;
    for (const [id, seconds, from, to] of lines)
      await app.db.query(
        `INSERT INTO task_events (realm_id, task_id, at, actor_kind, who, what, from_status, to_status)
         VALUES ($1, $2, date_trunc('day', now()) + interval '36 hours' + make_interval(secs => $3), 'worker', 'Demo worker', 'finish', $4, $5)`,
        [mine.realmId, id, seconds, from, to],
      );
    await app.db.query(
      `UPDATE tasks SET status = CASE id WHEN $2 THEN 'bought' WHEN $3 THEN 'expired' WHEN $4 THEN 'failed' ELSE 'stopped' END,
         first_started_at = date_trunc('day', now()) + interval '36 hours',
         finished_at = date_trunc('day', now()) + interval '38 hours'
       WHERE job_id = $1`,
      [job.id, first!.id, second!.id, third!.id],
    );
    const found = await points();
    expect(found).toHaveLength(61);
    const start = Date.parse(found[0]!.at);
    const at = (seconds: number) => {
      const point = found.find((one) => Date.parse(one.at) - start === seconds * 1000);
      return [point?.held, point?.bought, point?.failed];
    };
    expect([0, 120, 3600, 3720, 6960, 7200].map(at)).toEqual([
      [0, 0, 0],
      [2, 0, 1],
      [2, 0, 1],
      [1, 1, 1],
      [1, 1, 1],
      [0, 1, 2],
    ]);
    const theirs = await work(app);
    expect((await read(theirs, `${job.id}/history`)).status).toBe(404);
  });

  it('compares the settings of two runs, and rejects a run of another realm', async () => {
    const mine = await work(app, { logins: 3 });
    const template_id = await templateOf(mine);
    const first = await launch(mine, { template_id, draft: true });
    const second = await launch(mine, {
      template_id,
      draft: true,
      seats_per_worker: 1,
      seats_target: 4,
      login_ids: mine.logins.slice(1),
    });
    const compare = (id: number) => read<JobComparisonDto>(mine, `${first.id}/compare?with=${id}`);
    const none = { added: null, removed: null };
    expect((await compare(second.id)).body.settings).toEqual([
      { setting: 'logins', values: { own: 3, other: 2 }, added: 0, removed: 1 },
      { setting: 'seats_per_worker', values: { own: 2, other: 1 }, ...none },
      { setting: 'seats_target', values: { own: null, other: 4 }, ...none },
    ]);
    expect((await compare(first.id)).body.settings).toEqual([]);
    const theirs = await work(app, { logins: 1 });
    const foreign = await launch(theirs, { template_id: await templateOf(theirs), draft: true });
    expect((await compare(foreign.id)).status).toBe(400);
    expect((await read(theirs, `${first.id}/compare?with=${foreign.id}`)).status).toBe(404);
  });

  it('compares a job with its template as it is now, for people who may read templates', async () => {
    const mine = await work(app, { logins: 2 });
    const template_id = await templateOf(mine, { target_count: 4 });
    const job = await launch(mine, { template_id, draft: true });
    const compare = () => read<TemplateDifferenceDto>(mine, `${job.id}/template-difference`);
    expect((await compare()).body).toMatchObject({ template_id, deleted: false, settings: [] });
    await app.db.query(
      "UPDATE templates SET target_count = 6, worker_count = 1, budget = 250, budget_currency = 'GBP' WHERE id = $1",
      [template_id],
    );
    expect((await compare()).body.settings.map(({ setting, values }) => [setting, values])).toEqual([
      ['worker_count', { own: 2, other: 1 }],
      ['seats_target', { own: 4, other: 6 }],
      ['budget', { own: null, other: 250 }],
      ['budget_currency', { own: null, other: 'GBP' }],
    ]);
    await app.db.query('UPDATE templates SET deleted_at = now() WHERE id = $1', [template_id]);
    expect((await compare()).body).toMatchObject({ template_id, deleted: true, settings: [] });
    const reader = (await user(app, 'realm_user', mine.realmId)).token;
    expect((await read(mine, `${job.id}/template-difference`, reader)).status).toBe(403);
  });

  it('lists what happened to its tasks: entries of one second and reason as one, filtered by actor and kind', async () => {
    const mine = await work(app, { logins: 3 });
    const job = await launch(mine, { template_id: await templateOf(mine) });
    const [first] = await lease(mine, 1);
    await holdSeats(mine, first!.lease_id, [1, 2]);
    await controlJob(mine, job.id, 'stop');
    const events = async (query = '') =>
      (await read<JobTaskEventsDto[]>(mine, `${job.id}/task-events${query}`)).body;
    const all = await events();
    expect(all.reduce((sum, { what, count }) => sum + (what === 'launch' ? count : 0), 0)).toBe(3);
    expect(all.find(({ what }) => what === 'launch')).toMatchObject({
      actor_kind: 'user',
      from: null,
      to: 'queued',
      count: 3,
      task_id: null,
    });
    expect((await events('?actor_kind=worker')).map(({ what, to, count }) => [what, to, count])).toEqual([
      ['hold', 'carted', 1],
      ['lease', 'running', 1],
    ]);
    expect(await events('?what=hold')).toEqual([
      expect.objectContaining({ task_id: first!.task.id, task_name: first!.task.name }),
    ]);
    expect(await events('?page=2&page_size=1')).toEqual([all[1]]);
    expect((await read(await work(app), `${job.id}/task-events`)).status).toBe(404);
    expect((await read(mine, `${job.id}/task-events?what=nothing`)).status).toBe(400);
  });

  it('launches it again with its own settings, also after its template changed and was deleted', async () => {
    const mine = await work(app, { logins: 3 });
    const template_id = await templateOf(mine, { type: 'buy', price_type: 'Adult' });
    const job = await launch(mine, {
      template_id,
      name: 'Gate',
      seats_target: 4,
      login_ids: mine.logins.slice(1),
    });
    await controlJob(mine, job.id, 'stop');
    await app.db.query(
      "UPDATE templates SET type = 'hold', price_type = NULL, seats_per_worker = 1, deleted_at = now() WHERE id = $1",
      [template_id],
    );
    const body = { from_job_id: job.id };
    const plan = (await postJob<JobPlanDto>(mine, '/preview', body)).body;
    expect(plan.lines.map(({ login_id, seats }) => [login_id, seats])).toEqual(
      [...mine.logins.slice(1), mine.logins[1]].map((id) => [id, 2]),
    );
    const again = await launch(mine, { ...body, plan_hash: plan.plan_hash });
    expect(again).toMatchObject({ name: 'Gate #2', template_id, seats_target: 4, config: job.config });
    const [task] = await tasksOf(mine, again.id);
    expect(task).toMatchObject({ mode: 'buy', event_price_type: 'Adult', seats_to_set: 2 });
    expect((await launch(mine, { from_job_id: again.id, worker_count: 1 })).name).toBe('Gate #3');
  });

  it('launches no job again of another realm, without its event, or beside a template', async () => {
    const mine = await work(app, { logins: 1 });
    const template_id = await templateOf(mine);
    const job = await launch(mine, { template_id });
    const body = { from_job_id: job.id };
    expect((await postJob(await work(app), '', body)).status).toBe(404);
    expect((await postJob(mine, '', { ...body, template_id })).status).toBe(400);
    expect((await postJob(mine, '', {})).status).toBe(400);
    await app.db.query('UPDATE events SET deleted_at = now() WHERE id = $1', [mine.eventId]);
    expect((await postJob<Failure>(mine, '', body)).body).toMatchObject({
      code: 'CONFLICT',
      reason: 'JOB_INCOMPLETE',
    });
  });

  it('says of a deleted job that it can be restored', async () => {
    const mine = await work(app, { logins: 1 });
    const job = await launch(mine, { template_id: await templateOf(mine) });
    await controlJob(mine, job.id, 'stop');
    await app.http('DELETE', `/api/jobs/${job.id}`, { token: mine.owner });
    const gone = await read<Failure>(mine, `${job.id}`);
    expect(gone).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND', reason: 'DELETED', context: { name: job.name } },
    });
    expect((await read<Failure>(await work(app), `${job.id}`)).body.reason).toBeUndefined();
    await postJob(mine, `/${job.id}/restore`, {});
    expect((await getJob(mine, job.id)).id).toBe(job.id);
  });
});
