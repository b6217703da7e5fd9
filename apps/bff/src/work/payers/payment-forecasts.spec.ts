import { startApp, type TestApp } from '../../../test/app';
import { basket, paidBefore, readPayers, setOn } from '../../../test/baskets';
import { defined } from '../../../test/defined';
import * as make from '../../../test/factories';
import { launch, templateOf } from '../../../test/jobs';
import { inMinutes, newTasks, type Work, work } from '../../../test/work';
import type { JobPlanDto } from '../jobs/jobs.dto';
import type { PaymentForecastDto, PaymentHelp, PaymentHelpKind } from './payers.dto';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const ownerOf = ({ owner }: Work) => ({ token: owner });
const forecast = async (mine: Work): Promise<PaymentForecastDto> =>
  (await readPayers(mine, ownerOf(mine))).forecast;
const helpOf = ({ help }: PaymentForecastDto, kind: PaymentHelpKind): PaymentHelp | undefined =>
  help.find((one) => one.kind === kind);

/** A person who is on, with a pace. */
async function onWith(mine: Work, pace: number) {
  const person = await make.user(app, 'realm_user', mine.realmId, { duties: ['pay'] });
  await paidBefore(mine, person.id, [pace, pace, pace]);
  await setOn(mine, person);
  return person;
}

/** A launch in an hour, so that nothing has started. */
async function scheduled(mine: Work, fields: object = {}) {
  const template_id = await templateOf(mine, { seats_per_worker: 2 });
  return launch(mine, { template_id, scheduled_at: inMinutes(60), ...fields });
}

/** Says how long the site's baskets last, from three that have ended. */
async function lasting(mine: Work, seconds: number) {
  for (let count = 0; count < 3; count += 1) {
    const id = await basket(mine, { lasts_s: seconds });
    await app.db.query("UPDATE holds SET status = 'removed' WHERE task_id = $1", [id]);
    await app.db.query("UPDATE tasks SET status = 'stopped' WHERE id = $1", [id]);
  }
}

describe('the forecast of an event', () => {
  it('is nothing without baskets', async () => {
    expect(await forecast(await work(app))).toEqual({
      baskets: 0,
      held: 0,
      waiting: 0,
      baskets_per_minute: 0,
      paid_per_minute: 0,
      expire: 0,
      first_expiry_at: null,
      pace_s: 60,
      help: [],
    });
  });

  it('counts what is held, and what the people who are on can pay until it expires', async () => {
    const mine = await work(app);
    await onWith(mine, 30);
    for (const lasts_s of [100, 100, 100, 50])
      await basket(mine, { lasts_s, fields: { requeued_after_lapse: true } });
    // Paid at 30, 60 and 90 s; the fourth would be at 120 s.
    const seen = await forecast(mine);
    expect(seen).toMatchObject({ baskets: 4, held: 4, paid_per_minute: 2, expire: 1, baskets_per_minute: 0 });
    expect(Date.parse(defined(seen.first_expiry_at ?? undefined))).toBeGreaterThan(Date.now() + 60_000);
    expect(helpOf(seen, 'payers')).toMatchObject({ count: 1, expire: 0 });
    await onWith(mine, 30);
    expect(await forecast(mine)).toMatchObject({ expire: 0, first_expiry_at: null, help: [] });
  });

  it('counts the second basket of a task whose seats expire', async () => {
    const mine = await work(app);
    await basket(mine, { lasts_s: 100 });
    expect(await forecast(mine)).toMatchObject({ baskets: 1, expire: 2 });
  });

  it('gives a claimed basket to who has claimed it, whether they are on or not', async () => {
    const mine = await work(app);
    const nel = await onWith(mine, 30);
    const ids = [await basket(mine, { lasts_s: 40 }), await basket(mine, { lasts_s: 50 })];
    await app.db.query('UPDATE tasks SET requeued_after_lapse = true WHERE id = ANY ($1)', [ids]);
    // The first is paid at 30 s, the second would be at 60 s.
    expect(await forecast(mine)).toMatchObject({ expire: 1 });
    const claim = (who: { token: string }, id: number | undefined) =>
      app.http('POST', `/api/pay-queue/${id ?? 0}/claim`, { token: who.token, body: {} });
    await claim(ownerOf(mine), ids[0]);
    expect(await forecast(mine)).toMatchObject({ expire: 0 });
    // Nel has claimed the second 25 s ago, and is free for nothing else.
    await claim(nel, ids[1]);
    await app.db.query("UPDATE pay_claims SET claimed_at = now() - interval '25 seconds' WHERE id = $1", [
      ids[1],
    ]);
    expect(await forecast(mine)).toMatchObject({ expire: 0, held: 2 });
  });

  it("leaves out what people don't pay: tasks that buy, pause, wait in line or are drafts", async () => {
    const mine = await work(app, { logins: 5 });
    const tasks = await newTasks(
      mine,
      mine.logins.map((login_id) => ({ login_id, seats_to_set: 2 })),
    );
    expect(await forecast(mine)).toMatchObject({ baskets: 5, baskets_per_minute: 5 });
    const [first, second, third, fourth] = tasks.map(({ id }) => id);
    await app.db.query("UPDATE tasks SET mode = 'buy' WHERE id = $1", [first]);
    await app.db.query('UPDATE tasks SET paused = true WHERE id = $1', [second]);
    await app.db.query("UPDATE tasks SET status = 'idle', ready_at = NULL WHERE id = $1", [third]);
    await app.db.query("UPDATE tasks SET status = 'waiting_room', ready_at = NULL WHERE id = $1", [fourth]);
    expect(await forecast(mine)).toMatchObject({ baskets: 1, waiting: 1 });
  });

  it('counts no more baskets of a job than its target needs', async () => {
    const mine = await work(app, { logins: 6 });
    await scheduled(mine, { seats_target: 5 });
    expect(await forecast(mine)).toMatchObject({ baskets: 3 });
  });

  it('lets tasks bring baskets as workers have room for them', async () => {
    const mine = await work(app, { logins: 4 });
    await scheduled(mine, { scheduled_at: inMinutes(1) });
    await app.http('POST', '/api/worker/v1/lease', {
      token: mine.worker,
      body: { worker: 'worker-1', capacity: 1, wait_s: 0 },
    });
    await app.db.query('UPDATE workers SET capacity = 1');
    // One at a time, 15 s each: all within the minute that follows.
    expect(await forecast(mine)).toMatchObject({ baskets: 4, baskets_per_minute: 4 });
    await app.db.query('UPDATE tasks SET seats_to_set = 1 WHERE realm_id = $1', [mine.realmId]);
  });

  it('is of the realm alone', async () => {
    const mine = await work(app);
    const other = await work(app, { on: mine });
    await basket(mine);
    expect(await forecast(other)).toMatchObject({ baskets: 0, held: 0 });
  });
});

describe('what helps', () => {
  it('is true: with so many more people, no basket expires', async () => {
    const mine = await work(app, { logins: 12 });
    await lasting(mine, 120);
    await scheduled(mine);
    const before = await forecast(mine);
    const count = defined(helpOf(before, 'payers')?.count ?? undefined);
    // 12 at once, each within 120 s at 60 s: one person pays one, since the second would be recorded as it expires.
    expect(count).toBe(12);
    for (let more = 1; more < count; more += 1) {
      await setOn(mine, await make.user(app, 'realm_user', mine.realmId, { duties: ['pay'] }));
    }
    expect((await forecast(mine)).expire).toBeGreaterThan(0);
    await setOn(mine, await make.user(app, 'realm_user', mine.realmId, { duties: ['pay'] }));
    expect(await forecast(mine)).toMatchObject({ expire: 0, help: [] });
  });

  it('is true: with the spread of the job no basket expires, and undone it is as before', async () => {
    const mine = await work(app, { logins: 12 });
    await lasting(mine, 120);
    const { id } = await scheduled(mine);
    await onWith(mine, 40);
    const before = await forecast(mine);
    const spread = defined(helpOf(before, 'spread'));
    expect(spread).toMatchObject({ job_id: id, tasks: 12, expire: 0 });
    const apart = defined(spread.seconds ?? undefined);
    const set = (launch_delay: number) =>
      app.http<{ config: { launch_delay: number } }>('PATCH', `/api/jobs/${id}`, {
        token: mine.owner,
        body: { launch_delay },
      });
    expect((await set(apart - 1)).status).toBe(200);
    expect((await forecast(mine)).expire).toBeGreaterThan(0);
    expect((await set(apart)).body.config.launch_delay).toBe(apart);
    expect(await forecast(mine)).toMatchObject({ expire: 0, help: [] });
    const { rows } = await app.db.query<{ last: Date }>(
      'SELECT max(scheduled_at) AS last FROM tasks WHERE job_id = $1',
      [id],
    );
    expect(Math.abs(rows[0]!.last.getTime() - Date.parse(spread.last_start_at ?? ''))).toBeLessThan(1000);
    await set(0);
    expect(await forecast(mine)).toMatchObject({ expire: before.expire });
  });

  it('is true: with the job that buys, as many expire as was said', async () => {
    const mine = await work(app, { logins: 4 });
    await lasting(mine, 60);
    const { id } = await scheduled(mine);
    await app.db.query(`UPDATE jobs SET config = config || '{"price_levels": ["Level C"]}' WHERE id = $1`, [
      id,
    ]);
    await basket(mine, { lasts_s: 30, fields: { requeued_after_lapse: true } });
    const buy = defined(helpOf(await forecast(mine), 'buy'));
    expect(buy).toMatchObject({ job_id: id, tasks: 4, levels: ['Level C'], expire: 1, count: null });
    await app.db.query("UPDATE tasks SET mode = 'buy' WHERE job_id = $1", [id]);
    expect(await forecast(mine)).toMatchObject({ expire: 1 });
  });

  it('moves no job that has started', async () => {
    const mine = await work(app, { logins: 3 });
    await lasting(mine, 30);
    await launch(mine, { template_id: await templateOf(mine) });
    const { help, expire } = await forecast(mine);
    expect(expire).toBe(6);
    expect(help).toEqual([]);
  });
});

describe('the launch delay of a job', () => {
  const patch = (mine: Work, id: number, body: object) =>
    app.http<{ reason?: string }>('PATCH', `/api/jobs/${id}`, { token: mine.owner, body });
  const startsOf = async (id: number) =>
    (
      await app.db.query<{ s: number }>(
        `SELECT extract(epoch FROM t.scheduled_at - j.scheduled_at)::float8 AS s FROM tasks t JOIN jobs j ON j.id = t.job_id
         WHERE j.id = $1 ORDER BY t.job_index`,
        [id],
      )
    ).rows.map(({ s }) => s);

  it('moves the starts of its tasks, and is in its timeline', async () => {
    const mine = await work(app, { logins: 3 });
    const { id } = await scheduled(mine);
    expect(await startsOf(id)).toEqual([0, 0, 0]);
    await patch(mine, id, { launch_delay: 40 });
    expect(await startsOf(id)).toEqual([0, 40, 80]);
    await patch(mine, id, { scheduled_at: inMinutes(90) });
    expect(await startsOf(id)).toEqual([0, 40, 80]);
    const { body } = await app.http<{ what: string; changes: object | null }[]>(
      'GET',
      `/api/jobs/${id}/events`,
      { token: mine.owner },
    );
    expect(body.find(({ changes }) => changes && 'launch_delay' in changes)?.changes).toEqual({
      launch_delay: 40,
    });
  });

  it('stays once a task has started, and of a draft is kept for its start', async () => {
    const mine = await work(app, { logins: 3 });
    const started = await launch(mine, { template_id: await templateOf(mine) });
    const refused = await patch(mine, started.id, { launch_delay: 40 });
    expect([refused.status, refused.body.reason]).toEqual([409, 'JOB_STARTED']);
    const draft = await launch(mine, { template_id: await templateOf(mine), draft: true });
    expect((await patch(mine, draft.id, { launch_delay: 40 })).status).toBe(200);
    const { rows } = await app.db.query('SELECT FROM tasks WHERE job_id = $1 AND scheduled_at IS NOT NULL', [
      draft.id,
    ]);
    expect(rows).toEqual([]);
  });
});

describe('a plan', () => {
  const preview = async (mine: Work, body: object) =>
    (await app.http<JobPlanDto>('POST', '/api/jobs/preview', { token: mine.owner, body })).body;

  it('counts its baskets with those of the event, and spreads its own starts', async () => {
    const mine = await work(app, { logins: 4 });
    await lasting(mine, 90);
    await onWith(mine, 40);
    const template_id = await templateOf(mine);
    const plan = await preview(mine, { template_id });
    expect(plan.payments).toMatchObject({ baskets: 4, held: 0 });
    const spread = defined(plan.payments?.help.find(({ kind }) => kind === 'spread'));
    expect(spread).toMatchObject({ job_id: null, job_name: null, tasks: 4 });
    const better = await preview(mine, { template_id, launch_delay: spread.seconds });
    expect(better.payments).toMatchObject({ expire: 0, help: [] });
    await basket(mine);
    expect((await preview(mine, { template_id })).payments).toMatchObject({ baskets: 5, held: 1 });
    // Who is on isn't part of the plan that is launched.
    expect((await preview(mine, { template_id })).plan_hash).toBe(plan.plan_hash);
  });

  it('says nothing where its tasks buy', async () => {
    const mine = await work(app, { logins: 2 });
    const template_id = await templateOf(mine, { type: 'buy' });
    expect((await preview(mine, { template_id })).payments).toBeNull();
  });
});

describe('readiness', () => {
  const checkOf = async (mine: Work) => {
    const { body } = await app.http<{ sales: { checks: { check: string }[] }[] }>(
      'GET',
      `/api/dashboard/on-sales?event_id=${mine.eventId}`,
      {
        token: mine.owner,
      },
    );
    return body.sales[0]?.checks.find(({ check }) => check === 'payers');
  };

  it('warns while baskets would expire, and says nothing without baskets', async () => {
    const mine = await work(app, { logins: 3 });
    expect(await checkOf(mine)).toBeUndefined();
    await scheduled(mine);
    expect(await checkOf(mine)).toEqual({ check: 'payers', state: 'warning', have: 0, need: 3 });
    await onWith(mine, 30);
    expect(await checkOf(mine)).toEqual({ check: 'payers', state: 'ok', have: 3, need: 3 });
  });
});

describe('an event of ten thousand tasks', () => {
  it('is answered without a statement per task', async () => {
    const mine = await work(app, { max_tasks: 20_000 });
    await app.db.query(
      `INSERT INTO tasks (realm_id, site_id, event_id, login_id, name, status, scheduled_at, ready_at, queue_name, boss_job_id, job_index)
       SELECT $1, $2::int, $3, $4, 'Task ' || n, 'scheduled', now() + interval '1 hour', now() + interval '1 hour', 'site.' || $2::int,
         gen_random_uuid(), n FROM generate_series(0, 9999) n`,
      [mine.realmId, mine.siteId, mine.eventId, mine.logins[0]],
    );
    await onWith(mine, 30);
    const seen = await forecast(mine);
    expect(seen).toMatchObject({ baskets: 10_000, baskets_per_minute: 10_000 });
    expect(seen.expire).toBeGreaterThan(10_000);
  });
});
