import { startApp, type TestApp } from '../../../test/app';
import { admin, event, user } from '../../../test/factories';
import { holdSeats, lease, newTask, under, type Work, work } from '../../../test/work';
import type { Attention, DashboardDto } from './dashboard.dto';

describe('what needs attention', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const attention = async (token: string): Promise<Attention[]> =>
    (await app.http<DashboardDto>('GET', '/api/dashboard', { token })).body.attention;
  const ofKind = async (token: string, kind: Attention['kind']) =>
    (await attention(token)).filter((item) => item.kind === kind);
  const expireHolds = ({ realmId }: Work, ago: string) =>
    app.db.query('UPDATE holds SET expires_at = now() - $2::interval WHERE realm_id = $1', [realmId, ago]);

  it('includes held seats from the start, by event: their number, cost by currency and next expiry', async () => {
    const mine = await work(app);
    await newTask(mine);
    const [held] = await lease(mine);
    await holdSeats(mine, held!.lease_id, [1, 2, 3]);
    await app.db.query(
      `UPDATE holds SET currency = 'EUR', price = 10, expires_at = expires_at - interval '1 minute'
       WHERE realm_id = $1 AND seat = '3'`,
      [mine.realmId],
    );
    const { rows } = await app.db.query<{ next: Date }>(
      'SELECT min(expires_at) AS next FROM holds WHERE realm_id = $1',
      [mine.realmId],
    );
    const [first] = await attention(mine.owner);
    expect(first).toMatchObject({
      kind: 'seats_held',
      detail: 'North 104',
      event_id: mine.eventId,
      count: 3,
      at: rows[0]!.next.toISOString(),
      totals: [
        { currency: 'GBP', seats: 2, total: 85 },
        { currency: 'EUR', seats: 1, total: 10 },
      ],
    });
    const second = await event(app, mine.siteId);
    await app.db.query('UPDATE holds SET event_id = $2 WHERE realm_id = $1 AND seat = $3', [
      mine.realmId,
      second,
      '2',
    ]);
    expect(await ofKind(mine.owner, 'seats_held')).toMatchObject([{ count: 2 }, { count: 1 }]);
    // The same seats are in no second entry.
    const withSeats = (await attention(mine.owner)).filter(({ totals }) => totals.length > 0);
    expect(withSeats.reduce((sum, { count }) => sum + count, 0)).toBe(3);
  });

  it('includes expired seats separately, while a late purchase can still be recorded', async () => {
    const mine = await work(app);
    await newTask(mine);
    const [held] = await lease(mine);
    await holdSeats(mine, held!.lease_id, [1, 2]);
    await expireHolds(mine, '3 minutes');
    expect(await ofKind(mine.owner, 'seats_lapsed')).toMatchObject([
      { detail: 'North 104', reason: null, count: 2 },
    ]);
    await expireHolds(mine, '11 minutes');
    expect(await ofKind(mine.owner, 'seats_lapsed')).toEqual([]);
  });

  it('includes seats that are held although a record says that they were purchased, until it is reversed', async () => {
    const mine = await work(app, { logins: 2 });
    const confirm = (ids: number[], more: object = {}) =>
      app.http<{ confirmed: { id: number }[] }>('POST', '/api/carted-tickets/confirm', {
        token: mine.owner,
        body: { ticket_ids: ids, ...more },
      });
    await newTask(mine);
    const [first] = await lease(mine);
    const record = (await confirm(await holdSeats(mine, first!.lease_id, [1, 2]))).body.confirmed;
    await newTask(mine, { login_id: mine.logins[1] });
    const [second] = await lease(mine);
    const holds = await holdSeats(mine, second!.lease_id, [1, 3]);
    expect(await ofKind(mine.owner, 'seats_contradicted')).toMatchObject([
      { id: holds[0], count: 1, detail: 'held', event_id: mine.eventId },
    ]);
    await app.http('POST', '/api/purchases/reverse', {
      token: mine.owner,
      body: { ticket_ids: [record[0]!.id] },
    });
    expect(await ofKind(mine.owner, 'seats_contradicted')).toEqual([]);
  });

  it('leaves out expired seats that are held again', async () => {
    const mine = await work(app, { logins: 2 });
    await newTask(mine);
    const [first] = await lease(mine);
    await holdSeats(mine, first!.lease_id, [1, 2]);
    await expireHolds(mine, '3 minutes');
    await newTask(mine, { login_id: mine.logins[1] });
    const [second] = await lease(mine);
    await holdSeats(mine, second!.lease_id, [1]);
    expect(await ofKind(mine.owner, 'seats_lapsed')).toMatchObject([{ count: 1 }]);
  });

  it('includes failed jobs with the number of failed tasks and the reason', async () => {
    const mine = await work(app);
    const { rows } = await app.db.query<{ id: number }>(
      `INSERT INTO jobs (realm_id, site_id, event_id, name) VALUES ($1, $2, $3, 'Pairs') RETURNING id`,
      [mine.realmId, mine.siteId, mine.eventId],
    );
    const task = await newTask(mine);
    await app.db.query('UPDATE tasks SET job_id = $1, max_retries = 0 WHERE id = $2', [rows[0]!.id, task.id]);
    const [lost] = await lease(mine);
    await under(mine, lost!.lease_id, 'fail', { message: 'sold out' });
    expect(await ofKind(mine.owner, 'job_failed')).toMatchObject([
      {
        id: rows[0]!.id,
        title: 'Pairs',
        detail: 'sold out (no retries left)',
        reason: { code: 'RETRIES_USED_UP', params: { words: 'sold out' } },
        count: 1,
        site_id: mine.siteId,
      },
    ]);
  });

  it('shows the display name of a site, as the lists do', async () => {
    const mine = await work(app, { logins: 2 });
    await app.db.query("UPDATE sites SET name = 'harbour', display_name = 'Harbour Tickets' WHERE id = $1", [
      mine.siteId,
    ]);
    await app.db.query("UPDATE logins SET status = 'failed' WHERE id = ANY ($1)", [mine.logins]);
    expect(await ofKind(mine.owner, 'login_failed')).toMatchObject([{ title: 'Harbour Tickets', count: 2 }]);
    await app.db.query("UPDATE logins SET status = 'active' WHERE id = ANY ($1)", [mine.logins]);
    await newTask(mine);
    await app.db.query("UPDATE workers SET last_seen_at = now() - interval '2 minutes'");
    expect(await ofKind(mine.owner, 'no_worker')).toMatchObject([{ title: 'Harbour Tickets' }]);
    await app.db.query('UPDATE workers SET last_seen_at = now()');
    const [held] = await lease(mine);
    const ticket_ids = await holdSeats(mine, held!.lease_id, [1]);
    const names = async (path: string) =>
      (await app.http<{ site_name: string }[]>('GET', path, { token: mine.owner })).body.map(
        ({ site_name }) => site_name,
      );
    expect(await names('/api/carted-tickets')).toEqual(['Harbour Tickets']);
    await app.http('POST', '/api/carted-tickets/confirm', { token: mine.owner, body: { ticket_ids } });
    expect(await names('/api/ledger')).toEqual(['Harbour Tickets']);
    expect(await names('/api/tasks')).toEqual(['Harbour Tickets']);
  });

  it('has one entry for all waiting users, and one for all lost workers, for administrators only', async () => {
    const mine = await work(app);
    const register = async (email: string, name: string) => {
      const body = { email, name, password: 'harbour-lights-at-dusk-5' };
      expect((await app.http('POST', '/api/auth/register', { body })).status).toBe(201);
    };
    await app.db.query("UPDATE users SET status = 'disabled' WHERE realm_id IS NULL AND role <> 'admin'");
    await register('nel.harper@waiting.example', 'Nel Harper');
    const root = (await admin(app)).token;
    expect(await ofKind(root, 'user_waiting')).toMatchObject([
      { title: 'Nel Harper', detail: 'nel.harper@waiting.example', count: 1 },
    ]);
    await register('ann.reed@waiting.example', 'Ann Reed');
    expect(await ofKind(root, 'user_waiting')).toMatchObject([
      { title: 'Nel Harper, Ann Reed', detail: null, count: 2 },
    ]);
    await lease(mine, 1, 0, 'worker-a');
    await lease(mine, 1, 0, 'worker-b');
    await app.db.query("UPDATE workers SET last_seen_at = now() - interval '2 minutes'");
    const [lost, ...more] = await ofKind(root, 'worker_lost');
    expect(more).toEqual([]);
    expect(lost?.count).toBeGreaterThanOrEqual(2);
    for (const kind of ['user_waiting', 'worker_lost'] as const) {
      expect(await ofKind(mine.owner, kind)).toEqual([]);
      expect(await ofKind((await user(app, 'realm_user', null)).token, kind)).toEqual([]);
    }
  });
});
