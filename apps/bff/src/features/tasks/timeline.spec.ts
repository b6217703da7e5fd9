import { startApp, type TestApp } from '../../../test/app';
import { lease, loseWorker, newTask, work } from '../../../test/work';
import type { TaskEventDto } from './tasks.dto';

describe("a task's timeline", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it('says who did what', async () => {
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
});
