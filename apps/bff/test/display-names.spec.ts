import { startApp, type TestApp } from './app';
import * as make from './factories';

describe('names of people, workers and the product', () => {
  let app: TestApp;
  let owner: make.Signed;
  let ids: { tasks: number; jobs: number; tickets: number };
  beforeAll(async () => {
    app = await startApp();
    const realmId = await make.realm(app);
    owner = await make.user(app, 'realm_owner', realmId);
    const siteId = await make.site(app);
    const eventId = await make.event(app, siteId);
    const login_id = await make.login(app, realmId, siteId);
    const job_id = await make.job(app, realmId, siteId, eventId);
    const task_id = await make.task(app, realmId, siteId, eventId, login_id, { job_id });
    const seat = {
      realm_id: realmId,
      site_id: siteId,
      event_id: eventId,
      login_id,
      job_id,
      task_id,
      event_guid: 'guid',
      event_name: 'Harbour City v Northgate Rovers',
      customer_identity: 'a@quayside.example',
    };
    const hold_id = await make.insert(app, 'holds', { ...seat, expires_at: new Date(), status: 'confirmed' });
    const tickets = await make.insert(app, 'tickets', {
      ...seat,
      hold_id,
      login_email: 'a@quayside.example',
    });
    ids = { tasks: task_id, jobs: job_id, tickets };
    for (const { id, kind, who } of actors()) {
      const actor = { realm_id: realmId, actor_kind: kind, actor_id: id, who };
      await make.insert(app, 'task_events', { ...actor, task_id: ids.tasks, what: 'start' });
      await make.insert(app, 'audit', { ...actor, action: 'job.start', entity: 'job', entity_id: ids.jobs });
    }
    const bought = { realm_id: realmId, actor_kind: 'user', actor_id: owner.id, who: owner.email };
    const ticket = { action: 'ticket.purchase', entity: 'ticket', entity_id: ids.tickets };
    await make.insert(app, 'audit', { ...bought, ...ticket });
  });
  afterAll(() => app.close());

  const actors = () => [
    { kind: 'user', id: owner.id, who: owner.email },
    { kind: 'worker', id: null, who: 'Machine 7' },
    { kind: 'system', id: null, who: 'sweep' },
  ];
  const read = async <T>(path: string, token = owner.token) =>
    (await app.http<T[]>('GET', `/api${path}`, { token })).body;
  const rename = (name: string) => app.db.query('UPDATE users SET name = $2 WHERE id = $1', [owner.id, name]);

  /** Whom each page names, in the order in which they acted. */
  async function named() {
    const timeline = await read<{ actor: string; what: string }>(`/tasks/${ids.tasks}/events`);
    const job = await read<{ actor: string | null; what: string }>(`/jobs/${ids.jobs}/events`);
    const ledger = await read<{ id: number; buyer: string }>('/ledger');
    const { token } = await make.admin(app);
    const audit = await read<{ actor_name: string }>(
      `/audit?action=job.start&entity_id=${ids.jobs}&sort=at`,
      token,
    );
    return {
      timeline: timeline.flatMap(({ actor, what }) => (what === 'start' ? actor : [])).reverse(),
      job: job.flatMap(({ actor, what }) => (what === 'start' ? actor : [])).sort(),
      buyer: ledger.find(({ id }) => id === ids.tickets)?.buyer,
      audit: audit.map(({ actor_name }) => actor_name),
    };
  }

  it('are the same on the timelines of tasks and jobs, in the ledger and in the audit', async () => {
    await rename('Desk owner');
    const all = ['Desk owner', 'Machine 7', 'Tessera'];
    expect(await named()).toEqual({ timeline: all, job: all, buyer: 'Desk owner', audit: all });
  });

  it('are e-mails for people without a name', async () => {
    await rename('');
    const all = [owner.email, 'Machine 7', 'Tessera'];
    const sorted = [...all].sort();
    expect(await named()).toEqual({ timeline: all, job: sorted, buyer: owner.email, audit: all });
  });
});
