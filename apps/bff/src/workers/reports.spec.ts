import { randomUUID } from 'node:crypto';
import { startApp, type TestApp } from '../../test/app';
import { workerToken } from '../../test/factories';
import { getTask, lease, leaseMany, newTasks, under, work } from '../../test/work';
import type { TaskAnswer } from './protocol.dto';

describe('concurrent reports', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it('are each applied separately: own task, own fence, own change', async () => {
    const mine = await work(app);
    await newTasks(
      mine,
      Array.from({ length: 40 }, (_, index) => ({ name: `Task ${index}` })),
    );
    const leases = await leaseMany(mine, 40);
    expect(leases).toHaveLength(40);
    const paused = leases[3]!;
    await app.http('POST', `/api/tasks/${paused.task.id}/pause`, { token: mine.owner });
    const stranger = { ...mine, worker: await workerToken(app, { site_ids: [mine.siteId] }) };
    const report = (leaseId: string, body: object, who = mine) =>
      under<TaskAnswer>(who, leaseId, 'report', body);

    const [own, changed, lost, foreign] = await Promise.all([
      Promise.all(
        leases.map(({ lease_id }, index) =>
          report(lease_id, { status: 'running', message: `At ${index}`, queue_position: null }),
        ),
      ),
      report(leases[0]!.lease_id, { status: 'waiting_room', message: 'In line', queue_position: 7 }),
      report(randomUUID(), { status: 'running', message: 'Nobody’s' }),
      report(leases[1]!.lease_id, { status: 'running', message: 'A stranger’s' }, stranger),
    ]);
    expect(own.map(({ status }) => status)).toEqual(leases.map(() => 200));
    expect(own.map(({ body }) => body.task.id)).toEqual(leases.map(({ task }) => task.id));
    expect(own.map(({ body }) => body.task.name)).toEqual(leases.map(({ task }) => task.name));
    expect([changed.status, lost.status, foreign.status]).toEqual([200, 409, 409]);
    for (const [index, { task }] of leases.entries()) {
      if (index === 0) continue;
      const expected = task.id === paused.task.id ? /^Paused by / : new RegExp(`^At ${index}$`);
      expect((await getTask(mine, task.id)).status_message).toMatch(expected);
    }
    expect(own.every(({ body }) => !('lease_id' in body.task))).toBe(true);
  });

  it('wait only for a lock on their own task', async () => {
    const mine = await work(app);
    await newTasks(mine, [{}, {}]);
    const [held, free] = await lease(mine, 2);
    const other = await app.db.connect();
    await other.query('BEGIN');
    await other.query('SELECT FROM tasks WHERE id = $1 FOR UPDATE', [held!.task.id]);
    const reportHere = (leaseId: string) =>
      under<TaskAnswer>(mine, leaseId, 'report', { status: 'running', message: 'Here' });
    const waits = reportHere(held!.lease_id);
    expect((await reportHere(free!.lease_id)).body.task.status_message).toBe('Here');
    await other.query('COMMIT');
    other.release();
    expect((await waits).body.task.status_message).toBe('Here');
  });
});
