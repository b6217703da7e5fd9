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

  /** The names on each page, in the order of the actions. */
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

  it('are the same on the timelines of tasks and jobs, in the purchase ledger and in the audit log', async () => {
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

describe('the name of a login', () => {
  let app: TestApp;
  let owner: make.Signed;
  let loginId: number;
  let siteId: number;
  const email = 'north.stand.01@quayside.example';
  beforeAll(async () => {
    app = await startApp();
    const realm_id = await make.realm(app);
    owner = await make.user(app, 'realm_owner', realm_id);
    const site_id = await make.site(app);
    siteId = site_id;
    const event_id = await make.event(app, site_id);
    loginId = await make.login(app, realm_id, site_id, { email, name: 'Turnstile' });
    const task_id = await make.task(app, realm_id, site_id, event_id, loginId);
    const seat = {
      ...{ realm_id, site_id, event_id, task_id, login_id: loginId },
      ...{ event_guid: 'guid', event_name: 'Harbour City v Northgate Rovers', customer_identity: email },
    };
    const expires_at = new Date(Date.now() + 3_600_000);
    await make.insert(app, 'holds', { ...seat, expires_at, seat: '1' });
    const hold_id = await make.insert(app, 'holds', { ...seat, expires_at, seat: '2', status: 'confirmed' });
    await make.insert(app, 'tickets', { ...seat, hold_id, seat: '2', login_email: email });
  });
  afterAll(() => app.close());

  const lists = ['tasks', 'carted-tickets', 'tickets', 'ledger'];
  const read = (path: string, headers: Record<string, string> = {}) =>
    app.http<{ login_name: string; login_email: string }[]>('GET', `/api/${path}`, {
      token: owner.token,
      headers,
    });
  async function rename(name: string): Promise<void> {
    const one = await app.http('GET', `/api/logins/${loginId}`, { token: owner.token });
    const { status } = await app.http('PATCH', `/api/logins/${loginId}`, {
      token: owner.token,
      headers: { 'If-Match': one.headers.get('etag')! },
      body: { name },
    });
    expect(status).toBe(200);
  }

  it.each(lists)('is found and sorted by in /%s, as the e-mail is', async (list) => {
    await rename('Turnstile');
    const shown = [expect.objectContaining({ login_name: 'Turnstile', login_email: email })];
    expect((await read(`${list}?q=turnst&sort=login_name`)).body).toEqual(shown);
    expect((await read(`${list}?q=north.stand&sort=-login_name`)).body).toEqual(shown);
    expect((await read(`${list}?q=elsewhere`)).body).toEqual([]);
  });

  it.each(lists)(
    'is new in /%s once the login is renamed, though the caller has the list already',
    async (list) => {
      await rename('Turnstile');
      const before = await read(list);
      await rename('East gate');
      const tag = before.headers.get('etag');
      const after = await read(list, tag ? { 'If-None-Match': tag } : {});
      expect(after.body).toEqual([expect.objectContaining({ login_name: 'East gate', login_email: email })]);
    },
  );

  it('is the e-mail in every list when the login has no name', async () => {
    await app.db.query("UPDATE logins SET name = '' WHERE id = $1", [loginId]);
    for (const list of lists) {
      expect((await read(list)).body).toEqual([expect.objectContaining({ login_name: email })]);
    }
  });

  it('stands beside one name of its site in every list: the display name, if it has one', async () => {
    const named = async () =>
      Promise.all(
        ['tasks', 'carted-tickets', 'ledger', 'events'].map(async (list) => {
          const { body } = await app.http<{ site_name: string }[]>('GET', `/api/${list}?site_id=${siteId}`, {
            token: owner.token,
          });
          return body.map(({ site_name }) => site_name);
        }),
      );
    const rename = (display_name: string) =>
      app.db.query('UPDATE sites SET display_name = $2 WHERE id = $1', [siteId, display_name]);
    await rename('Harbour Box Office');
    expect(new Set((await named()).flat())).toEqual(new Set(['Harbour Box Office']));
    await rename('');
    const { rows } = await app.db.query<{ name: string }>('SELECT name FROM sites WHERE id = $1', [siteId]);
    expect(new Set((await named()).flat())).toEqual(new Set([rows[0]!.name]));
  });

  it('can be chosen among the fields of tasks', async () => {
    await rename('Turnstile');
    expect((await read('tasks?fields=login_name')).body).toEqual([{ login_name: 'Turnstile' }]);
  });
});
