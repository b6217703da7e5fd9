import { type Duty, roles } from '@tessera/domain';
import { type Answer, startApp, startBeside, type TestApp } from '../../../test/app';
import { concurrently } from '../../../test/concurrently';
import { admin, serviceToken, type Signed, template, user } from '../../../test/factories';
import { range, setPrices } from '../../../test/prices';
import { leaseMany, newTask, sweep, taskBody, work } from '../../../test/work';
import type { JobDto, JobPlanDto } from '../../work';
import type { ApprovalDto, CommitmentsDto } from './approvals.dto';

type Refusal = {
  code: string;
  reason?: string;
  context: Record<string, unknown>;
  details?: { field: string }[];
};

describe('approvals', () => {
  let app: TestApp;
  let beside: TestApp;
  let administrator: Signed;
  beforeAll(async () => {
    app = await startApp();
    beside = await startBeside(app);
    administrator = await admin(app);
  });
  afterAll(async () => {
    await beside.close();
    await app.close();
  });

  /** A realm where a launch of more than 200 GBP needs an approval, and each seat costs between 50 and 100 GBP. */
  const desk = async (rules: object = {}) => {
    const made = await work(app, { logins: 8 });
    await setPrices(app, { site_id: made.siteId }, range(50, 100));
    const person = (...duties: Duty[]) => user(app, 'realm_user', made.realmId, { duties });
    const mine = {
      ...made,
      templateId: await template(app, made.realmId, made.siteId, made.eventId),
      launcher: await person('launch'),
      approver: await person('approve'),
      person,
    };
    const { status } = await app.http('PUT', '/api/approval-rules', {
      token: mine.owner,
      body: { currency: 'GBP', per_launch: 200, per_event: 5000, per_month: 10_000, ...rules },
    });
    expect(status).toBe(200);
    return mine;
  };
  type Desk = Awaited<ReturnType<typeof desk>>;

  const post = <T = ApprovalDto & Refusal>(token: string, path: string, body: object = {}, on = app) =>
    on.http<T>('POST', `/api/approvals${path}`, { token, body });
  const launchBody = (from: Desk, fields: object = {}) => ({
    template_id: from.templateId,
    login_ids: from.logins,
    worker_count: 4,
    ...fields,
  });
  const planned = async (from: Desk, token: string, fields: object = {}) => {
    const body = launchBody(from, fields);
    const plan = (await app.http<JobPlanDto>('POST', '/api/jobs/preview', { token, body })).body;
    return { ...body, plan_hash: plan.plan_hash };
  };
  const askLaunch = async (from: Desk, by: Signed = from.launcher, fields: object = {}) =>
    post(by.token, '', {
      kind: 'launch',
      launch: await planned(from, by.token, fields),
      reason: 'The derby',
    });
  const asked = async (from: Desk, fields: object = {}) => {
    const { status, body } = await askLaunch(from, from.launcher, fields);
    expect([status, body.code]).toEqual([201, undefined]);
    return body;
  };
  const jobs = async (from: Desk) =>
    (await app.http<JobDto[]>('GET', '/api/jobs', { token: from.owner })).body;
  const refusal = ({ status, body }: Answer<Refusal>) => [status, body.reason ?? body.code];
  const notified = async (who: Signed) =>
    (
      await app.db.query<{ kind: string }>(
        "SELECT kind FROM notifications WHERE user_id = $1 AND topic = 'approvals' ORDER BY id",
        [who.id],
      )
    ).rows.map(({ kind }) => kind);
  const actions = async (from: Desk) =>
    (
      await app.db.query<{ action: string }>(
        "SELECT action FROM audit WHERE realm_id = $1 AND entity = 'approval' ORDER BY id",
        [from.realmId],
      )
    ).rows.map(({ action }) => action);

  it('launch for whoever asked, with the budget that was approved', async () => {
    const mine = await desk();
    const request = await asked(mine);
    expect(request).toMatchObject({
      kind: 'launch',
      status: 'pending',
      asked: 400,
      currency: 'GBP',
      cost: { currency: 'GBP', min: 200, max: 400 },
      unpriced_seats: 0,
      plan: { tasks: 4, seats: 4 },
      asked_by: mine.launcher.id,
    });
    expect(await jobs(mine)).toEqual([]);
    const { body } = await app.http<CommitmentsDto>('GET', `/api/approvals/${request.id}/commitments`, {
      token: mine.approver.token,
    });
    expect(body).toEqual({
      currency: 'GBP',
      present: null,
      rules: [
        { rule: 'per_launch', limit: 200, committed: 0 },
        { rule: 'per_event', limit: 5000, committed: 0 },
        { rule: 'per_month', limit: 10_000, committed: 0 },
      ],
    });
    const approved = await post(mine.approver.token, `/${request.id}/approve`, {
      granted: 300,
      answer: 'Go',
    });
    expect(approved.body).toMatchObject({
      status: 'approved',
      granted: 300,
      decided_who: mine.approver.email,
    });
    expect(await jobs(mine)).toMatchObject([
      { id: approved.body.job_id, budget: 300, budget_currency: 'GBP', created_by: mine.launcher.id },
    ]);
    expect(await notified(mine.approver)).toEqual(['approval_asked']);
    expect(await notified(mine.launcher)).toEqual(['approval_granted']);
    expect(await actions(mine)).toEqual(['approval.create', 'approval.approve']);
  });

  it('schedule a launch that starts at its time with nobody present, and expire at that time', async () => {
    const mine = await desk();
    const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
    const request = await asked(mine, { scheduled_at });
    expect(new Date(request.expires_at).toISOString()).toBe(scheduled_at);
    expect((await post(mine.approver.token, `/${request.id}/approve`)).status).toBe(200);
    expect(await jobs(mine)).toMatchObject([{ status: 'scheduled', scheduled_at, budget: 400 }]);
    await app.db.query('UPDATE tasks SET scheduled_at = now(), ready_at = now() WHERE realm_id = $1', [
      mine.realmId,
    ]);
    await sweep(app);
    expect(await leaseMany(mine, 4)).toHaveLength(4);
  });

  it('are decided by nobody who asked, administrators and owners included', async () => {
    const mine = await desk();
    const owner = await user(app, 'realm_owner', mine.realmId);
    for (const asker of [owner, administrator, await mine.person('launch', 'approve')]) {
      const { body } = await askLaunch(mine, asker, { name: `Of ${asker.email}` });
      for (const [path, input] of [
        ['approve', {}],
        ['decline', { answer: 'No' }],
      ] as const)
        expect(refusal(await post(asker.token, `/${body.id}/${path}`, input))).toEqual([403, 'OWN_REQUEST']);
      expect((await post(mine.approver.token, `/${body.id}/approve`)).status).toBe(200);
    }
    const tokens = await serviceToken(app, owner, { duties: ['launch', 'approve'] });
    expect(refusal(await askLaunch(mine, { ...owner, ...tokens }))).toEqual([403, 'SERVICE_TOKEN']);
  });

  it('are decided only by the duty approve, which a realm may separate from launching', async () => {
    const mine = await desk();
    const request = await asked(mine);
    for (const other of [await mine.person('launch', 'pay', 'finance', 'audit'), await mine.person()])
      for (const path of ['approve', 'decline'])
        expect((await post(other.token, `/${request.id}/${path}`, { answer: 'No' })).status).toBe(403);
    expect((await post(mine.approver.token, '', { kind: 'month_budget', reason: 'Why' })).status).toBe(403);
    expect((await post((await desk()).owner, `/${request.id}/approve`)).status).toBe(404);
    await app.db.query('UPDATE realms SET separate_approval = true WHERE id = $1', [mine.realmId]);
    const owner = await user(app, 'realm_owner', mine.realmId);
    expect((await post(owner.token, `/${request.id}/approve`)).status).toBe(403);
    const declined = await post(mine.approver.token, `/${request.id}/decline`, { answer: 'Not this week' });
    expect(declined.body).toMatchObject({ status: 'declined', answer: 'Not this week', job_id: null });
    expect(await jobs(mine)).toEqual([]);
    expect(await notified(mine.launcher)).toEqual(['approval_declined']);
    expect(await notified(owner)).toEqual([]);
  });

  it('freeze the plan: what changed is named, and the request stays to be withdrawn', async () => {
    const mine = await desk();
    const request = await asked(mine);
    await setPrices(app, { site_id: mine.siteId }, range(50, 120));
    const changed = await post(mine.approver.token, `/${request.id}/approve`);
    expect(changed).toMatchObject({
      status: 409,
      body: { code: 'PLAN_CHANGED', context: { differences: { cost: true, removed: 0 } } },
    });
    expect(refusal(await post(mine.approver.token, `/${request.id}/withdraw`))).toEqual([403, 'FORBIDDEN']);
    const withdrawn = await post(mine.launcher.token, `/${request.id}/withdraw`);
    expect(withdrawn.body.status).toBe('withdrawn');
    expect(refusal(await post(mine.approver.token, `/${request.id}/approve`))).toEqual([
      409,
      'CHANGED_MEANWHILE',
    ]);
    expect(await actions(mine)).toEqual(['approval.create', 'approval.withdraw']);
    expect((await askLaunch(mine)).status).toBe(201);
  });

  it('are open once for the same plan or budget, and only for what the rules don’t allow', async () => {
    const mine = await desk();
    const other = await mine.person('launch');
    const both = await Promise.all([askLaunch(mine), askLaunch(mine, other)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(refusal(await askLaunch(mine, mine.launcher, { worker_count: 2 }))).toEqual([
      409,
      'NO_APPROVAL_NEEDED',
    ]);
    const stale = {
      kind: 'launch',
      launch: { ...(await planned(mine, mine.owner)), worker_count: 5 },
      reason: 'x',
    };
    expect(refusal(await post(mine.owner, '', stale))).toEqual([409, 'PLAN_CHANGED']);
    const invalid = async (body: object) =>
      (await post(mine.owner, '', { reason: 'Why', ...body })).body.details?.map(({ field }) => field);
    expect(await invalid({ kind: 'launch' })).toEqual(['launch']);
    expect(await invalid({ kind: 'launch', launch: launchBody(mine) })).toEqual(['launch.plan_hash']);
    expect(await invalid({ kind: 'month_budget' })).toEqual(['budget']);
    const budget = { amount: 5, currency: 'GBP' };
    expect(await invalid({ kind: 'event_budget', budget })).toEqual(['budget.event_id']);
    expect(await invalid({ kind: 'job_budget', budget })).toEqual(['budget.job_id']);
  });

  it('need a budget where the sum isn’t known, and grant no more than was asked for', async () => {
    const mine = await desk();
    await app.db.query('DELETE FROM price_lists WHERE site_id = $1', [mine.siteId]);
    const request = await asked(mine);
    expect(request).toMatchObject({ asked: null, currency: 'GBP', unpriced_seats: 4, cost: null });
    expect((await post(mine.approver.token, `/${request.id}/approve`)).body.details).toMatchObject([
      { field: 'granted', code: 'REQUIRED' },
    ]);
    expect((await post(mine.approver.token, `/${request.id}/approve`, { granted: 700 })).status).toBe(200);
    expect(await jobs(mine)).toMatchObject([{ budget: 700, budget_currency: 'GBP' }]);
    const known = await asked(mine, { budget: 300, budget_currency: 'GBP' });
    expect(
      (await post(mine.approver.token, `/${known.id}/approve`, { granted: 301 })).body.details,
    ).toMatchObject([{ field: 'granted', code: 'TOO_LARGE' }]);
  });

  it('raise the budget of a job, and raise and remove those of events and months', async () => {
    const mine = await desk({ per_event: 500, per_month: 500 });
    const launched = await app.http<JobDto>('POST', '/api/jobs', {
      token: mine.launcher.token,
      body: launchBody(mine, { worker_count: 2 }),
    });
    const job_id = launched.body.id;
    const put = (path: string, amount: number) =>
      app.http('PUT', `/api/${path}`, { token: mine.owner, body: { amount, currency: 'GBP' } });
    await put(`on-sale/${mine.eventId}/budget`, 500);
    await put('budgets/month', 500);
    const ask = (kind: string, budget: object, token = mine.owner) =>
      post(token, '', { kind, budget: { currency: 'GBP', ...budget }, reason: 'More demand' });
    const approve = async (answer: Answer<ApprovalDto & Refusal>, input = {}) => {
      expect([answer.status, answer.body.code]).toEqual([201, undefined]);
      expect((await post(mine.approver.token, `/${answer.body.id}/approve`, input)).status).toBe(200);
    };
    await approve(await ask('job_budget', { job_id, amount: 900 }, mine.launcher.token), { granted: 800 });
    expect((await app.http<JobDto>('GET', `/api/jobs/${job_id}`, { token: mine.owner })).body.budget).toBe(
      800,
    );
    const ofEvent = { event_id: mine.eventId };
    expect((await ask('event_budget', { ...ofEvent, amount: 900 }, mine.launcher.token)).status).toBe(403);
    await approve(await ask('event_budget', { ...ofEvent, amount: 900 }));
    await approve(await ask('month_budget', { amount: 950.5 }));
    const budgets = async () =>
      (
        await app.http<{ kind: string; amount: number }[]>('GET', '/api/budgets?kind=event,month', {
          token: mine.owner,
        })
      ).body.map(({ kind, amount }) => [kind, amount]);
    expect(await budgets()).toEqual([
      ['event', 900],
      ['month', 950.5],
    ]);
    await approve(await ask('event_budget', { ...ofEvent, amount: null }));
    await approve(await ask('month_budget', { amount: null }));
    expect(await budgets()).toEqual([]);
  });

  it('expire on the database’s clock, for decisions at once and for the record by the sweep', async () => {
    const mine = await desk();
    const request = await asked(mine);
    const within = (interval: string) =>
      app.db.query(`UPDATE approvals SET expires_at = now() + interval '${interval}' WHERE id = $1`, [
        request.id,
      ]);
    await within('1 hour');
    await sweep(app);
    const get = async () =>
      (await app.http<ApprovalDto>('GET', `/api/approvals/${request.id}`, { token: mine.launcher.token }))
        .body;
    expect((await get()).status).toBe('pending');
    await within('-1 second');
    expect((await get()).status).toBe('expired');
    for (const [by, path] of [
      [mine.approver, 'approve'],
      [mine.launcher, 'withdraw'],
    ] as const)
      expect(refusal(await post(by.token, `/${request.id}/${path}`))).toEqual([409, 'REQUEST_EXPIRED']);
    const list = await app.http<ApprovalDto[]>('GET', '/api/approvals?status=pending', { token: mine.owner });
    expect(list.body).toEqual([]);
    await sweep(app);
    expect(await notified(mine.launcher)).toEqual(['approval_expired']);
    expect(await actions(mine)).toEqual(['approval.create', 'approval.expire']);
    expect((await askLaunch(mine)).status).toBe(201);
    expect(await jobs(mine)).toEqual([]);
  });

  it('are refused once the asker has left, or may not launch any more, or what they are about is gone', async () => {
    const mine = await desk();
    const ask = async (name: string) => {
      const asker = await mine.person('launch');
      return { asker, request: (await askLaunch(mine, asker, { name })).body };
    };
    const approve = async ({ request }: { request: ApprovalDto }) =>
      refusal(await post(mine.approver.token, `/${request.id}/approve`));
    const set = ({ asker }: { asker: Signed }, change: string) =>
      app.db.query(`UPDATE users SET ${change} WHERE id = $1`, [asker.id]);
    const disabled = await ask('Disabled');
    await set(disabled, "status = 'disabled'");
    expect(await approve(disabled)).toEqual([409, 'ASKER_LEFT']);
    const moved = await ask('Moved');
    await set(moved, `realm_id = ${(await desk()).realmId}`);
    expect(await approve(moved)).toEqual([409, 'ASKER_LEFT']);
    const reduced = await ask('Reduced');
    await set(reduced, "duties = '{pay}'");
    expect(await approve(reduced)).toEqual([409, 'ASKER_MAY_NOT']);
    const erased = await ask('Erased');
    await app.http('DELETE', `/api/users/${erased.asker.id}`, { token: administrator.token });
    expect(await approve(erased)).toEqual([409, 'ASKER_LEFT']);
    const gone = await ask('Gone');
    await app.http('DELETE', `/api/templates/${mine.templateId}`, { token: mine.owner });
    expect(await approve(gone)).toEqual([404, 'NOT_FOUND']);
    await app.db.query("UPDATE realms SET status = 'suspended' WHERE id = $1", [mine.realmId]);
    expect(await approve(gone)).toEqual([403, 'REALM_SUSPENDED']);
    expect(refusal(await post(administrator.token, `/${gone.request.id}/approve`))).toEqual([
      403,
      'REALM_SUSPENDED',
    ]);
    expect(await jobs(mine)).toEqual([]);
  });

  it('have one outcome of fifty approvals and withdrawals at once over two servers', async () => {
    const mine = await desk();
    const request = await asked(mine);
    const approvers = await Promise.all(Array.from({ length: 5 }, () => mine.person('approve')));
    const answers = await concurrently(50, (index) =>
      index % 2
        ? post(approvers[index % 5]!.token, `/${request.id}/approve`, {}, index % 4 > 1 ? app : beside)
        : post(mine.launcher.token, `/${request.id}/withdraw`, {}, index % 4 > 1 ? app : beside),
    );
    const done = answers.filter(({ status }) => status === 200);
    expect(done).toHaveLength(1);
    expect(answers.filter((answer) => refusal(answer)[1] === 'CHANGED_MEANWHILE')).toHaveLength(49);
    const launched = await jobs(mine);
    expect(launched).toHaveLength(done[0]!.body.status === 'approved' ? 1 : 0);
  });

  it('launch once with a repeated key', async () => {
    const mine = await desk();
    const { id } = await asked(mine);
    const approve = () =>
      app.http<ApprovalDto>('POST', `/api/approvals/${id}/approve`, {
        token: mine.approver.token,
        headers: { 'idempotency-key': `approve-${id}` },
        body: {},
      });
    const [first, second] = [await approve(), await approve()];
    expect([first.status, second.status, second.body]).toEqual([200, 200, first.body]);
    expect(await jobs(mine)).toHaveLength(1);
  });

  describe('no way past', () => {
    /** Operations that would spend more than the rules allow, in a realm with a launched job and a task of its own. */
    const operations: Readonly<Record<string, (from: Spending, token: string) => Promise<Answer<Refusal>>>> =
      {
        'launch a template': (from, token) => call(token, 'POST', 'jobs', launchBody(from)),
        'launch a job again': (from, token) =>
          call(token, 'POST', 'jobs', { from_job_id: from.job.id, worker_count: 4, budget: null }),
        'create a draft': (from, token) => call(token, 'POST', 'jobs', launchBody(from, { draft: true })),
        'schedule a launch': (from, token) =>
          call(token, 'POST', 'jobs', launchBody(from, { scheduled_at: '2099-01-01T00:00:00Z' })),
        'raise the budget of a job': (from, token) =>
          call(token, 'PATCH', `jobs/${from.job.id}`, { budget: 500 }),
        'remove the budget of a job': (from, token) =>
          call(token, 'PATCH', `jobs/${from.job.id}`, { budget: null }),
        'change the currency of a job': (from, token) =>
          call(token, 'PATCH', `jobs/${from.job.id}`, { budget_currency: 'EUR' }),
        'create a task': (from, token) => call(token, 'POST', 'tasks', taskBody(from, {})),
        'create an expensive task': (from, token) =>
          call(token, 'POST', 'tasks', taskBody(from, { budget_per_task: 201, budget_currency: 'GBP' })),
        'create many tasks': (from, token) =>
          call(
            token,
            'POST',
            'tasks',
            [1, 2, 3].map(() => taskBody(from, { budget_per_task: 99, budget_currency: 'GBP' })),
          ),
        'raise the budget of a task': (from, token) =>
          call(token, 'PATCH', `tasks/${from.taskId}`, { budget_per_task: 500 }),
        'remove the budget of a task': (from, token) =>
          call(token, 'PATCH', `tasks/${from.taskId}`, { budget_per_task: null }),
        'edit tasks in bulk': (from, token) =>
          call(token, 'POST', 'tasks/bulk', {
            command: 'edit',
            ids: [from.taskId],
            change: { budget_per_task: 500 },
          }),
        'duplicate tasks of a job': (from, token) =>
          call(token, 'POST', 'tasks/bulk', { command: 'duplicate', ids: from.jobTasks }),
        'raise the budget of the event': (from, token) =>
          call(token, 'PUT', `on-sale/${from.eventId}/budget`, {
            amount: 5001,
            currency: 'GBP',
            ...(token === administrator.token && { realm_id: from.realmId }),
          }),
        'remove the budget of the month': (from, token) =>
          call(token, 'PUT', 'budgets/month', {
            amount: null,
            currency: 'GBP',
            ...(token === administrator.token && { realm_id: from.realmId }),
          }),
      };
    const call = (token: string, method: 'POST' | 'PATCH' | 'PUT', path: string, body: object) =>
      app.http<Refusal>(method, `/api/${path}`, { token, body });
    type Spending = Desk & { job: JobDto; jobTasks: number[]; taskId: number };
    const spending = async (): Promise<Spending> => {
      const mine = await desk();
      await app.http('PUT', `/api/on-sale/${mine.eventId}/budget`, {
        token: mine.owner,
        body: { amount: 5000, currency: 'GBP' },
      });
      await app.http('PUT', '/api/budgets/month', {
        token: mine.owner,
        body: { amount: 9000, currency: 'GBP' },
      });
      const { body: job } = await app.http<JobDto>('POST', '/api/jobs', {
        token: mine.owner,
        body: launchBody(mine, { worker_count: 2 }),
      });
      const { id: taskId } = await newTask(mine, {
        start: false,
        budget_per_task: 150,
        budget_currency: 'GBP',
      });
      const { rows } = await app.db.query<{ id: number }>('SELECT id FROM tasks WHERE job_id = $1', [job.id]);
      return { ...mine, job, taskId, jobTasks: rows.map(({ id }) => id) };
    };
    /** Everything that may be spent in a realm. */
    const budgets = async ({ realmId }: Desk) =>
      (
        await app.db.query(
          `SELECT 'job' AS kind, id, budget::text, budget_currency FROM jobs WHERE realm_id = $1
           UNION ALL SELECT 'task', id, budget_per_task::text, budget_currency FROM tasks WHERE realm_id = $1 AND job_id IS NULL
           UNION ALL SELECT 'event', event_id, amount::text, currency FROM event_budgets WHERE realm_id = $1
           UNION ALL SELECT 'month', 0, amount::text, currency FROM month_budgets WHERE realm_id = $1 ORDER BY 1, 2`,
          [realmId],
        )
      ).rows;

    it('for any role and duty with any operation that can spend, on what is theirs or others’', async () => {
      const mine = await spending();
      const people = [
        ...(await Promise.all(
          roles.filter((role) => role !== 'admin').map((role) => user(app, role, mine.realmId)),
        )),
        administrator,
        ...(await Promise.all(
          ([['launch'], ['approve'], ['launch', 'approve'], ['pay'], ['finance'], ['audit']] as Duty[][]).map(
            (duties) => mine.person(...duties),
          ),
        )),
        { token: (await serviceToken(app, { token: mine.owner }, { duties: ['launch', 'approve'] })).token },
      ];
      const before = await budgets(mine);
      const stranger = await user(app, 'realm_owner', (await desk()).realmId);
      for (const attempt of Object.values(operations)) await attempt(mine, stranger.token);
      expect(await budgets(mine)).toEqual(before);
      const passed: unknown[] = [];
      for (const [operation, attempt] of Object.entries(operations))
        for (const [index, { token }] of people.entries()) {
          const { status, body } = await attempt(mine, token);
          const isRefused = body.code === 'APPROVAL_NEEDED' || [400, 401, 403, 404].includes(status);
          if (!isRefused) passed.push([operation, index, status, body.code]);
        }
      expect(passed).toEqual([]);
      expect(await budgets(mine)).toEqual(before);
      // Those who may launch are refused for the sum, and for nothing else.
      for (const [operation, attempt] of Object.entries(operations))
        expect([operation, (await attempt(mine, mine.owner)).body.code]).toEqual([
          operation,
          'APPROVAL_NEEDED',
        ]);
    });

    it('by deciding one’s own request, or that of another without the duty', async () => {
      const mine = await spending();
      const people: Record<string, Signed> = {
        owner: await user(app, 'realm_owner', mine.realmId),
        administrator,
        launches: await mine.person('launch'),
        both: await mine.person('launch', 'approve'),
        approves: await mine.person('approve'),
        reads: await mine.person('pay', 'finance', 'audit'),
        stranger: await user(app, 'realm_owner', (await desk()).realmId),
      };
      const mayDecide = new Set(['owner', 'administrator', 'both', 'approves']);
      for (const asker of ['owner', 'administrator', 'launches', 'both'])
        for (const decider of Object.keys(people)) {
          const { body } = await askLaunch(mine, people[asker]!, {
            name: `${asker} and ${decider}`,
            draft: true,
          });
          const { status } = await post(people[decider]!.token, `/${body.id}/approve`);
          const isAllowed = mayDecide.has(decider) && asker !== decider;
          expect([asker, decider, status === 200]).toEqual([asker, decider, isAllowed]);
        }
    });
  });
});
