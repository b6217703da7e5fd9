import { startApp, type TestApp } from '../../../test/app';
import { launch, postJob, templateOf } from '../../../test/jobs';
import { holdSeats, lease, work } from '../../../test/work';
import type { JobPlanDto } from './jobs.dto';

type Failure = { code: string; context: { differences?: { lines: unknown[] } } };

describe("a job's preview", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it('shows every task with its verdict, leaves out blocked ones, and changes nothing', async () => {
    const mine = await work(app, { logins: 3, eventFields: { max_per_customer: 3 } });
    await app.db.query("UPDATE logins SET status = 'disabled' WHERE id = $1", [mine.logins[0]]);
    await app.db.query("UPDATE logins SET supporter_id = 'one' WHERE id = ANY ($1)", [mine.logins.slice(1)]);
    const template_id = await templateOf(mine);
    const plan = (await postJob<JobPlanDto>(mine, '/preview', { template_id })).body;
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

  it('names the workers that serve the site and realm now', async () => {
    const mine = await work(app, { logins: 1 });
    const other = await work(app, { logins: 1 });
    await lease(other, 3);
    const template_id = await templateOf(mine);
    const workers = async () => (await postJob<JobPlanDto>(mine, '/preview', { template_id })).body.workers;
    expect(await workers()).toMatchObject({ serving: 0, free: 0 });
    expect((await workers()).connected).toBeGreaterThan(0);
    await lease(mine, 5);
    expect(await workers()).toMatchObject({ serving: 1, free: 5 });
  });

  it('counts seats that customers already hold, and warns about them', async () => {
    const mine = await work(app, { logins: 2, eventFields: { max_per_customer: 4 } });
    const template_id = await templateOf(mine);
    const planned = async () => (await postJob<JobPlanDto>(mine, '/preview', { template_id })).body;
    expect((await planned()).totals.most_per_customer).toBe(2);
    await launch(mine, { template_id });
    const [first] = await lease(mine, 1);
    await holdSeats(mine, first!.lease_id, [1, 2]);
    const { lines, totals } = await planned();
    expect(lines.find(({ login_id }) => login_id === first!.task.login_id)).toMatchObject({
      verdict: 'warn',
      reasons: [
        { code: 'HOLDS_LIVE', message: 'The login holds 2 for this event', params: { count: 2 } },
        {
          code: 'IN_ANOTHER_JOB',
          message: 'The login has an unfinished task for this event',
          params: { count: 1 },
        },
      ],
    });
    expect(totals.most_per_customer).toBe(4);
  });

  it('rejects a launch whose plan has changed, with the differences', async () => {
    const mine = await work(app, { logins: 2 });
    const template_id = await templateOf(mine);
    const { plan_hash } = (await postJob<JobPlanDto>(mine, '/preview', { template_id })).body;
    expect((await postJob<JobPlanDto>(mine, '/preview', { template_id })).body.plan_hash).toBe(plan_hash);
    await app.db.query("UPDATE logins SET status = 'failed' WHERE id = $1", [mine.logins[1]]);
    const rejected = await postJob<Failure>(mine, '', { template_id, plan_hash });
    expect(rejected).toMatchObject({ status: 409, body: { code: 'PLAN_CHANGED' } });
    expect(rejected.body.context.differences?.lines).toEqual([
      expect.objectContaining({ index: 1, verdict: 'warn' }),
    ]);
  });
});
