import { startApp, type TestApp } from '../../../test/app';
import { admin, user } from '../../../test/factories';
import { holdSeats, lease, newTask, newTasks, under, type Work, work } from '../../../test/work';
import type { ImpactDto } from './impact.dto';

describe('the impact of closing a gate', () => {
  let app: TestApp;
  let administrator: string;
  beforeAll(async () => {
    app = await startApp();
    administrator = (await admin(app)).token;
  });
  afterAll(() => app.close());

  const read = (path: string, token: string) => app.http<ImpactDto>('GET', `/api/${path}/impact`, { token });
  /** A realm with a task in a waiting room, one that holds two seats, and one that waits. */
  const busy = async (on?: Work): Promise<Work> => {
    const mine = await work(app, { logins: 2, ...(on ? { on } : {}) });
    await newTask(mine);
    const [first] = await lease(mine);
    await holdSeats(mine, first!.lease_id, [1, 2]);
    await newTask(mine, { login_id: mine.logins[1] });
    const [second] = await lease(mine);
    await under(mine, second!.lease_id, 'report', { status: 'waiting_room', queue_position: 7 });
    await newTasks(mine, [{ login_id: mine.logins[1] }]);
    return mine;
  };
  const nameOf = async (id: number) =>
    (await app.db.query<{ name: string }>('SELECT name FROM realms WHERE id = $1', [id])).rows[0]!.name;

  it('counts a site’s unfinished tasks by status, held seats, and realms by name', async () => {
    const mine = await busy();
    const other = await work(app, { on: mine });
    await newTask(other);
    const { status, body } = await read(`sites/${mine.siteId}`, administrator);
    expect(status).toBe(200);
    expect(body).toEqual({
      tasks: 4,
      by_status: { carted: 1, waiting_room: 1, queued: 2 },
      held_seats: 2,
      realms: [
        { id: mine.realmId, name: await nameOf(mine.realmId), tasks: 3 },
        { id: other.realmId, name: await nameOf(other.realmId), tasks: 1 },
      ],
    });
  });

  it('counts what depends on a realm, a login and a worker token', async () => {
    const mine = await busy();
    expect((await read(`realms/${mine.realmId}`, administrator)).body).toMatchObject({ tasks: 3 });
    expect((await read(`logins/${mine.logins[1]}`, mine.owner)).body).toMatchObject({
      by_status: { waiting_room: 1, queued: 1 },
      held_seats: 0,
    });
    const { rows } = await app.db.query<{ id: number }>(
      'SELECT id FROM worker_tokens WHERE realm_ids = ARRAY[$1::int]',
      [mine.realmId],
    );
    expect((await read(`worker-tokens/${rows[0]!.id}`, administrator)).body).toMatchObject({
      by_status: { waiting_room: 1 },
    });
  });

  it("counts only the caller's realm's tasks of an event", async () => {
    const mine = await busy();
    const other = await work(app, { on: mine });
    await newTask(other);
    const own = await read(`events/${mine.eventId}`, other.owner);
    expect(own.body).toMatchObject({ tasks: 1, realms: [{ id: other.realmId }] });
    expect((await read(`events/${mine.eventId}`, administrator)).body.tasks).toBe(4);
  });

  it('returns 403 without the permission to close the gate, and 404 for unknown rows', async () => {
    const mine = await work(app);
    const other = await work(app);
    const reader = await user(app, 'realm_user', mine.realmId);
    expect((await read(`sites/${mine.siteId}`, mine.owner)).status).toBe(403);
    expect((await read(`realms/${mine.realmId}`, mine.owner)).status).toBe(403);
    expect((await read(`events/${mine.eventId}`, reader.token)).status).toBe(403);
    expect((await read(`logins/${mine.logins[0]}`, other.owner)).status).toBe(404);
    expect((await read('sites/999999', administrator)).status).toBe(404);
  });
});
