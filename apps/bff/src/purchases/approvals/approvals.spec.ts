import { type Answer, startApp, startBeside, type TestApp } from '../../../test/app';
import { type ApprovalDesk, approvalDesks, type Refusal } from '../../../test/approvals';
import { concurrently } from '../../../test/concurrently';
import { admin, serviceToken, type Signed, user } from '../../../test/factories';
import { range, setPrices } from '../../../test/prices';
import { openStream, type StreamEvent } from '../../../test/stream';
import { leaseMany, sweep } from '../../../test/work';
import type { JobDto } from '../../work';
import type { ApprovalDto, CommitmentsDto } from './approvals.dto';

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

  const { desk, post, launchBody, askLaunch, asked, planned } = approvalDesks(() => app);
  const jobs = async (from: ApprovalDesk) =>
    (await app.http<JobDto[]>('GET', '/api/jobs', { token: from.owner })).body;
  const refusal = ({ status, body }: Answer<Refusal>) => [status, body.reason ?? body.code];
  const notified = async (who: Signed) =>
    (
      await app.db.query<{ kind: string }>(
        "SELECT kind FROM notifications WHERE user_id = $1 AND topic = 'approvals' ORDER BY id",
        [who.id],
      )
    ).rows.map(({ kind }) => kind);
  const actions = async (from: ApprovalDesk) =>
    (
      await app.db.query<{ action: string }>(
        "SELECT action FROM audit WHERE realm_id = $1 AND entity = 'approval' ORDER BY id",
        [from.realmId],
      )
    ).rows.map(({ action }) => action);

  it('launch for the person who asked, with the budget that was approved', async () => {
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

  it('tell an administrator who asked of the decision, once, and nobody else', async () => {
    const mine = await desk();
    const before = await notified(administrator);
    const { body } = await askLaunch(mine, administrator, { name: 'Of an administrator' });
    await post(mine.approver.token, `/${body.id}/decline`, { answer: 'No' });
    expect((await notified(administrator)).slice(before.length)).toEqual(['approval_declined']);
    expect(await notified(mine.approver)).toEqual(['approval_asked']);
    const { body: late } = await askLaunch(mine, administrator, { name: 'Of an administrator' });
    await app.db.query("UPDATE approvals SET expires_at = now() - interval '1 second' WHERE id = $1", [
      late.id,
    ]);
    await sweep(app);
    expect((await notified(administrator)).slice(before.length + 1)).toEqual(['approval_expired']);
  });

  it('of an administrator are decided in one transaction', async () => {
    const few = await startBeside(app, { DATABASE_POOL: '2' });
    try {
      // With a second one each, all would wait for a connection that another one of them has.
      const desks = await Promise.all(Array.from({ length: 4 }, () => desk()));
      const decided = await Promise.all(
        desks.map(async (mine, index) => {
          const { body } = await askLaunch(mine, administrator);
          const decision = index % 2 === 0 ? 'approve' : 'decline';
          return post(mine.approver.token, `/${body.id}/${decision}`, { answer: 'So be it' }, few);
        }),
      );
      expect(decided.map(({ status }) => status)).toEqual(desks.map(() => 200));
    } finally {
      await few.close();
    }
  });

  it('are followed by the pages of their realm alone', async () => {
    const [mine, other] = [await desk(), await desk()];
    const [own, foreign] = [await openStream(app, mine.owner), await openStream(app, other.owner)];
    const isAbout =
      (change: string, status: string) =>
      ({ data }: StreamEvent) => {
        const event = data as { topic?: string; change?: string; row?: ApprovalDto };
        return event.topic === 'approvals' && event.change === change && event.row?.status === status;
      };
    await Promise.all([own, foreign].map(({ next }) => next(({ event }) => event === 'ready')));
    const request = await asked(mine);
    await own.next(isAbout('insert', 'pending'));
    await post(mine.approver.token, `/${request.id}/decline`, { answer: 'No' });
    await own.next(isAbout('update', 'declined'));
    const theirs = await asked(other);
    await foreign.next(isAbout('insert', 'pending'));
    const seen = foreign.seen.map(({ data }) => data as { topic?: string; id?: number });
    expect(seen.filter(({ topic }) => topic === 'approvals').map(({ id }) => id)).toEqual([theirs.id]);
    own.close();
    foreign.close();
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
});
