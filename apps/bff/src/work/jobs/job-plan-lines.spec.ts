import { startApp, type TestApp } from '../../../test/app';
import { insert, user } from '../../../test/factories';
import { launch, tasksOf, templateOf } from '../../../test/jobs';
import { type Work, work } from '../../../test/work';
import type { JobPlanLineDto, JobPlanTotalsDto } from './job-review.dto';

describe('the plan that a job was launched with', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const plan = (from: Work, id: number, query = '', token = from.owner) =>
    app.http<JobPlanLineDto[]>('GET', `/api/jobs/${id}/plan${query}`, { token });
  const totals = (from: Work, id: number, token = from.owner) =>
    app.http<JobPlanTotalsDto>('GET', `/api/jobs/${id}/plan/totals`, { token });

  /** Launches a job with a good, a failed and a disabled login. */
  async function mixed() {
    const mine = await work(app, { logins: 3 });
    const template_id = await templateOf(mine, { launch_delay: 60 });
    await app.db.query("UPDATE logins SET status = 'failed' WHERE id = $1", [mine.logins[1]]);
    await app.db.query("UPDATE logins SET status = 'disabled' WHERE id = $1", [mine.logins[2]]);
    return { mine, job: await launch(mine, { template_id }) };
  }

  it('keeps every line with its verdict and the task that it became, by pages and by verdict', async () => {
    const { mine, job } = await mixed();
    const tasks = await tasksOf(mine, job.id);
    await app.db.query("UPDATE logins SET status = 'active' WHERE realm_id = $1", [mine.realmId]);
    const { body, headers } = await plan(mine, job.id);
    expect(body.map(({ index, login_id, seats, verdict }) => [index, login_id, seats, verdict])).toEqual([
      [0, mine.logins[0], 2, 'ok'],
      [1, mine.logins[1], 2, 'warn'],
      [2, mine.logins[2], 2, 'blocked'],
    ]);
    expect(body.map(({ reasons }) => reasons.map(({ code }) => code))).toEqual([
      [],
      ['LOGIN_FAILED'],
      ['LOGIN_DISABLED'],
    ]);
    expect(body.map(({ task_id, task_status }) => [task_id, task_status])).toEqual([
      [tasks[0]!.id, 'queued'],
      [tasks[1]!.id, 'scheduled'],
      [null, null],
    ]);
    expect(Date.parse(body[1]!.starts_at!) - Date.parse(body[0]!.starts_at!)).toBe(60_000);
    expect(headers.get('x-total-count')).toBe('3');
    expect((await plan(mine, job.id, '?page=2&page_size=1')).body).toEqual([body[1]]);
    expect((await plan(mine, job.id, '?verdict=warn,blocked')).body).toEqual(body.slice(1));
    expect((await totals(mine, job.id)).body).toEqual({ kept: true, ok: 1, warn: 1, blocked: 1 });
  });

  it('has none of a job from before plans were kept', async () => {
    const mine = await work(app);
    const { realmId: realm_id, siteId: site_id, eventId: event_id } = mine;
    const id = await insert(app, 'jobs', { realm_id, site_id, event_id, name: 'Old' });
    expect((await plan(mine, id)).body).toEqual([]);
    expect((await totals(mine, id)).body).toEqual({ kept: false, ok: 0, warn: 0, blocked: 0 });
  });

  it('is read by readers of the realm alone', async () => {
    const { mine, job } = await mixed();
    const reader = (await user(app, 'realm_user', mine.realmId)).token;
    expect((await plan(mine, job.id, '', reader)).body).toHaveLength(3);
    const other = await work(app);
    expect((await plan(other, job.id)).status).toBe(404);
    expect((await totals(other, job.id)).status).toBe(404);
  });

  it('is removed with its job', async () => {
    const { mine, job } = await mixed();
    await app.db.query('DELETE FROM task_events WHERE realm_id = $1', [mine.realmId]);
    await app.db.query('DELETE FROM tasks WHERE job_id = $1', [job.id]);
    await app.db.query('DELETE FROM jobs WHERE id = $1', [job.id]);
    const { rows } = await app.db.query('SELECT FROM job_plan_lines WHERE job_id = $1', [job.id]);
    expect(rows).toEqual([]);
  });
});
