import { startApp, startBeside, type TestApp } from '../../test/app';
import { defined } from '../../test/defined';
import * as make from '../../test/factories';
import { makeBuyer, newTask, sweep, under, until, type Work, work } from '../../test/work';
import type { LoginCheckDto } from './login-checks.dto';
import type { LeaseAnswer, LoginCheckLease } from './protocol.dto';

describe('the check of planned logins', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const path = ({ eventId }: Work, more = '') => `/api/events/${eventId}/login-check${more}`;
  const read = async (mine: Work) =>
    (await app.http<LoginCheckDto>('GET', path(mine), { token: mine.owner })).body;
  const ask = (mine: Work) => app.http<LoginCheckDto>('POST', path(mine), { token: mine.owner });
  /** A realm with an idle task for each of its logins. */
  async function planned(logins: number, on?: Work): Promise<Work> {
    const mine = await work(app, { logins, ...(on && { on }) });
    for (const login_id of mine.logins) await newTask(mine, { login_id, start: false });
    return mine;
  }
  async function asked(logins: number, on?: Work): Promise<Work> {
    const mine = await planned(logins, on);
    expect((await ask(mine)).status).toBe(200);
    return mine;
  }
  async function poll({ app: at, worker }: Work, body: object = { checks: true }): Promise<LeaseAnswer> {
    const answer = await at.http<LeaseAnswer>('POST', '/api/worker/v1/lease', {
      token: worker,
      body: { worker: 'worker-1', capacity: 10, wait_s: 0, ...body },
    });
    expect(answer.status).toBe(200);
    return answer.body;
  }
  const leaseChecks = async (mine: Work): Promise<LoginCheckLease[]> => (await poll(mine)).checks;
  const leaseCheck = async (mine: Work) => defined((await leaseChecks(mine))[0]);
  /** Moves all that was asked for at the site into the past, by minutes. */
  const pass = ({ siteId }: Work, minutes = 1) =>
    app.db.query(
      `UPDATE login_checks SET due_at = due_at - make_interval(mins => $2), leased_at = leased_at - make_interval(mins => $2),
         lease_expires_at = lease_expires_at - make_interval(mins => $2) WHERE site_id = $1`,
      [siteId, minutes],
    );
  const checked = (mine: Work, lease: LoginCheckLease, result = 'active') =>
    under<{ code: string }>(mine, lease.lease_id, 'checked', { result, message: null });
  const states = async (mine: Work) => (await read(mine)).logins.map(({ state }) => state);

  it('leases each planned login once, with its password and without a card, and counts what came of it', async () => {
    const mine = await planned(3);
    const plain = { ...(await read(mine)), logins: [] };
    expect(plain).toMatchObject({ planned: 3, unchecked: 3, waiting: 0, workers: 0, ends_at: null });
    await poll(mine);
    const { body } = await ask(mine);
    expect(body).toMatchObject({ planned: 3, waiting: 3, unchecked: 0, workers: 1 });
    const results = ['active', 'wrong_password', 'code_needed'];
    const leased: number[] = [];
    for (const result of results) {
      const lease = await leaseCheck(mine);
      expect(lease).toMatchObject({ mode: 'check', site: { id: mine.siteId }, login: { card: null } });
      leased.push(lease.login.id);
      expect((await checked(mine, lease, result)).status).toBe(204);
      await pass(mine);
    }
    expect(leased.sort()).toEqual([...mine.logins].sort());
    expect(await leaseChecks(mine)).toEqual([]);
    expect(await read(mine)).toMatchObject({
      active: 1, wrong_password: 1, code_needed: 1, locked: 0, waiting: 0, running: 0, ends_at: null,
    }); // prettier-ignore
  });

  it('paces a site over all realms: neither due at the same minute, nor leased faster after a pause', async () => {
    const mine = await asked(2);
    const other = await asked(2, mine);
    const { rows } = await app.db.query<{ gap: number | null }>(
      `SELECT extract(epoch FROM due_at - lag(due_at) OVER (ORDER BY due_at))::float8 AS gap FROM login_checks
       WHERE site_id = $1 ORDER BY due_at`,
      [mine.siteId],
    );
    expect(rows.map(({ gap }) => gap)).toEqual([null, 60, 60, 60]);
    // All are due: still one a minute, whichever realm's worker polls.
    await pass(mine, 10);
    expect(await leaseChecks(mine)).toHaveLength(1);
    expect(await leaseChecks(other)).toEqual([]);
    expect(await leaseChecks(mine)).toEqual([]);
    await pass(mine);
    expect(await leaseChecks(other)).toHaveLength(1);
    expect(await leaseChecks(mine)).toEqual([]);
  });

  it('keeps the pace that the site sets', async () => {
    const mine = await work(app, { logins: 2 });
    await app.db.query(`UPDATE sites SET config = '{"checks_per_minute": 4}' WHERE id = $1`, [mine.siteId]);
    for (const login_id of mine.logins) await newTask(mine, { login_id, start: false });
    const { logins } = (await ask(mine)).body;
    const [first, second] = logins.map(({ due_at }) => Date.parse(String(due_at))).sort();
    expect(defined(second) - defined(first)).toBe(15_000);
  });

  it('gives none to a worker that does not say that it can check, nor one of another realm or site', async () => {
    const mine = await asked(1);
    const other = await work(app);
    expect((await poll(mine, {})).checks).toEqual([]);
    expect((await poll(mine, { settles: true })).checks).toEqual([]);
    expect(await leaseChecks(other)).toEqual([]);
    expect((await poll(mine, { checks: true, sites: [other.siteId] })).checks).toEqual([]);
    expect((await poll(mine, { checks: true, draining: true })).checks).toEqual([]);
    expect(await leaseChecks(mine)).toHaveLength(1);
  });

  it('gives a check to one of the polls at two servers at once', async () => {
    const mine = await asked(3);
    await pass(mine, 10);
    const beside = await startBeside(app);
    try {
      const polls = [mine, { ...mine, app: beside }, mine, { ...mine, app: beside }];
      const leases = await Promise.all(polls.map((at) => leaseChecks(at)));
      expect(leases.flat()).toHaveLength(1);
    } finally {
      await beside.close();
    }
  });

  it('never keeps a task from a worker, and leaves a login alone that a task uses', async () => {
    const mine = await work(app);
    await newTask(mine);
    await ask(mine);
    const both = await poll(mine, { checks: true, capacity: 1 });
    expect([both.leases.length, both.checks.length]).toEqual([1, 0]);
    expect(await leaseChecks(mine)).toEqual([]);
    await under(mine, defined(both.leases[0]).lease_id, 'fail', { message: 'Outage', retry_after_s: 600 });
    expect(await leaseChecks(mine)).toHaveLength(1);
  });

  it('answers a repeated report alike, and rejects one under a lost lease or by another worker', async () => {
    const mine = await asked(1);
    const other = await work(app);
    const lease = await leaseCheck(mine);
    expect((await checked(other, lease)).status).toBe(409);
    expect((await checked(mine, lease, 'locked')).status).toBe(204);
    expect((await checked(mine, lease, 'active')).status).toBe(204);
    expect(await states(mine)).toEqual(['locked']);
    const again = await asked(1);
    const first = await leaseCheck(again);
    await pass(again);
    const second = await leaseCheck(again);
    expect((await checked(again, first)).body).toMatchObject({ code: 'CONFLICT' });
    expect((await under(again, first.lease_id, 'heartbeat')).status).toBe(409);
    expect((await under(again, second.lease_id, 'heartbeat')).body).toMatchObject({ commands: [] });
    expect((await checked(again, second)).status).toBe(204);
  });

  it('tries a failed check twice more, and then its result is unknown; a release counts no try', async () => {
    const mine = await asked(1);
    await under(mine, (await leaseCheck(mine)).lease_id, 'release');
    await pass(mine);
    for (const state of ['waiting', 'waiting', 'unknown']) {
      const lease = await leaseCheck(mine);
      const failed = await under(mine, lease.lease_id, 'fail', { message: 'The site answered 503' });
      expect(failed).toMatchObject({ status: 200, body: { task: null } });
      expect((await read(mine)).logins).toMatchObject([{ state, message: 'The site answered 503' }]);
      expect(await leaseChecks(mine)).toEqual([]);
      await pass(mine, 2);
    }
    expect(await leaseChecks(mine)).toEqual([]);
  });

  it('is unknown once the third worker was lost', async () => {
    const mine = await asked(1);
    for (let lost = 0; lost < 3; lost += 1) {
      await leaseCheck(mine);
      await pass(mine);
    }
    expect(await leaseChecks(mine)).toEqual([]);
    await sweep(app);
    expect(await states(mine)).toEqual(['unknown']);
  });

  it.each<[string, (mine: Work) => string, (mine: Work) => string]>([
    ['a paused realm', ({ realmId }) => `INSERT INTO pauses (realm_id, paused_who, reason) VALUES (${realmId}, 'x', 'x')`, ({ realmId }) => `UPDATE pauses SET ended_at = now() WHERE realm_id = ${realmId}`],
    ['a pause of everything', () => "INSERT INTO pauses (paused_who, reason) VALUES ('x', 'x')", () => 'UPDATE pauses SET ended_at = now() WHERE realm_id IS NULL'],
    ['a suspended realm', ({ realmId }) => `UPDATE realms SET status = 'suspended' WHERE id = ${realmId}`, ({ realmId }) => `UPDATE realms SET status = 'active' WHERE id = ${realmId}`],
    ['a disabled site', ({ siteId }) => `UPDATE sites SET enabled = 0 WHERE id = ${siteId}`, ({ siteId }) => `UPDATE sites SET enabled = 1 WHERE id = ${siteId}`],
    ['a closed event', ({ eventId }) => `UPDATE events SET status = 'closed' WHERE id = ${eventId}`, ({ eventId }) => `UPDATE events SET status = 'on_sale' WHERE id = ${eventId}`],
    ['a disabled login', ({ logins }) => `UPDATE logins SET status = 'disabled' WHERE id = ${logins[0]}`, ({ logins }) => `UPDATE logins SET status = 'active' WHERE id = ${logins[0]}`],
    ['a deleted login', ({ logins }) => `UPDATE logins SET deleted_at = now() WHERE id = ${logins[0]}`, ({ logins }) => `UPDATE logins SET deleted_at = NULL WHERE id = ${logins[0]}`],
  ])('leases nothing behind %s, and again afterwards', async (_, close, open) => {
    const mine = await asked(1);
    await app.db.query(close(mine));
    expect(await leaseChecks(mine)).toEqual([]);
    await app.db.query(open(mine));
    expect(await leaseChecks(mine)).toHaveLength(1);
  }); // prettier-ignore

  it('drops the result about a deleted login, and about a password that has been changed since', async () => {
    const gone = await asked(1);
    const lost = await leaseCheck(gone);
    await app.db.query('UPDATE logins SET deleted_at = now() WHERE id = $1', [gone.logins[0]]);
    expect((await checked(gone, lost)).status).toBe(409);
    const mine = await asked(1);
    const lease = await leaseCheck(mine);
    const changed = await app.http('PATCH', `/api/logins/${mine.logins[0]}`, {
      token: mine.owner,
      body: { password: 'another-lantern-9' },
    });
    expect(changed.status).toBe(200);
    expect((await checked(mine, lease, 'wrong_password')).status).toBe(204);
    expect(await states(mine)).toEqual(['waiting']);
    await pass(mine);
    const next = await leaseCheck(mine);
    expect(next.login.password).toBe('another-lantern-9');
    expect((await checked(mine, next)).status).toBe(204);
    expect(await states(mine)).toEqual(['active']);
  });

  it('ends with its token: neither leased nor reported by a revoked one', async () => {
    const mine = await asked(1);
    const lease = await leaseCheck(mine);
    const { rows } = await app.db.query<{ id: number }>(
      'SELECT id FROM worker_tokens WHERE $1 = ANY (realm_ids)',
      [mine.realmId],
    );
    const { token } = await make.admin(app);
    await app.http('DELETE', `/api/worker-tokens/${defined(rows[0]).id}`, { token });
    // The server knows a worker for a moment longer.
    await until(
      async () => (await under(mine, lease.lease_id, 'heartbeat')).status === 401,
      'the token is revoked',
    );
    expect((await checked(mine, lease)).status).toBe(401);
    await pass(mine);
    expect(await states(mine)).toEqual(['waiting']);
    const worker = await make.workerToken(app, { site_ids: [mine.siteId], realm_ids: [mine.realmId] });
    expect(await leaseChecks({ ...mine, worker })).toHaveLength(1);
  });

  it('withdraws what no worker has, and asks again only for what is not open', async () => {
    const mine = await asked(3);
    const lease = await leaseCheck(mine);
    expect((await ask(mine)).body).toMatchObject({ waiting: 2, running: 1 });
    const withdrawn = await app.http<LoginCheckDto>('POST', path(mine, '/withdraw'), { token: mine.owner });
    expect(withdrawn.body).toMatchObject({ waiting: 0, running: 1, unchecked: 2 });
    await pass(mine, 10);
    expect(await leaseChecks(mine)).toHaveLength(1);
    expect((await checked(mine, lease)).status).toBe(409);
    expect((await ask(mine)).body).toMatchObject({ waiting: 2, running: 1, unchecked: 0 });
  });

  it('makes no check a day after it was due', async () => {
    const mine = await asked(1);
    await pass(mine, 24 * 60 + 1);
    expect(await leaseChecks(mine)).toEqual([]);
    expect(await states(mine)).toEqual(['unchecked']);
    expect((await ask(mine)).body.waiting).toBe(1);
  });

  it('is asked by who may launch, for the own realm, and recorded with each password that was opened', async () => {
    const mine = await planned(1);
    const member = await make.user(app, 'realm_user', mine.realmId);
    const launcher = await make.user(app, 'realm_user', mine.realmId, { duties: ['launch'] });
    const { token: admin } = await make.admin(app);
    const other = await work(app);
    expect((await app.http('POST', path(mine), { token: member.token })).status).toBe(403);
    expect((await app.http('POST', path(mine), { token: admin })).status).toBe(400);
    const stranger = await app.http<LoginCheckDto>('POST', path(mine), { token: other.owner });
    expect(stranger.body).toMatchObject({ planned: 0, waiting: 0, logins: [] });
    const answer = await app.http<LoginCheckDto>('POST', path(mine), { token: launcher.token });
    expect(answer.body.waiting).toBe(1);
    await leaseCheck(mine);
    const { rows } = await app.db.query<{ action: string }>(
      "SELECT action FROM audit WHERE realm_id = $1 AND action ~ '^(event.login_check|login.open)' ORDER BY id",
      [mine.realmId],
    );
    expect(rows.map(({ action }) => action)).toEqual(['event.login_check', 'login.open']);
    await app.db.query("UPDATE realms SET status = 'suspended' WHERE id = $1", [mine.realmId]);
    const suspended = await app.http('POST', `${path(mine)}?realm_id=${mine.realmId}`, { token: admin });
    expect(suspended.status).toBe(403);
  });

  it('leaves finished tasks out, and tasks that buy get no card', async () => {
    const mine = await work(app, { logins: 2 });
    const { id } = await newTask(mine, { start: false });
    await makeBuyer(mine, id);
    const done = await newTask(mine, { login_id: mine.logins[1], start: false });
    await app.db.query("UPDATE tasks SET status = 'stopped' WHERE id = $1", [done.id]);
    expect((await ask(mine)).body.logins.map(({ login_id }) => login_id)).toEqual([mine.logins[0]]);
    expect((await leaseCheck(mine)).login.card).toBeNull();
  });
});
