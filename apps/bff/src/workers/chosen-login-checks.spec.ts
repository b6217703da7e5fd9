import { startApp, type TestApp } from '../../test/app';
import { defined } from '../../test/defined';
import * as make from '../../test/factories';
import { endRehearsals, rehearse, rehearsing, SANDBOX, within } from '../../test/rehearsal';
import { newTask, sweep, under, type Work, work } from '../../test/work';
import type { AskedLoginChecksDto, LoginCheckDto, WithdrawnLoginChecksDto } from './login-checks.dto';
import type { LeaseAnswer, LoginCheckLease } from './protocol.dto';

/** A login as the list has it. */
interface ListedLogin {
  id: number;
  site_id: number;
  last_check: {
    state: string;
    message: string | null;
    due_at: string | null;
    checked_at: string | null;
  } | null;
}

describe('checks of chosen logins', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ SANDBOX_URL: SANDBOX });
  });
  afterAll(() => app.close());

  const path = ({ siteId }: Work, more = '') => `/api/sites/${siteId}/login-checks${more}`;
  const ask = (mine: Work, body: object = { login_ids: mine.logins }, token = mine.owner) =>
    app.http<AskedLoginChecksDto & { code: string }>('POST', path(mine), { token, body });
  const withdraw = (mine: Work, token = mine.owner) =>
    app.http<WithdrawnLoginChecksDto>('POST', path(mine, '/withdraw'), {
      token,
      body: { login_ids: mine.logins },
    });
  const list = async (mine: Work, query = ''): Promise<ListedLogin[]> =>
    (await app.http<ListedLogin[]>('GET', `/api/sites/${mine.siteId}/logins${query}`, { token: mine.owner }))
      .body;
  const lastCheck = async (mine: Work) =>
    defined((await list(mine)).find(({ id }) => id === mine.logins[0])).last_check;
  const leaseChecks = async ({ worker }: Work): Promise<LoginCheckLease[]> => {
    const body = { worker: 'worker-1', capacity: 10, wait_s: 0, checks: true };
    return (await app.http<LeaseAnswer>('POST', '/api/worker/v1/lease', { token: worker, body })).body.checks;
  };
  const leaseCheck = async (mine: Work) => defined((await leaseChecks(mine))[0]);
  const pass = ({ siteId }: Work, minutes = 1) =>
    app.db.query(
      `UPDATE login_checks SET due_at = due_at - make_interval(mins => $2), leased_at = leased_at - make_interval(mins => $2)
       WHERE site_id = $1`,
      [siteId, minutes],
    );
  const checked = (mine: Work, lease: LoginCheckLease, result: string, message: string | null = null) =>
    under(mine, lease.lease_id, 'checked', { result, message });
  const setPassword = (mine: Work, password: string) =>
    app.http('PATCH', `/api/logins/${mine.logins[0]}`, { token: mine.owner, body: { password } });

  it('says in a preview how many would be checked and until when, and asks for as many', async () => {
    const mine = await work(app, { logins: 4 });
    const [first, off] = mine.logins;
    await app.http('PATCH', `/api/logins/${off}`, { token: mine.owner, body: { status: 'disabled' } });
    expect((await ask(mine, { login_ids: [first] })).body).toMatchObject({ asked: 1, open: 0, disabled: 0 });
    const preview = (await ask(mine, { login_ids: mine.logins, preview: true })).body;
    expect(preview).toMatchObject({ asked: 2, open: 1, disabled: 1, per_minute: 1, workers: 0 });
    expect(Date.parse(String(preview.ends_at)) - Date.parse(String(preview.starts_at))).toBe(60_000);
    expect((await list(mine, '?check=waiting')).map(({ id }) => id)).toEqual([first]);
    await leaseChecks(mine);
    expect((await ask(mine)).body).toMatchObject({ asked: 2, open: 1, disabled: 1, workers: 1 });
    expect((await ask(mine)).body).toMatchObject({ asked: 0, open: 3, starts_at: null, ends_at: null });
    expect(await list(mine, '?check=waiting')).toHaveLength(3);
  });

  it('makes them at the pace of the site, whatever was asked for an event', async () => {
    const mine = await work(app, { logins: 2 });
    await newTask(mine, { start: false });
    await app.http('POST', `/api/events/${mine.eventId}/login-check`, { token: mine.owner });
    await ask(mine);
    const { rows } = await app.db.query<{ event_id: number | null; gap: number | null }>(
      `SELECT event_id, extract(epoch FROM due_at - lag(due_at) OVER (ORDER BY due_at))::float8 AS gap FROM login_checks
       WHERE site_id = $1 ORDER BY due_at`,
      [mine.siteId],
    );
    expect(rows).toEqual([
      { event_id: mine.eventId, gap: null },
      { event_id: null, gap: 60 },
    ]);
    await pass(mine, 10);
    expect([await leaseChecks(mine), await leaseChecks(mine)].map(({ length }) => length)).toEqual([1, 0]);
  });

  it('checks a login whatever its events, and shows the result in the list, by which it filters', async () => {
    const mine = await work(app, { logins: 2, eventFields: { status: 'closed' } });
    expect(await lastCheck(mine)).toBeNull();
    await ask(mine, { login_ids: [mine.logins[0]] });
    expect(await lastCheck(mine)).toMatchObject({ state: 'waiting', checked_at: null });
    const lease = await leaseCheck(mine);
    expect(lease).toMatchObject({ mode: 'check', login: { id: mine.logins[0], card: null } });
    expect((await checked(mine, lease, 'locked', 'Too many tries')).status).toBe(204);
    const found = await lastCheck(mine);
    expect(found).toMatchObject({ state: 'locked', message: 'Too many tries', due_at: null });
    expect(found?.checked_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const idsOf = async (check: string) => (await list(mine, `?check=${check}`)).map(({ id }) => id);
    expect(await idsOf('locked,wrong_password')).toEqual([mine.logins[0]]);
    expect(await idsOf('!locked')).toEqual([mine.logins[1]]);
    expect(await idsOf('active')).toEqual([]);
    const { status } = await app.http('GET', `/api/logins?check=fine`, { token: mine.owner });
    expect(status).toBe(400);
  });

  it('shows no result about a password that was changed since', async () => {
    const mine = await work(app);
    await setPassword(mine, 'mistyped-lantern-9');
    await ask(mine);
    await checked(mine, await leaseCheck(mine), 'wrong_password');
    expect(await lastCheck(mine)).toMatchObject({ state: 'wrong_password' });
    await app.http('PATCH', `/api/logins/${mine.logins[0]}`, {
      token: mine.owner,
      body: { seats_to_set: 2 },
    });
    expect(await lastCheck(mine)).toMatchObject({ state: 'wrong_password' });
    await setPassword(mine, 'another-lantern-9');
    expect(await lastCheck(mine)).toBeNull();
    expect(await list(mine, '?check=wrong_password')).toEqual([]);
  });

  it('changes the ETag of the list with each result, and not with a heartbeat', async () => {
    const mine = await work(app);
    await ask(mine);
    const { lease_id } = await leaseCheck(mine);
    const read = (tag?: string | null) =>
      app.http('GET', `/api/sites/${mine.siteId}/logins`, {
        token: mine.owner,
        headers: tag ? { 'If-None-Match': tag } : {},
      });
    const tag = (await read()).headers.get('etag');
    await under(mine, lease_id, 'heartbeat');
    expect((await read(tag)).status).toBe(304);
    await under(mine, lease_id, 'checked', { result: 'active' });
    expect((await read(tag)).status).toBe(200);
  });

  it('withdraws what no worker has, and is withdrawn in the room of an event too', async () => {
    const mine = await work(app, { logins: 3 });
    await newTask(mine, { login_id: mine.logins[2], start: false });
    await ask(mine);
    const lease = await leaseCheck(mine);
    const room = await app.http<LoginCheckDto>('POST', `/api/events/${mine.eventId}/login-check/withdraw`, {
      token: mine.owner,
    });
    expect(room.body).toMatchObject({ planned: 1, waiting: 0, unchecked: 1 });
    expect((await withdraw(mine)).body).toEqual({ withdrawn: 1, running: 1 });
    expect((await checked(mine, lease, 'active')).status).toBe(204);
    expect((await withdraw(mine)).body).toEqual({ withdrawn: 0, running: 0 });
    const found = (await list(mine)).flatMap(({ last_check }) => last_check?.state ?? []);
    expect(found).toEqual(['active']);
  });

  it('ends what nobody could make within a day', async () => {
    const mine = await work(app);
    await ask(mine);
    await pass(mine, 24 * 60 + 1);
    expect(await leaseChecks(mine)).toEqual([]);
    await sweep(app);
    const { rows } = await app.db.query(
      'SELECT result, ended_at IS NOT NULL AS ended FROM login_checks WHERE site_id = $1',
      [mine.siteId],
    );
    expect(rows).toEqual([{ result: null, ended: true }]);
    expect(await lastCheck(mine)).toBeNull();
  });

  it('is for those who may launch, with logins of the own realm and of the site', async () => {
    const mine = await work(app);
    const other = await work(app, { on: mine });
    const elsewhere = await work(app);
    const member = await make.user(app, 'realm_user', mine.realmId);
    const launcher = await make.user(app, 'realm_user', mine.realmId, { duties: ['launch'] });
    const finance = await make.user(app, 'realm_user', mine.realmId, { duties: ['finance'] });
    for (const { token } of [member, finance]) {
      expect((await ask(mine, undefined, token)).status).toBe(403);
      expect((await withdraw(mine, token)).status).toBe(403);
    }
    expect((await ask(mine, { login_ids: [...mine.logins, ...other.logins] })).status).toBe(400);
    expect((await ask(mine, { login_ids: elsewhere.logins })).status).toBe(400);
    expect((await ask({ ...mine, siteId: 999_999 })).status).toBe(404);
    expect((await ask(mine, undefined, launcher.token)).body.asked).toBe(1);
    expect((await withdraw(mine, launcher.token)).body.withdrawn).toBe(1);
    // An administrator's request may name logins of several realms; each realm's log has its own.
    const { token: admin } = await make.admin(app);
    const both = { login_ids: [...mine.logins, ...other.logins] };
    expect((await ask(mine, both, admin)).body.asked).toBe(2);
    const { rows } = await app.db.query(
      `SELECT realm_id, action, after FROM audit WHERE action LIKE 'site.login_check%' AND entity_id = $1 ORDER BY id`,
      [String(mine.siteId)],
    );
    expect(rows).toEqual([
      { realm_id: mine.realmId, action: 'site.login_check', after: { logins: 1 } },
      { realm_id: mine.realmId, action: 'site.login_check_withdraw', after: { logins: 1 } },
      { realm_id: mine.realmId, action: 'site.login_check', after: { logins: 1 } },
      { realm_id: other.realmId, action: 'site.login_check', after: { logins: 1 } },
    ]);
  });

  it('is refused for a suspended realm, whose checks wait and can be withdrawn', async () => {
    const mine = await work(app, { logins: 2 });
    const { token: admin } = await make.admin(app);
    await ask(mine, { login_ids: [mine.logins[0]] });
    await app.db.query("UPDATE realms SET status = 'suspended' WHERE id = $1", [mine.realmId]);
    for (const token of [mine.owner, admin])
      expect((await ask(mine, undefined, token)).body).toMatchObject({ code: 'REALM_SUSPENDED' });
    expect(await leaseChecks(mine)).toEqual([]);
    expect((await withdraw(mine, admin)).body).toEqual({ withdrawn: 1, running: 0 });
  });

  it('is no part of a rehearsal, which has logins of its own', async () => {
    const mine = await rehearsing(app, 1);
    await make.site(app, { url: SANDBOX });
    const rehearsal = await rehearse(mine);
    const inside = await app.http<ListedLogin[]>('GET', '/api/logins', within(mine, rehearsal));
    const [login] = inside.body;
    const calls = [
      app.http('POST', `/api/sites/${defined(login).site_id}/login-checks`, {
        ...within(mine, rehearsal),
        body: { login_ids: [defined(login).id] },
      }),
      app.http('POST', `/api/events/${rehearsal.rehearsal_event_id}/login-check`, within(mine, rehearsal)),
      app.http('POST', `/api/sites/${defined(login).site_id}/login-checks`, {
        token: mine.owner,
        body: { login_ids: [defined(login).id] },
      }),
    ];
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([403, 403, 400]);
    expect(await leaseChecks(mine)).toEqual([]);
    await endRehearsals(app);
  });
});
