import { type Answer, startApp, startBeside, type TestApp } from '../../../test/app';
import { concurrently } from '../../../test/concurrently';
import { admin, event, template, user } from '../../../test/factories';
import { range, setPrices } from '../../../test/prices';
import {
  inMinutes,
  lease,
  leaseOne,
  newTask,
  seat,
  taskBody,
  under,
  type Work,
  work,
} from '../../../test/work';
import type { JobDto } from '../jobs/jobs.dto';
import type { ApprovalRulesDto } from './approval-rules.dto';

type Refusal = { code: string; reason?: string; context: Record<string, unknown> };

describe('rules of approval', () => {
  let app: TestApp;
  let administrator: string;
  beforeAll(async () => {
    app = await startApp();
    administrator = (await admin(app)).token;
  });
  afterAll(() => app.close());

  const setRules = (token: string, rules: object) =>
    app.http<ApprovalRulesDto>('PUT', '/api/approval-rules', {
      token,
      body: { currency: 'GBP', per_launch: null, per_event: null, per_month: null, ...rules },
    });
  /** A realm where each seat costs between 50 and 100 GBP. */
  const desk = async (rules?: object) => {
    const mine = await work(app, { logins: 4 });
    await setPrices(app, { site_id: mine.siteId }, range(50, 100));
    if (rules) expect((await setRules(mine.owner, rules)).status).toBe(200);
    return { ...mine, templateId: await template(app, mine.realmId, mine.siteId, mine.eventId) };
  };
  type Desk = Awaited<ReturnType<typeof desk>>;
  const launch = (from: Desk, fields: object = {}, on = app) =>
    on.http<JobDto & Refusal>('POST', '/api/jobs', {
      token: from.owner,
      body: { template_id: from.templateId, login_ids: from.logins, worker_count: 2, ...fields },
    });
  const launched = async (from: Desk, fields: object = {}) => {
    const { status, body } = await launch(from, fields);
    expect([status, body.code]).toEqual([201, undefined]);
    return body;
  };
  const setBudget = (from: Work, id: number, fields: object) =>
    app.http<JobDto & Refusal>('PATCH', `/api/jobs/${id}`, { token: from.owner, body: fields });
  const create = (from: Work, fields: object, extra: object[] = []) =>
    app.http<Refusal & { id: number }>('POST', '/api/tasks', {
      token: from.owner,
      body: extra.length > 0 ? [taskBody(from, { ...fields }), ...extra] : taskBody(from, { ...fields }),
    });
  const refusal = ({ status, body }: Answer<Refusal>) => [
    status,
    body.code,
    body.context.rule ?? body.reason,
  ];
  const perTask = (budget_per_task: number, budget_currency = 'GBP') => ({
    budget_per_task,
    budget_currency,
  });

  it('are set by owners and administrators, and removed when no limit is left', async () => {
    const mine = await desk();
    const none = { currency: null, per_launch: null, per_event: null, per_month: null };
    const get = () => app.http<ApprovalRulesDto>('GET', '/api/approval-rules', { token: mine.owner });
    expect((await get()).body).toEqual({ realm_id: mine.realmId, ...none });
    const rules = { currency: 'GBP', per_launch: 500, per_event: null, per_month: 2000.5 };
    expect((await setRules(mine.owner, rules)).body).toEqual({ realm_id: mine.realmId, ...rules });
    expect((await get()).body).toEqual({ realm_id: mine.realmId, ...rules });
    expect((await setRules(administrator, rules)).status).toBe(400);
    const changed = await setRules(administrator, { ...rules, realm_id: mine.realmId, per_launch: 9 });
    expect(changed.body.per_launch).toBe(9);
    expect((await setRules(mine.owner, { per_launch: 1.5, currency: 'JPY' })).status).toBe(400);
    const reader = await user(app, 'realm_user', mine.realmId, { duties: ['launch', 'approve'] });
    expect((await setRules(reader.token, rules)).status).toBe(403);
    expect((await setRules(mine.owner, {})).body).toEqual({ realm_id: mine.realmId, ...none });
    const { rows } = await app.db.query(
      "SELECT before, after FROM audit WHERE realm_id = $1 AND action = 'realm.approval_rules' ORDER BY id DESC LIMIT 1",
      [mine.realmId],
    );
    expect(rows).toEqual([{ before: { ...rules, per_launch: 9 }, after: null }]);
  });

  it('let launch up to the sum, and give the job what it was counted with as its budget', async () => {
    const mine = await desk({ per_launch: 200 });
    expect(await launched(mine)).toMatchObject({ budget: 200, budget_currency: 'GBP' });
    expect(await launched(mine, { budget: 120, budget_currency: 'GBP', worker_count: 4 })).toMatchObject({
      budget: 120,
    });
    expect(await launch(mine, { worker_count: 3 })).toMatchObject({
      status: 409,
      body: {
        code: 'APPROVAL_NEEDED',
        context: { rule: 'per_launch', limit: 200, committed: 0, asked: 300, currency: 'GBP' },
      },
    });
    expect(refusal(await launch(mine, { budget: 200.01, budget_currency: 'GBP' }))[2]).toBe('per_launch');
    expect(refusal(await launch(mine, { budget: 5, budget_currency: 'EUR' }))[2]).toBe('per_launch');
    expect(refusal(await launch(mine, { draft: true, worker_count: 3 }))[2]).toBe('per_launch');
    const job = await launched(mine);
    const again = { template_id: undefined, from_job_id: job.id, login_ids: undefined, worker_count: 3 };
    expect((await launched(mine, again)).budget).toBe(200);
    expect(refusal(await launch(mine, { ...again, budget: null }))[2]).toBe('per_launch');
  });

  it('take a launch with seats of an unknown price only with a budget', async () => {
    const mine = await desk({ per_launch: 200 });
    await app.db.query('DELETE FROM price_lists WHERE site_id = $1', [mine.siteId]);
    expect(await launch(mine)).toMatchObject({
      status: 409,
      body: { code: 'APPROVAL_NEEDED', reason: 'UNKNOWN_SUM', context: { asked: null } },
    });
    expect(await launched(mine, { budget: 200, budget_currency: 'GBP' })).toMatchObject({ budget: 200 });
  });

  it('count what is committed to an event and in a month: spent, reserved, and what jobs may still spend', async () => {
    const mine = await desk({ per_event: 500, per_month: 700 });
    const first = await launched(mine);
    await launched(mine);
    expect(await launch(mine)).toMatchObject({
      body: {
        code: 'APPROVAL_NEEDED',
        context: { rule: 'per_event', limit: 500, committed: 400, asked: 200 },
      },
    });
    const event_id = await event(app, mine.siteId);
    await launched(mine, { event_id, worker_count: 3 });
    expect(refusal(await launch(mine, { event_id, worker_count: 1 }))[2]).toBe('per_month');
    // Neither a stop nor a deletion frees what a start or an undo would bring back.
    await app.http('POST', `/api/jobs/${first.id}/control`, { token: mine.owner, body: { command: 'stop' } });
    expect(refusal(await launch(mine))[2]).toBe('per_event');
    await app.http('DELETE', `/api/jobs/${first.id}`, { token: mine.owner });
    expect(refusal(await launch(mine))[2]).toBe('per_event');
    await app.http('POST', `/api/jobs/${first.id}/restore`, { token: mine.owner });
    expect((await setBudget(mine, first.id, { budget: 0 })).status).toBe(200);
    await launched(mine);
  });

  it('count a hold once: what a job reserves and spends is part of its budget', async () => {
    const mine = await desk({ per_event: 300 });
    const job = await launched(mine);
    const { lease_id } = await leaseOne(mine);
    const held = await under(mine, lease_id, 'hold', { seats: [seat(1, 60)], expires_at: inMinutes(10) });
    expect(held.status).toBe(200);
    expect(refusal(await launch(mine))[2]).toBe('per_event');
    await launched(mine, { worker_count: 1 });
    expect((await setBudget(mine, job.id, { budget: 200.01 })).body.context).toMatchObject({
      committed: 300,
      asked: 0.01,
    });
  });

  it('take a raised or removed budget of a job as another launch, a lower one as none', async () => {
    const mine = await desk({ per_launch: 250, per_event: 400 });
    const job = await launched(mine);
    expect((await setBudget(mine, job.id, { budget: 250 })).status).toBe(200);
    expect(refusal(await setBudget(mine, job.id, { budget: 251 }))[2]).toBe('per_launch');
    expect(refusal(await setBudget(mine, job.id, { budget_currency: 'EUR' }))[2]).toBe('per_launch');
    expect(await setBudget(mine, job.id, { budget: null })).toMatchObject({
      status: 409,
      body: { code: 'APPROVAL_NEEDED', reason: 'BUDGET_REQUIRED' },
    });
    await launched(mine, { worker_count: 1 });
    expect((await setBudget(mine, job.id, { budget: 100 })).status).toBe(200);
    // A budget of a seat or a task never lifts the job's.
    expect((await setBudget(mine, job.id, { budget_per_task: 5000 })).status).toBe(200);
    expect((await setBudget(mine, job.id, { budget: 250 })).status).toBe(200);
    await launched(mine, { budget: 50, budget_currency: 'GBP' });
    expect(refusal(await setBudget(mine, job.id, { budget: 250.01 }))[2]).toBe('per_launch');
  });

  it('take budgets of events and months up to the limit, and neither a raise above it nor their removal', async () => {
    const mine = await desk({ per_event: 300, per_month: 900 });
    const ofEvent = (amount: number | null, currency = 'GBP') =>
      app.http<Refusal>('PUT', `/api/on-sale/${mine.eventId}/budget`, {
        token: mine.owner,
        body: { amount, currency },
      });
    const ofMonth = (amount: number | null, currency = 'GBP') =>
      app.http<Refusal>('PUT', '/api/budgets/month', { token: mine.owner, body: { amount, currency } });
    expect((await ofEvent(100)).status).toBe(200);
    expect((await ofEvent(300)).status).toBe(200);
    expect(await ofEvent(300.01)).toMatchObject({
      status: 409,
      body: { code: 'APPROVAL_NEEDED', context: { rule: 'per_event', limit: 300, asked: 300.01 } },
    });
    expect(refusal(await ofEvent(null))[2]).toBe('per_event');
    expect(refusal(await ofEvent(5, 'EUR'))[2]).toBe('per_event');
    expect((await ofMonth(1000)).status).toBe(200);
    expect((await ofMonth(950)).status).toBe(200);
    expect(refusal(await ofMonth(960))[2]).toBe('per_month');
    expect(refusal(await ofMonth(null))[2]).toBe('per_month');
    expect((await ofMonth(900)).status).toBe(200);
  });

  it('need a budget of each task without a job, and count it: created, copied, edited', async () => {
    const mine = await desk({ per_launch: 300, per_event: 500 });
    expect(await create(mine, {})).toMatchObject({
      status: 409,
      body: { code: 'APPROVAL_NEEDED', reason: 'BUDGET_REQUIRED' },
    });
    expect(refusal(await create(mine, perTask(301)))[2]).toBe('per_launch');
    expect(refusal(await create(mine, perTask(20, 'EUR')))[2]).toBe('per_launch');
    expect(refusal(await create(mine, perTask(200), [taskBody(mine, perTask(101))]))[2]).toBe('per_launch');
    const task = await newTask(mine, perTask(300));
    expect(refusal(await create(mine, perTask(201)))[2]).toBe('per_event');
    const bulk = (body: object) =>
      app.http<Refusal>('POST', '/api/tasks/bulk', { token: mine.owner, body: { ids: [task.id], ...body } });
    expect(refusal(await bulk({ command: 'duplicate' }))[2]).toBe('per_event');
    const patch = (change: object) =>
      app.http<Refusal>('PATCH', `/api/tasks/${task.id}`, { token: mine.owner, body: change });
    const all = { budget_per_task: 300, budget_per_seat: null, budget_currency: 'GBP' };
    for (const change of [{ budget_per_task: 301 }, { budget_per_task: null }, { budget_currency: 'EUR' }]) {
      expect(refusal(await patch(change)).slice(0, 2)).toEqual([409, 'APPROVAL_NEEDED']);
      const edit = { command: 'edit', change: { ...all, ...change } };
      expect(refusal(await bulk(edit)).slice(0, 2)).toEqual([409, 'APPROVAL_NEEDED']);
    }
    expect((await patch({ budget_per_task: 250 })).status).toBe(200);
    expect((await bulk({ command: 'duplicate' })).status).toBe(200);
  });

  it('refuse seats of what was launched before them without a budget, until it has one', async () => {
    const mine = await desk();
    const job = await launched(mine, { worker_count: 1 });
    await newTask(mine);
    await setRules(mine.owner, { per_launch: 300 });
    const leases = await lease(mine, 2);
    const hold = (lease_id: string, number: number) =>
      under<Refusal>(mine, lease_id, 'hold', { seats: [seat(number, 60)], expires_at: inMinutes(10) });
    for (const [index, { lease_id }] of leases.entries())
      expect(refusal(await hold(lease_id, index))).toEqual([409, 'BUDGET_REACHED', 'NOT_APPROVED']);
    const ofJob = leases.find(({ task }) => task.job_id === job.id)!;
    expect((await setBudget(mine, job.id, { budget: 60, budget_currency: 'GBP' })).status).toBe(200);
    expect((await hold(ofJob.lease_id, 9)).status).toBe(200);
  });

  it('start, retry and re-run without an approval what its own budget binds', async () => {
    const mine = await desk({ per_launch: 100, per_event: 100 });
    const job = await launched(mine, { worker_count: 1, login_ids: [mine.logins[0]] });
    const control = (command: string) =>
      app.http('POST', `/api/jobs/${job.id}/control`, { token: mine.owner, body: { command } });
    expect((await control('stop')).status).toBe(200);
    expect((await control('start')).status).toBe(200);
    const leased = await leaseOne(mine);
    const refused = await under<Refusal>(mine, leased.lease_id, 'hold', {
      seats: [seat(1, 100.01)],
      expires_at: inMinutes(10),
    });
    expect(refused.body).toMatchObject({ code: 'BUDGET_REACHED', context: { budget: 'job', room: 100 } });
  });

  it('are never passed by launches at once over two servers', async () => {
    const mine = await desk({ per_event: 500 });
    const beside = await startBeside(app);
    const answers = await concurrently(10, (index) =>
      launch(mine, { worker_count: 1 }, index % 2 ? app : beside),
    );
    await beside.close();
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(answers.filter(({ body }) => body.code === 'APPROVAL_NEEDED')).toHaveLength(5);
  });

  it('belong to one realm', async () => {
    const mine = await desk({ per_launch: 1 });
    const other = await desk();
    await launched(other, { worker_count: 4 });
    expect((await launch(mine)).status).toBe(409);
  });
});
