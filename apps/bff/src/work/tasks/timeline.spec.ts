import { startApp, type TestApp } from '../../../test/app';
import { getTask, lease, leaseOne, loseWorker, newTask, skipBackoff, under, work } from '../../../test/work';
import type { TaskEventDto } from './tasks.dto';

describe("a task's timeline", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it('names the actor of each entry', async () => {
    const mine = await work(app);
    const { id } = await newTask(mine);
    await lease(mine);
    await loseWorker(mine, id);
    const events = (await app.http<TaskEventDto[]>('GET', `/api/tasks/${id}/events`, { token: mine.owner }))
      .body;
    expect(events.map(({ actor, what }) => [actor?.split(/[ -]/)[0], what])).toEqual([
      ['Tessera', 'fail'],
      ['worker', 'lease'],
      ['realm_owner', 'start'],
      ['realm_owner', 'create'],
    ]);
  });

  it("returns the product's messages as a reason with parameters, and a worker's message as free text", async () => {
    const mine = await work(app);
    const { id } = await newTask(mine);
    const { lease_id } = await leaseOne(mine);
    await under(mine, lease_id, 'report', { status: 'waiting_room', message: 'In the queue' });
    await loseWorker(mine, id);
    const pause = await app.http('POST', `/api/tasks/${id}/pause`, { token: mine.owner });
    expect(pause.body).toMatchObject({ status_reason: { code: 'PAUSED_BY' } });
    const { body } = await app.http<TaskEventDto[]>('GET', `/api/tasks/${id}/events`, { token: mine.owner });
    expect(body.slice(0, 3)).toMatchObject([
      {
        what: 'pause',
        message: expect.stringMatching(/^Paused by /) as string,
        reason: { code: 'PAUSED_BY' },
      },
      {
        what: 'fail',
        message: 'Lost contact with the worker (retry 1 of 5 in 5 s)',
        reason: {
          code: 'TRY_FAILED',
          params: { failure: 'WORKER_LOST', retry: 1, max_retries: 5, wait_s: 5 },
        },
      },
      { what: 'report', message: 'In the queue', reason: null },
    ]);
  });

  it("drops a task's reason once its worker reports a message", async () => {
    const mine = await work(app);
    const { id } = await newTask(mine);
    const first = await leaseOne(mine);
    await under(mine, first.lease_id, 'fail', { message: 'Sold out' });
    expect((await getTask(mine, id)).status_reason).toMatchObject({ code: 'TRY_FAILED' });
    await skipBackoff(mine, id);
    const { lease_id } = await leaseOne(mine);
    await under(mine, lease_id, 'report', { status: 'running', message: 'Signing in' });
    expect(await getTask(mine, id)).toMatchObject({ status_message: 'Signing in', status_reason: null });
  });
});
