import { startApp, type TestApp } from '../../../test/app';
import { template } from '../../../test/factories';
import { type Work, work } from '../../../test/work';
import type { JobPlanLineDto } from './job-review.dto';
import type { JobControlAnswer, JobDto, JobPlanDto } from './jobs.dto';

const MOST = 10_000;

describe(`jobs of ${MOST} tasks, the most of one launch`, () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  /** Creates a realm with this number of logins and a template with all of them. */
  async function large(): Promise<{ mine: Work; template_id: number }> {
    const mine = await work(app, { logins: 0, max_tasks: 5 * MOST });
    const { realmId, siteId, eventId } = mine;
    await app.db.query('UPDATE realms SET max_logins = $2 WHERE id = $1', [realmId, MOST]);
    const template_id = await template(app, realmId, siteId, eventId, { worker_count: MOST });
    await app.db.query(
      `WITH made AS (
         INSERT INTO logins (realm_id, site_id, email)
         SELECT $1, $2, 'buyer-' || n || '@quayside.example' FROM generate_series(1, $3::int) AS n RETURNING id)
       INSERT INTO template_logins (realm_id, template_id, login_id, position)
       SELECT $1, $4, id, row_number() OVER (ORDER BY id) FROM made`,
      [realmId, siteId, MOST, template_id],
    );
    return { mine, template_id };
  }
  const post = <T>({ owner }: Work, path: string, body: object) =>
    app.http<T>('POST', `/api/jobs${path}`, { token: owner, body });
  const launch = async ({ mine, template_id }: Awaited<ReturnType<typeof large>>) => {
    const { body: plan } = await post<JobPlanDto>(mine, '/preview', { template_id });
    return post<JobDto>(mine, '', { template_id, plan_hash: plan.plan_hash });
  };

  it('launches one with a login per task, another with the same logins, and controls them as a whole', async () => {
    const one = await large();
    const [first, second] = [await launch(one), await launch(one)];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.counts).toEqual({ queued: MOST });
    const kept = await app.http<JobPlanLineDto[]>(
      'GET',
      `/api/jobs/${second.body.id}/plan?page=50&page_size=200`,
      { token: one.mine.owner },
    );
    expect(kept.body.filter(({ task_id, verdict }) => task_id !== null && verdict === 'warn')).toHaveLength(
      200,
    );
    for (const [command, status] of [
      ['stop', 'stopped'],
      ['start', 'queued'],
    ]) {
      const { body } = await post<JobControlAnswer>(one.mine, `/${second.body.id}/control`, { command });
      expect([body.affected, body.job.counts]).toEqual([MOST, { [status!]: MOST }]);
    }
  });

  it('launches two of different realms at the same time', async () => {
    const several = [await large(), await large()];
    const responses = await Promise.all(several.map(launch));
    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
  });

  it('locks as many customers of an event in a small part of the lock table', async () => {
    const client = await app.db.connect();
    await client.query('BEGIN');
    await client.query(
      `SELECT lock_customers(1, ARRAY(SELECT 'buyer-' || n FROM generate_series(1, $1::int) AS n))`,
      [MOST],
    );
    const { rows } = await client.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()",
    );
    await client.query('ROLLBACK');
    client.release();
    expect(rows[0]?.n).toBeLessThanOrEqual(512);
  });
});
