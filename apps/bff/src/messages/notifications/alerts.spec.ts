import { startApp, type TestApp } from '../../../test/app';
import { user } from '../../../test/factories';
import {
  holdSeats,
  lease,
  leaseOne,
  newTask,
  newTasks,
  sweep,
  under,
  type Work,
  work,
} from '../../../test/work';
import type { NotificationDto } from './notifications.dto';

describe('thresholds that people set', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const save = (token: string, alerts: unknown) =>
    app.http('PUT', '/api/me/preferences', { token, body: { alerts } });
  const alertsOf = async (token: string) => {
    await sweep(app);
    return (await app.http<NotificationDto[]>('GET', '/api/notifications?topic=threshold', { token })).body;
  };
  const age = ({ realmId }: Work, seconds: number) =>
    app.db.query(
      `SET session_replication_role = replica;
       UPDATE tasks SET updated_at = now() - interval '${seconds} seconds' WHERE realm_id = ${realmId};
       SET session_replication_role = DEFAULT`,
    );

  it('report held seats once per crossing, to the person who asked', async () => {
    const mine = await work(app, { logins: 3 });
    const other = (await user(app, 'realm_user', mine.realmId)).token;
    await newTasks(
      mine,
      mine.logins.map((login_id) => ({ login_id })),
    );
    expect((await save(mine.owner, [{ kind: 'seats_held', amount: 3 }])).status).toBe(200);
    const [first, second, third] = await lease(mine, 3);
    await holdSeats(mine, first!.lease_id, [1, 2]);
    expect(await alertsOf(mine.owner)).toEqual([]);
    await holdSeats(mine, second!.lease_id, [3, 4]);
    expect(await alertsOf(mine.owner)).toMatchObject([
      { kind: 'seats_reached', params: { held: 4, amount: 3 }, title: 'Seats held: 4' },
    ]);
    // More seats are the same crossing, for every round of every server.
    await holdSeats(mine, third!.lease_id, [5, 6]);
    expect(await alertsOf(mine.owner)).toMatchObject([{ count: 1, params: { held: 4 } }]);
    expect(await alertsOf(other)).toEqual([]);
    // Expired seats arm it again.
    await app.db.query("UPDATE holds SET expires_at = now() + interval '1 hour' WHERE realm_id = $1", [
      mine.realmId,
    ]);
    await app.db.query(
      "UPDATE holds SET status = 'removed' WHERE realm_id = $1 AND seat IN ('1', '2', '3', '4')",
      [mine.realmId],
    );
    await alertsOf(mine.owner);
    await app.db.query("UPDATE holds SET status = 'held' WHERE realm_id = $1 AND seat IN ('1', '2')", [
      mine.realmId,
    ]);
    expect(await alertsOf(mine.owner)).toMatchObject([{ count: 2, params: { held: 4 } }]);
  });

  it('report that nothing moves, and again once something has moved', async () => {
    const mine = await work(app);
    await newTask(mine);
    await save(mine.owner, [{ kind: 'nothing_moved', amount: 60, event_id: mine.eventId }]);
    expect(await alertsOf(mine.owner)).toEqual([]);
    await age(mine, 61);
    await alertsOf(mine.owner);
    expect(await alertsOf(mine.owner)).toMatchObject([
      { kind: 'nothing_moved', count: 1, params: { seconds: 60 } },
    ]);
    const { lease_id } = await leaseOne(mine);
    await alertsOf(mine.owner);
    await age(mine, 61);
    expect(await alertsOf(mine.owner)).toMatchObject([{ count: 2 }]);
    // A realm without a task in progress has nothing that could move.
    await app.db.query('UPDATE tasks SET max_retries = 0 WHERE realm_id = $1', [mine.realmId]);
    await under(mine, lease_id, 'fail', { message: 'sold out' });
    await age(mine, 61);
    expect(await alertsOf(mine.owner)).toMatchObject([{ count: 2 }]);
  });

  it('ignore what another realm does', async () => {
    const theirs = await work(app);
    const mine = await work(app, { on: theirs });
    await newTask(theirs);
    const { rows } = await app.db.query<{ id: number }>(
      "INSERT INTO jobs (realm_id, site_id, event_id, name) VALUES ($1, $2, $3, 'Theirs') RETURNING id",
      [theirs.realmId, theirs.siteId, theirs.eventId],
    );
    await save(mine.owner, [
      { kind: 'seats_held', amount: 1, event_id: theirs.eventId },
      { kind: 'seats_held', amount: 1, job_id: rows[0]!.id },
    ]);
    await holdSeats(theirs, (await leaseOne(theirs)).lease_id, [1]);
    expect(await alertsOf(mine.owner)).toEqual([]);
  });

  it.each([
    ['a text', 'soon'],
    ['an unknown kind', [{ kind: 'sold_out', amount: 1 }]],
    ['no amount', [{ kind: 'seats_held' }]],
    ['an hour and more', [{ kind: 'nothing_moved', amount: 3601 }]],
    ['an unknown field', [{ kind: 'seats_held', amount: 1, realm_id: 1 }]],
    ['too many', Array.from({ length: 21 }, () => ({ kind: 'seats_held', amount: 1 }))],
  ])('refuse %s', async (_what, alerts) => {
    const mine = await work(app);
    expect((await save(mine.owner, alerts)).status).toBe(400);
    expect((await save(mine.owner, null)).status).toBe(200);
  });

  it('don’t report that nothing moves while the realm is paused, nor right afterwards', async () => {
    const mine = await work(app);
    await newTask(mine);
    await save(mine.owner, [{ kind: 'nothing_moved', amount: 60 }]);
    const { body } = await app.http<{ id: number }>('POST', '/api/pauses', {
      token: mine.owner,
      body: { reason: 'The site charges twice' },
    });
    await age(mine, 120);
    expect(await alertsOf(mine.owner)).toEqual([]);
    await app.http('POST', `/api/pauses/${body.id}/resume`, { token: mine.owner });
    expect(await alertsOf(mine.owner)).toEqual([]);
    await app.db.query("UPDATE pauses SET ended_at = now() - interval '2 minutes' WHERE id = $1", [body.id]);
    expect(await alertsOf(mine.owner)).toMatchObject([{ kind: 'nothing_moved' }]);
  });
});
