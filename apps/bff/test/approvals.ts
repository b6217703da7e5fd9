import type { Duty } from '@tessera/domain';
import type { ApprovalDto } from '../src/purchases/approvals/approvals.dto';
import type { JobPlanDto } from '../src/work';
import type { Asked, TestApp } from './app';
import { admin, insert, type Signed, template, user } from './factories';
import { range, setPrices } from './prices';
import { inMinutes, type Work, work } from './work';

/** The error body of what was refused. */
export type Refusal = {
  code: string;
  reason?: string;
  context: Record<string, unknown>;
  details?: { field: string }[];
};

/** A realm with rules of approval, and people for both sides of a request. */
export type ApprovalDesk = Work & {
  templateId: number;
  launcher: Signed;
  approver: Signed;
  person: (...duties: Duty[]) => Promise<Signed>;
};

/** Realms whose launches need approvals, and requests for them. */
export function approvalDesks(app: () => TestApp) {
  /** A realm where a launch of more than 200 GBP needs an approval, and each seat costs between 50 and 100 GBP. */
  const desk = async (rules: object = {}): Promise<ApprovalDesk> => {
    const made = await work(app(), { logins: 8 });
    await setPrices(app(), { site_id: made.siteId }, range(50, 100));
    const person = (...duties: Duty[]) => user(app(), 'realm_user', made.realmId, { duties });
    const mine = {
      ...made,
      templateId: await template(app(), made.realmId, made.siteId, made.eventId),
      launcher: await person('launch'),
      approver: await person('approve'),
      person,
    };
    const { status } = await app().http('PUT', '/api/approval-rules', {
      token: mine.owner,
      body: { currency: 'GBP', per_launch: 200, per_event: 5000, per_month: 10_000, ...rules },
    });
    expect(status).toBe(200);
    return mine;
  };
  type Desk = ApprovalDesk;
  const post = <T = ApprovalDto & Refusal>(token: string, path: string, body: object = {}, on = app()) =>
    on.http<T>('POST', `/api/approvals${path}`, { token, body });
  const launchBody = (from: Desk, fields: object = {}) => ({
    template_id: from.templateId,
    login_ids: from.logins,
    worker_count: 4,
    ...fields,
  });
  const planned = async (from: Desk, token: string, fields: object = {}) => {
    const body = launchBody(from, fields);
    const plan = (await app().http<JobPlanDto>('POST', '/api/jobs/preview', { token, body })).body;
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
  return { desk, post, launchBody, askLaunch, asked, planned };
}

/** What the POST routes of approvals are called with when they are repeated with a key. */
export function approvalCalls(app: TestApp): Record<string, () => Promise<Asked & { path: string }>> {
  const request = async (fields: Record<string, unknown> = {}) => {
    const { realmId } = await work(app);
    const { id: asked_by } = await user(app, 'realm_owner', realmId);
    const id = await insert(app, 'approvals', {
      realm_id: realmId,
      kind: 'month_budget',
      object: 'GBP',
      body: { amount: 5000, currency: 'GBP' },
      name: 'GBP',
      asked: 5000,
      currency: 'GBP',
      reason: 'Keyed',
      asked_by,
      asked_who: 'test',
      expires_at: inMinutes(60),
      ...fields,
    });
    return `/approvals/${id}`;
  };
  return {
    'POST /approvals': async () => {
      const { realmId: realm_id } = await work(app);
      await app.db.query("INSERT INTO month_budgets VALUES ($1, 'GBP', '2026-01-01', 100)", [realm_id]);
      await app.db.query(
        "INSERT INTO approval_rules (realm_id, currency, per_month) VALUES ($1, 'GBP', 100)",
        [realm_id],
      );
      const body = {
        realm_id,
        kind: 'month_budget',
        budget: { amount: 5000, currency: 'GBP' },
        reason: 'More',
      };
      return { path: '/approvals', body };
    },
    'POST /approvals/{id}/withdraw': async () => {
      const { id: asked_by } = await admin(app);
      return { path: `${await request({ asked_by })}/withdraw` };
    },
    'POST /approvals/{id}/approve': async () => ({ path: `${await request()}/approve` }),
    'POST /approvals/{id}/decline': async () => ({
      path: `${await request()}/decline`,
      body: { answer: 'Not now' },
    }),
  };
}
