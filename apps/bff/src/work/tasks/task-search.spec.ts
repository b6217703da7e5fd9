import { startApp, type TestApp } from '../../../test/app';
import { admin } from '../../../test/factories';
import { newTask, type Work, work } from '../../../test/work';
import type { TaskDto } from './tasks.dto';

describe('the search for tasks', () => {
  let app: TestApp;
  let mine: Work;
  let other: Work;
  beforeAll(async () => {
    app = await startApp();
    mine = await work(app, { logins: 2, max_tasks: 20 });
    other = await work(app, { logins: 1, max_tasks: 20 });
    for (const name of ['Balcony for Ada', 'balcony 100%', 'Stalls_7']) await newTask(mine, { name });
    await newTask(other, { name: 'Balcony of somebody else' });
  });
  afterAll(() => app.close());

  const search = async (token: string, q: string) =>
    (
      await app.http<TaskDto[]>('GET', `/api/tasks?page_size=50&q=${encodeURIComponent(q)}`, { token })
    ).body.map(({ name }) => name);

  it("finds parts of names, ignoring case, within the caller's realm", async () => {
    expect((await search(mine.owner, 'BALCONY')).sort()).toEqual(['Balcony for Ada', 'balcony 100%']);
    expect(await search(other.owner, 'balcony')).toEqual(['Balcony of somebody else']);
    expect(await search(mine.owner, 'no such task')).toEqual([]);
    expect(await search((await admin(app)).token, 'balcony')).toHaveLength(3);
  });

  it('takes wildcards of SQL literally, and texts of one or two characters', async () => {
    expect(await search(mine.owner, '100%')).toEqual(['balcony 100%']);
    expect(await search(mine.owner, 's_7')).toEqual(['Stalls_7']);
    expect(await search(mine.owner, '_7')).toEqual(['Stalls_7']);
    expect(await search(mine.owner, '%%%')).toEqual([]);
  });

  it('finds tasks by their login and their event', async () => {
    await app.db.query("UPDATE logins SET name = 'Zora Parker' WHERE id = $1", [mine.logins[1]]);
    await newTask(mine, { name: 'By login', login_id: mine.logins[1] });
    expect(await search(mine.owner, 'parker')).toEqual(['By login']);
    const { rows } = await app.db.query<{ name: string }>('SELECT name FROM events WHERE id = $1', [
      mine.eventId,
    ]);
    expect((await search(mine.owner, rows[0]!.name)).length).toBe(4);
  });

  it('leaves out deleted tasks, and answers 304 until something changes', async () => {
    const { body: made } = await app.http<TaskDto>('POST', '/api/tasks', {
      token: mine.owner,
      body: { login_id: mine.logins[0], event_id: mine.eventId, name: 'Ephemeral' },
    });
    const path = '/api/tasks?page_size=50&q=ephemeral';
    const first = await app.http('GET', path, { token: mine.owner });
    const tag = first.headers.get('etag') ?? '';
    const again = await app.http('GET', path, { token: mine.owner, headers: { 'if-none-match': tag } });
    expect(again.status).toBe(304);
    await app.db.query('UPDATE tasks SET deleted_at = now() WHERE id = $1', [made.id]);
    expect(await search(mine.owner, 'ephemeral')).toEqual([]);
  });
});
