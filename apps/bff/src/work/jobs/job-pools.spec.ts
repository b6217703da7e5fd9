import { startApp, type TestApp } from '../../../test/app';
import { pool, template } from '../../../test/factories';
import { type Work, work } from '../../../test/work';
import type { TaskDto } from '../tasks/tasks.dto';
import type { JobDto } from './jobs.dto';

describe('a job with the logins of a pool', () => {
  let app: TestApp;
  let mine: Work;
  let poolId: number;
  let template_id: number;
  beforeAll(async () => {
    app = await startApp();
  });
  beforeEach(async () => {
    mine = await work(app, { logins: 3 });
    poolId = await pool(app, mine.realmId, mine.siteId);
    template_id = await template(app, mine.realmId, mine.siteId, mine.eventId, { worker_count: 2 });
    for (const [index, login_id] of [...mine.logins].reverse().entries()) {
      await app.db.query(
        'INSERT INTO pool_members (realm_id, pool_id, login_id, position, status) VALUES ($1, $2, $3, $4, $5)',
        [mine.realmId, poolId, login_id, index + 1, index === 0 ? 'disabled' : 'active'],
      );
    }
  });
  afterAll(() => app.close());

  const call = <T>(method: string, path: string, body?: object) =>
    app.http<T>(method, `/api${path}`, { token: mine.owner, body });
  /** Login and pool of each task of a draft launch. */
  const serving = async (fields: object = {}) => {
    const { body } = await call<JobDto>('POST', '/jobs', { template_id, draft: true, ...fields });
    const tasks = await call<TaskDto[]>('GET', `/tasks/job/${body.id}`);
    return tasks.body.map(({ login_id, pool_id }) => [login_id, pool_id]);
  };

  it("uses the active members of the requested pool or of the template's pool, by position", async () => {
    const members = [
      [mine.logins[1], poolId],
      [mine.logins[0], poolId],
    ];
    expect(await serving({ pool_id: poolId })).toEqual(members);
    await call('PUT', `/templates/${template_id}`, { pool_id: poolId });
    expect(await serving()).toEqual(members);
    expect(await serving({ login_ids: [mine.logins[2]], worker_count: 1 })).toEqual([[mine.logins[2], null]]);
  });

  it("is refused once the template's pool was deleted", async () => {
    await call('PUT', `/templates/${template_id}`, { pool_id: poolId });
    await call('DELETE', `/pools/${poolId}`);
    const rejected = await call<{ code: string; context: object }>('POST', '/jobs', { template_id });
    expect([rejected.status, rejected.body.code, rejected.body.context]).toEqual([
      409,
      'CONFLICT',
      { field: 'pool_id' },
    ]);
  });
});
