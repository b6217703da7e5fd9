import { startApp, type TestApp } from '../../../test/app';
import { admin } from '../../../test/factories';
import { newTask, newTasks, type Work, work } from '../../../test/work';
import type { TaskCountsDto } from './tasks.dto';

describe('GET /tasks/counts', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const counts = async (token: string, query = '') =>
    (await app.http<TaskCountsDto>('GET', `/api/tasks/counts${query}`, { token })).body.counts;

  const idleAndQueued = async (mine: Work) => {
    await newTasks(mine, [
      { name: 'Balcony 1', start: false },
      { name: 'Balcony 2', start: false },
      { name: 'Stalls 1', start: true },
    ]);
  };

  it("counts the realm's tasks by status, and no other realm's", async () => {
    const mine = await work(app);
    const other = await work(app, { on: mine });
    await idleAndQueued(mine);
    await newTask(other, { start: false });
    expect(await counts(mine.owner)).toEqual({ idle: 2, queued: 1 });
    expect(await counts(other.owner)).toEqual({ idle: 1 });
    expect(await counts(other.owner, `?realm_id=${mine.realmId}`)).toEqual({});
    const { token } = await admin(app);
    expect(await counts(token, `?realm_id=${mine.realmId},${other.realmId}`)).toEqual({ idle: 3, queued: 1 });
  });

  it("applies the list's filters, ignores pagination and sort, and excludes deleted tasks", async () => {
    const mine = await work(app);
    await idleAndQueued(mine);
    const deleted = await newTask(mine);
    await app.http('POST', `/api/tasks/${deleted.id}/stop`, { token: mine.owner, body: {} });
    const { status } = await app.http('DELETE', `/api/tasks/${deleted.id}`, { token: mine.owner });
    expect(status).toBe(204);
    expect(await counts(mine.owner, '?q=balcony')).toEqual({ idle: 2 });
    expect(await counts(mine.owner, '?status=queued,running')).toEqual({ queued: 1 });
    expect(await counts(mine.owner, '?page=2&page_size=1&sort=-name')).toEqual({ idle: 2, queued: 1 });
    const wrong = await app.http<{ code: string; details: { field: string }[] }>(
      'GET',
      '/api/tasks/counts?status=asleep',
      { token: mine.owner },
    );
    expect(wrong).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION', details: [{ field: 'status' }] },
    });
  });
});
