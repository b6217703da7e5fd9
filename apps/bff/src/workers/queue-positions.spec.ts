import { startApp, type TestApp } from '../../test/app';
import { event } from '../../test/factories';
import { leaseOne, newTask, under, work } from '../../test/work';

describe('queue links and workers', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it("updates the task's queue link as the worker reports, and no other link of its login", async () => {
    const mine = await work(app);
    const made = await newTask(mine);
    const post = (path: string, body: object) =>
      app.http<{ id: number }>('POST', path, { token: mine.owner, body });
    const path = `/api/logins/${mine.logins[0]}/queueitlinks`;
    const link = await post(path, { event_id: mine.eventId, assigned_to_task_ids: [made.id] });
    const elsewhere = await event(app, mine.siteId);
    const idle = await post(path, { event_id: elsewhere });
    const { lease_id } = await leaseOne(mine);
    for (const report of [
      { status: 'running' },
      { status: 'waiting_room', queue_position: 30 },
      { status: 'waiting_room', queue_position: 30 },
      { status: 'waiting_room', queue_position: 4 },
      { status: 'running' },
    ])
      await under(mine, lease_id, 'report', report);
    const steps = async (id: number) =>
      (
        await app.http<{ status: string; position: number | null }[]>(
          'GET',
          `/api/queueitlinks/${id}/history`,
          { token: mine.owner },
        )
      ).body.map(({ status, position }) => [status, position]);
    expect(await steps(link.body.id)).toEqual([
      ['entered', null],
      ['waiting', 4],
      ['waiting', 30],
      ['prequeue', null],
    ]);
    expect(await steps(idle.body.id)).toEqual([['prequeue', null]]);
  });
});
