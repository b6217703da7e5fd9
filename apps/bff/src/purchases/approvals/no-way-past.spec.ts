import { type Duty, roles } from '@tessera/domain';
import { type Answer, startApp, type TestApp } from '../../../test/app';
import { type ApprovalDesk, approvalDesks, type Refusal } from '../../../test/approvals';
import { defined } from '../../../test/defined';
import { admin, serviceToken, type Signed, user } from '../../../test/factories';
import { newTask, taskBody } from '../../../test/work';
import type { JobDto } from '../../work';

describe('no way past the rules of approval', () => {
  let app: TestApp;
  let administrator: Signed;
  beforeAll(async () => {
    app = await startApp();
    administrator = await admin(app);
  });
  afterAll(() => app.close());
  const { desk, post, launchBody, askLaunch } = approvalDesks(() => app);

  /** Operations that would spend more than the rules allow, in a realm with a launched job and a task of its own. */
  const operations: Readonly<Record<string, (from: Spending, token: string) => Promise<Answer<Refusal>>>> = {
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
        change: { budget_per_task: 500, budget_per_seat: null, budget_currency: 'GBP' },
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
  type Spending = ApprovalDesk & { job: JobDto; jobTasks: number[]; taskId: number };
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
  const budgets = async ({ realmId }: ApprovalDesk) =>
    (
      await app.db.query<object>(
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
        const { body } = await askLaunch(mine, defined(people[asker]), {
          name: `${asker} and ${decider}`,
          draft: true,
        });
        const { status } = await post(defined(people[decider]).token, `/${body.id}/approve`);
        const isAllowed = mayDecide.has(decider) && asker !== decider;
        expect([asker, decider, status === 200]).toEqual([asker, decider, isAllowed]);
      }
  });
});
