import { startApp, startBeside, type TestApp } from '../../../test/app';
import { admin, realm, user } from '../../../test/factories';
import {
  countNotifications,
  getTask,
  holdSeats,
  inMinutes,
  lease,
  leaseOne,
  newTask,
  newTasks,
  pollOnlyWhenWoken,
  sweep,
  under,
  until,
  type Work,
  work,
} from '../../../test/work';
import type { PauseDto } from './pauses.dto';

type Refusal = { code: string };

describe('a pause', () => {
  let app: TestApp;
  let administrator: string;
  beforeAll(async () => {
    app = await startApp();
    administrator = (await admin(app)).token;
  });
  afterAll(() => app.close());
  afterEach(() => app.db.query('UPDATE pauses SET ended_at = now() WHERE ended_at IS NULL'));

  const pause = (token: string, body: object = {}, on = app) =>
    on.http<PauseDto & Refusal>('POST', '/api/pauses', {
      token,
      body: { reason: 'The site charges twice', ...body },
    });
  const resume = (token: string, id: number, on = app) =>
    on.http<PauseDto & Refusal>('POST', `/api/pauses/${id}/resume`, { token });
  const inForce = async (token: string) => (await app.http<PauseDto[]>('GET', '/api/pauses', { token })).body;
  const heartbeat = async (from: Work, leaseId: string) =>
    (await under<{ commands: { command: string }[] }>(from, leaseId, 'heartbeat')).body.commands.map(
      ({ command }) => command,
    );
  const causesOf = async ({ owner }: Work, id: number) =>
    (
      await app.http<{ causes: { code: string }[] }>('GET', `/api/tasks/${id}/why`, { token: owner })
    ).body.causes.map(({ code }) => code);

  it('keeps workers from the realm’s tasks and changes none of them; its end gives back their places', async () => {
    const mine = await work(app);
    const other = await work(app, { on: mine });
    const waiting = await newTasks(mine, [{}, {}, {}]);
    const places = () =>
      app.db
        .query<{ id: number }>(
          'SELECT id, ready_at, version, paused, status FROM tasks WHERE realm_id = $1 ORDER BY id',
          [mine.realmId],
        )
        .then(({ rows }) => rows);
    const before = await places();
    const { status, body } = await pause(mine.owner);
    expect([status, body.realm_id, body.ended_at]).toEqual([200, mine.realmId, null]);
    expect(await lease(mine, 5)).toEqual([]);
    await sweep(app);
    expect(await places()).toEqual(before);
    expect(await causesOf(mine, waiting[0]!.id)).toEqual(['REALM_PAUSED']);
    await newTask(other);
    expect(await lease(other)).toHaveLength(1);
    expect((await resume(mine.owner, body.id)).body.ended_at).not.toBeNull();
    expect((await lease(mine, 5)).map(({ task }) => task.id)).toEqual(waiting.map(({ id }) => id));
  });

  it('pauses running tasks by the protocol without their flag, and a person’s own pause outlasts it', async () => {
    const mine = await work(app, { logins: 2 });
    const [first, second] = [await newTask(mine), await newTask(mine, { login_id: mine.logins[1] })];
    const [running, own] = await lease(mine, 2);
    await app.http('POST', `/api/tasks/${second.id}/pause`, { token: mine.owner });
    const { body } = await pause(mine.owner);
    expect(await heartbeat(mine, running!.lease_id)).toEqual(['pause']);
    const report = await under<{ task: { paused: boolean } }>(mine, running!.lease_id, 'report', {
      status: 'running',
      message: 'Paused',
    });
    expect(report.body.task.paused).toBe(true);
    expect((await getTask(mine, first.id)).paused).toBe(false);
    expect(await causesOf(mine, first.id)).toEqual(['REALM_PAUSED']);
    await resume(mine.owner, body.id);
    expect(await heartbeat(mine, running!.lease_id)).toEqual(['resume']);
    expect(await heartbeat(mine, own!.lease_id)).toEqual(['pause']);
    const after = await under<{ task: { paused: boolean } }>(mine, running!.lease_id, 'report', {
      status: 'running',
      message: 'On',
    });
    expect(after.body.task.paused).toBe(false);
  });

  it('reaches a waiting worker at once, and so does its end', async () => {
    const mine = await work(app, { logins: 2 });
    await newTask(mine);
    const { lease_id } = await leaseOne(mine);
    const wait = pollOnlyWhenWoken(app);
    const poll = (capacity: number, acknowledged_command: string | null) =>
      app.http<{ commands: { command: string }[]; leases: unknown[] }>('POST', '/api/worker/v1/lease', {
        token: mine.worker,
        body: { worker: 'worker-1', capacity, wait_s: 20, leases: [{ lease_id, acknowledged_command }] },
      });
    const paused = poll(0, null);
    const { body } = await pause(mine.owner);
    expect((await paused).body.commands).toMatchObject([{ lease_id, command: 'pause' }]);
    await newTask(mine, { login_id: mine.logins[1] });
    const resumed = poll(1, 'pause');
    // One that looks for tasks just then gets the new one now, and the command with its next poll.
    await until(async () => {
      const { rows } = await app.db.query(
        'SELECT FROM workers w JOIN tasks t ON t.leased_by = w.id WHERE t.lease_id = $1 AND w.capacity = 2',
        [lease_id],
      );
      return rows.length === 1;
    }, 'the worker waits');
    await resume(mine.owner, body.id);
    const response = (await resumed).body;
    expect(response.commands).toMatchObject([{ lease_id, command: 'resume' }]);
    expect(response.leases).toHaveLength(1);
    wait.mockRestore();
  });

  it('holds back scheduled starts, counts them as overdue, and starts them once it ends', async () => {
    const mine = await work(app);
    const task = await newTask(mine, { scheduled_at: inMinutes(30) });
    const preview = async () => (await app.http('GET', '/api/pauses/impact', { token: mine.owner })).body;
    expect(await preview()).toMatchObject({ scheduled: 1, overdue: 0 });
    const { body } = await pause(mine.owner);
    await app.db.query(
      "UPDATE tasks SET scheduled_at = now() - interval '1 minute', ready_at = now() - interval '1 minute' WHERE id = $1",
      [task.id],
    );
    await sweep(app);
    expect(await lease(mine)).toEqual([]);
    expect((await getTask(mine, task.id)).status).toBe('scheduled');
    expect(await preview()).toMatchObject({ scheduled: 0, overdue: 1 });
    await resume(mine.owner, body.id);
    await sweep(app);
    expect(await lease(mine)).toHaveLength(1);
  });

  it('lets people pay held seats, launch and read; a worker keeps what it holds', async () => {
    const mine = await work(app);
    const task = await newTask(mine);
    const { lease_id } = await leaseOne(mine);
    const { body } = await pause(mine.owner);
    const ids = await holdSeats(mine, lease_id, [1, 2]);
    expect(await app.http('GET', '/api/pauses/impact', { token: mine.owner })).toMatchObject({
      body: { running: 0, baskets: 1, next_expiry: expect.any(String) as string },
    });
    const paid = await app.http('POST', '/api/carted-tickets/confirm', {
      token: mine.owner,
      body: { ticket_ids: ids },
    });
    expect(paid.status).toBe(200);
    expect((await getTask(mine, task.id)).status).toBe('bought');
    expect((await newTask(mine)).status).toBe('queued');
    await resume(mine.owner, body.id);
    expect(await lease(mine)).toHaveLength(1);
  });

  it('of everything covers each realm, also one that is made meanwhile, and leaves owners’ pauses alone', async () => {
    const mine = await work(app);
    const own = (await pause(mine.owner)).body;
    const all = (await pause(administrator, { everything: true })).body;
    expect(all.realm_id).toBeNull();
    const late = await work(app);
    await newTask(late);
    expect(await lease(late)).toEqual([]);
    expect((await inForce(late.owner)).map(({ realm_id }) => realm_id)).toEqual([null]);
    expect((await inForce(mine.owner)).map(({ realm_id }) => realm_id)).toEqual([null, mine.realmId]);
    expect(await resume(late.owner, all.id)).toMatchObject({
      status: 403,
      body: { reason: 'PAUSE_OF_ADMINISTRATORS' },
    });
    await resume(administrator, all.id);
    expect(await lease(late)).toHaveLength(1);
    await newTask(mine);
    expect(await lease(mine)).toEqual([]);
    await resume(mine.owner, own.id);
    expect(await lease(mine)).toHaveLength(1);
  });

  it('is one pause however many press at once, on two servers, and ending it twice changes nothing', async () => {
    const beside = await startBeside(app);
    const mine = await work(app);
    const colleague = await user(app, 'realm_owner', mine.realmId);
    const pressed = await Promise.all([
      pause(mine.owner, { reason: 'first' }),
      pause(colleague.token, { reason: 'second' }, beside),
      pause(administrator, { realm_id: mine.realmId, reason: 'third' }, beside),
    ]);
    expect(pressed.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(pressed.map(({ body }) => body.id)).size).toBe(1);
    await newTask(mine);
    expect(await lease({ ...mine, app: beside })).toEqual([]);
    const { id } = pressed[0].body;
    const ended = await Promise.all([resume(mine.owner, id), resume(colleague.token, id, beside)]);
    expect(ended.map(({ status }) => status)).toEqual([200, 200]);
    const { rows } = await app.db.query(
      "SELECT action FROM audit WHERE realm_id = $1 AND action IN ('realm.pause', 'realm.resume') ORDER BY id",
      [mine.realmId],
    );
    expect(rows).toEqual([{ action: 'realm.pause' }, { action: 'realm.resume' }]);
    await beside.close();
  });

  it('belongs to owners and administrators: others and other realms get 403 and 404', async () => {
    const mine = await work(app);
    const stranger = await user(app, 'realm_owner', await realm(app));
    const reader = await user(app, 'realm_user', mine.realmId);
    expect((await pause(reader.token)).status).toBe(403);
    expect((await pause(stranger.token, { realm_id: mine.realmId })).status).toBe(400);
    expect((await pause(stranger.token, { everything: true })).status).toBe(403);
    expect((await pause(administrator)).status).toBe(400);
    expect((await pause(administrator, { everything: true, realm_id: mine.realmId })).status).toBe(400);
    const { body } = await pause(mine.owner);
    expect((await resume(stranger.token, body.id)).status).toBe(404);
    expect(await inForce(stranger.token)).toEqual([]);
    expect(await inForce(reader.token)).toMatchObject([{ reason: 'The site charges twice' }]);
  });

  it('outlasts a suspension, and a deleted realm’s is listed no more', async () => {
    const mine = await work(app);
    const put = (body: object) =>
      app.http('PUT', `/api/realms/${mine.realmId}`, { token: administrator, body });
    await pause(administrator, { realm_id: mine.realmId });
    await put({ status: 'suspended' });
    await put({ status: 'active' });
    const task = await newTask(mine);
    expect(await lease(mine)).toEqual([]);
    expect(await causesOf(mine, task.id)).toEqual(['REALM_PAUSED']);
    const gone = await realm(app);
    await pause(administrator, { realm_id: gone });
    await app.http('DELETE', `/api/realms/${gone}`, { token: administrator });
    expect((await inForce(administrator)).map(({ realm_id }) => realm_id)).toEqual([mine.realmId]);
    expect((await pause(administrator, { realm_id: gone })).status).toBe(400);
  });

  it('notifies those concerned, and keeps the name of the person who paused once their account is gone', async () => {
    const mine = await work(app);
    const owner = await user(app, 'realm_owner', mine.realmId);
    const { body } = await pause(owner.token);
    await countNotifications(app);
    const { rows } = await app.db.query(
      "SELECT kind, params FROM notifications WHERE realm_id = $1 AND topic = 'pause'",
      [mine.realmId],
    );
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({ kind: 'realm_paused', params: { who: owner.email } });
    await app.http('DELETE', `/api/users/${owner.id}`, { token: administrator });
    expect(await inForce(mine.owner)).toMatchObject([{ id: body.id, paused_who: owner.email }]);
  });
});
