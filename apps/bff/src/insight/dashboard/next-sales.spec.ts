import { startApp, type TestApp } from '../../../test/app';
import { admin, realm, user } from '../../../test/factories';
import { lease, newTask, newTasks, type Work, work } from '../../../test/work';
import type { NextSaleDto, NextSalesDto } from './dashboard.dto';

describe('the next on-sales', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ SANDBOX_URL: 'http://127.0.0.1:9' });
  });
  afterAll(() => app.close());

  const sales = async (token: string): Promise<NextSaleDto[]> =>
    (await app.http<NextSalesDto>('GET', '/api/dashboard/on-sales', { token })).body.sales;
  const readOf = async ({ eventId }: Work, token: string): Promise<NextSaleDto | undefined> =>
    (await app.http<NextSalesDto>('GET', `/api/dashboard/on-sales?event_id=${eventId}`, { token })).body
      .sales[0];
  const onSale = ({ eventId }: Work, inTime: string) =>
    app.db.query('UPDATE events SET on_sale_at = now() + $2::interval WHERE id = $1', [eventId, inTime]);
  const states = ({ checks }: NextSaleDto) =>
    Object.fromEntries(checks.map(({ check, state }) => [check, state]));
  const figuresOf = ({ checks }: NextSaleDto, name: string) => {
    const { have, need } = checks.find(({ check }) => check === name) ?? {};
    return { have, need };
  };
  const withPasswords = async ({ logins, owner }: Work) => {
    for (const id of logins)
      await app.http('PATCH', `/api/logins/${id}`, { token: owner, body: { password: `harbour ${id}` } });
  };
  const template = ({ owner, siteId, eventId }: Work, fields: object) =>
    app.http<{ id: number }>('POST', '/api/templates', {
      token: owner,
      body: { name: 'Two seats', site_id: siteId, event_id: eventId, ...fields },
    });

  it('lists events of the next week that the realm has tasks or templates for, the first one first', async () => {
    const mine = await work(app);
    const [later, far, idle] = [await work(app), await work(app), await work(app)];
    await onSale(mine, '1 hour');
    await onSale(later, '3 days');
    await onSale(far, '8 days');
    await onSale(idle, '2 hours');
    await newTask(mine, { scheduled_at: '2090-01-01T00:00:00Z' });
    for (const event_id of [later.eventId, far.eventId])
      await newTask(
        { ...mine, eventId: event_id },
        {
          login_id: (
            await app.http<{ id: number }>(
              'POST',
              `/api/sites/${event_id === later.eventId ? later.siteId : far.siteId}/logins`,
              { token: mine.owner, body: { email: `desk-${event_id}@quayside.example` } },
            )
          ).body.id,
        },
      );
    expect((await sales(mine.owner)).map(({ event_id }) => event_id)).toEqual([mine.eventId, later.eventId]);
    expect(await sales(idle.owner)).toEqual([]);
  });

  it('are read for one event, whenever it goes on sale', async () => {
    const mine = await work(app);
    const { body } = await app.http<NextSalesDto>('GET', `/api/dashboard/on-sales?event_id=${mine.eventId}`, {
      token: mine.owner,
    });
    expect(body.sales).toMatchObject([
      { event_id: mine.eventId, on_sale_at: null, tasks: 0, seats: { wanted: 0 }, template_id: null },
    ]);
    expect(states(body.sales[0]!)).toMatchObject({
      plan: 'blocked',
      workers: 'blocked',
      rehearsal: 'warning',
    });
  });

  it('are read by administrators whatever the realms may have in sum', async () => {
    const { eventId } = await work(app);
    const largest = { max_tasks: 2_147_483_647 };
    const realms = [await realm(app, largest), await realm(app, largest)];
    const { token } = await admin(app);
    const { status } = await app.http('GET', `/api/dashboard/on-sales?event_id=${eventId}`, { token });
    await app.db.query('UPDATE realms SET max_tasks = 100 WHERE id = ANY ($1)', [realms]);
    expect(status).toBe(200);
  });

  it('is ready when tasks wait, their logins have passwords, and workers have free slots', async () => {
    const mine = await work(app, { logins: 2 });
    await onSale(mine, '1 hour');
    await withPasswords(mine);
    await newTasks(
      mine,
      mine.logins.map((login_id) => ({ login_id, seats_to_set: 2, scheduled_at: '2090-01-01T00:00:00Z' })),
    );
    await lease(mine, 5);
    const [sale] = await sales(mine.owner);
    expect(sale).toMatchObject({ tasks: 2, seats: { wanted: 4, open: 4 }, template_id: null });
    expect(states(sale!)).toEqual({
      plan: 'ok',
      logins: 'ok',
      limit: 'ok',
      workers: 'ok',
      rehearsal: 'warning',
      // Nobody is on.
      payers: 'warning',
    });
    expect(figuresOf(sale!, 'payers')).toEqual({ have: 0, need: 2 });
    expect(figuresOf(sale!, 'workers')).toEqual({ have: 5, need: 2 });
  });

  it("counts a realm's own workers for an administrator, who asks for no realm", async () => {
    const mine = await work(app, { logins: 1 });
    await onSale(mine, '-1 hour');
    await newTask(mine, { scheduled_at: '2090-01-01T00:00:00Z' });
    await lease(mine, 5);
    const { token } = await user(app, 'admin', null);
    const sale = (await sales(token)).find(({ event_id }) => event_id === mine.eventId);
    expect(figuresOf(sale!, 'workers')).toMatchObject({ have: 5 });
  });

  it('is rehearsed when the last rehearsal won the seats that it was for', async () => {
    const mine = await work(app);
    await onSale(mine, '1 hour');
    await newTask(mine, { scheduled_at: '2090-01-01T00:00:00Z' });
    const rehearsed = async (won: number) =>
      app.db.query(
        `INSERT INTO rehearsals (realm_id, rehearsal_realm_id, source, event_id, name, event_name, scenario, seed, settings,
           rehearsal_event_id, rehearsal_job_id, status, starts_at, finished_at, report)
         VALUES ($1, $4, 'event', $2, 'Rush', 'Harbour City', 'rush', 7, '{}', $2, 1, 'finished', now(), clock_timestamp(), $3)`,
        [
          mine.realmId,
          mine.eventId,
          { seats_target: null, seats_planned: 8, seats_held: won - 2, seats_bought: 2 },
          await realm(app),
        ],
      );
    await rehearsed(8);
    const [ready] = await sales(mine.owner);
    expect(figuresOf(ready!, 'rehearsal')).toEqual({ have: 8, need: 8 });
    expect(states(ready!)).toMatchObject({ rehearsal: 'ok' });
    await rehearsed(6);
    const [short] = await sales(mine.owner);
    expect(states(short!)).toMatchObject({ rehearsal: 'warning' });
    expect(short!.rehearsal_id).toBeGreaterThan(ready!.rehearsal_id!);
  });

  it('says what the check of the planned logins found, and nothing while none was asked for', async () => {
    const mine = await work(app, { logins: 3 });
    await onSale(mine, '1 hour');
    await newTasks(
      mine,
      mine.logins.map((login_id) => ({ login_id, start: false })),
    );
    const read = async () => (await sales(mine.owner))[0]!;
    const before = await read();
    expect(before.login_check).toBeNull();
    expect(states(before)).not.toHaveProperty('login_check');
    const path = `/api/events/${mine.eventId}/login-check`;
    await app.http('POST', path, { token: mine.owner });
    const waiting = await read();
    expect(waiting.login_check).toMatchObject({ planned: 3, waiting: 3, active: 0, checked_at: null });
    expect(states(waiting)).toMatchObject({ login_check: 'warning' });
    // As a worker's report does.
    const report = (result: string, logins: readonly number[]) =>
      app.db.query(
        `UPDATE login_checks c SET result = $1, ended_at = now(),
           secrets_digest = md5(concat_ws(' ', l.email, l."user", l.secrets -> 'fields' ->> 'password'))
         FROM logins l WHERE l.id = c.login_id AND l.id = ANY ($2::int[])`,
        [result, logins],
      );
    await report('active', mine.logins.slice(0, 2));
    await report('wrong_password', mine.logins.slice(2));
    const found = await read();
    expect(found.login_check).toMatchObject({ planned: 3, waiting: 0, active: 2, wrong_password: 1 });
    expect(found.login_check?.checked_at).toMatch(/Z$/);
    expect(figuresOf(found, 'login_check')).toEqual({ have: 2, need: 3 });
    expect(states(found)).toMatchObject({ login_check: 'warning' });
    expect(states((await readOf(mine, (await admin(app)).token))!)).toMatchObject({ login_check: 'warning' });
    // Without the login that can't sign in all others have.
    const body = { status: 'disabled' };
    await app.http('PATCH', `/api/logins/${mine.logins[2]}`, { token: mine.owner, body });
    expect(states(await read())).toMatchObject({ login_check: 'ok' });
  });

  it('warns of logins without a password or that are disabled, and is blocked without a worker', async () => {
    const mine = await work(app, { logins: 3 });
    await onSale(mine, '1 hour');
    await withPasswords(mine);
    await newTasks(
      mine,
      mine.logins.map((login_id) => ({ login_id, scheduled_at: '2090-01-01T00:00:00Z' })),
    );
    const [first, second] = mine.logins;
    await app.http('PATCH', `/api/logins/${first}`, { token: mine.owner, body: { password: null } });
    await app.http('PATCH', `/api/logins/${second}`, { token: mine.owner, body: { status: 'disabled' } });
    const [sale] = await sales(mine.owner);
    expect(states(sale!)).toMatchObject({ logins: 'warning', workers: 'blocked' });
    expect(figuresOf(sale!, 'logins')).toEqual({ have: 1, need: 3 });
  });

  it('offers the template to launch while nothing is, and compares its tasks with the limit', async () => {
    const mine = await work(app, { logins: 1, max_tasks: 10 });
    await onSale(mine, '-30 minutes');
    const { body } = await template(mine, { worker_count: 12, login_ids: mine.logins });
    const [sale] = await sales(mine.owner);
    expect(sale).toMatchObject({ tasks: 0, templates: 1, template_id: body.id });
    expect(states(sale!)).toMatchObject({ plan: 'warning', limit: 'blocked' });
    expect(figuresOf(sale!, 'limit')).toEqual({ have: 10, need: 12 });
  });
});
