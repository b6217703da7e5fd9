import { startApp, type TestApp } from '../../test/app';
import {
  getTask,
  holdSeats,
  inMinutes,
  leaseOne,
  makeBuyer,
  newTask,
  seat,
  sweep,
  under,
  type Work,
  work,
} from '../../test/work';

describe('seats held before a stop and a start', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const post = (from: Work, path: string, body: object = {}) =>
    app.http('POST', `/api${path}`, { token: from.owner, body });
  const held = async (from: Work) => {
    const { id } = await newTask(from);
    const { lease_id } = await leaseOne(from);
    return { id, lease_id, holds: await holdSeats(from, lease_id, [1, 2]) };
  };

  const restarts: Record<string, (from: Work, id: number) => Promise<unknown>> = {
    'the commands of the task': async (from, id) => {
      await post(from, `/tasks/${id}/stop`);
      return post(from, `/tasks/${id}/start`);
    },
    'a bulk': async (from, id) => {
      await post(from, '/tasks/bulk', { command: 'stop', ids: [id] });
      return post(from, '/tasks/bulk', { command: 'start', ids: [id] });
    },
    'a retry of what failed': async (from, id) => {
      await app.db.query("UPDATE tasks SET status = 'failed', finished_at = now() WHERE id = $1", [id]);
      return post(from, `/tasks/${id}/start`, { now: true });
    },
  };
  it.each(Object.entries(restarts))(
    'by %s are listed for the next worker, whose hold makes the task carted with the same ids',
    async (_name, restart) => {
      const mine = await work(app);
      const { id, holds } = await held(mine);
      await restart(mine, id);
      const next = await leaseOne(mine);
      expect([next.task.id, next.task.status]).toEqual([id, 'running']);
      expect(next.holds.map((hold) => hold.id)).toEqual(holds);
      expect(await holdSeats(mine, next.lease_id, [1, 2])).toEqual(holds);
      expect(await getTask(mine, id)).toMatchObject({ status: 'carted', status_message: '2 seats held' });
      expect((await under(mine, next.lease_id, 'heartbeat')).status).toBe(409);
    },
  );

  it('make a buy task carted again under its lease, which continues', async () => {
    const mine = await work(app);
    const { id } = await newTask(mine, { start: false });
    await makeBuyer(mine, id);
    await post(mine, `/tasks/${id}/start`);
    const first = await leaseOne(mine);
    const holds = await holdSeats(mine, first.lease_id, [1, 2]);
    await post(mine, `/tasks/${id}/stop`);
    await under(mine, first.lease_id, 'release');
    await post(mine, `/tasks/${id}/start`);
    const next = await leaseOne(mine);
    expect(await holdSeats(mine, next.lease_id, [1, 2])).toEqual(holds);
    expect((await getTask(mine, id)).status).toBe('carted');
    expect((await under(mine, next.lease_id, 'heartbeat')).status).toBe(200);
  });

  it('are returned to a repeated hold only while they are live; otherwise the lease is lost', async () => {
    const mine = await work(app);
    const again = (leaseId: string) =>
      under(mine, leaseId, 'hold', { seats: [seat(1), seat(2)], expires_at: inMinutes(10) });
    const removed = await held(mine);
    expect((await again(removed.lease_id)).status).toBe(200);
    await app.http('DELETE', `/api/carted-tickets/group/${removed.id}/${mine.logins[0]}`, {
      token: mine.owner,
    });
    expect((await again(removed.lease_id)).status).toBe(409);
    const expired = await held(mine);
    await app.db.query("UPDATE holds SET expires_at = now() - interval '1 second' WHERE task_id = $1", [
      expired.id,
    ]);
    expect((await again(expired.lease_id)).status).toBe(409);
    await sweep(app);
    expect((await again(expired.lease_id)).status).toBe(409);
    expect(await getTask(mine, expired.id)).toMatchObject({ status: 'queued' });
  });
});
