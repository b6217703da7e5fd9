import { request } from 'node:http';
import { startApp, startBeside, type TestApp } from '../../../test/app';
import { leaseOne, newTask, work } from '../../../test/work';

describe('metrics', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const scrape = async ({ http }: TestApp = app) => (await http<string>('GET', '/metrics')).body;

  it('shows the queue of a site and realm, tasks, workers, and how long leased tasks waited', async () => {
    // A server of its own: its figures are read once in some seconds, and its counters count every task.
    const own = await startApp();
    const mine = await work(own, { logins: 2 });
    await newTask(mine);
    await newTask(mine, { login_id: mine.logins[1] });
    await leaseOne(mine);
    const text = await scrape(own);
    const of = `{site="${mine.siteId}",realm="${mine.realmId}"}`;
    expect(text).toContain(`tessera_queue_ready${of} 1\n`);
    expect(text).toContain(`tessera_queue_oldest_seconds${of} `);
    expect(text).toContain('tessera_tasks{status="queued"} 1\n');
    expect(text).toContain('tessera_tasks{status="running"} 1\n');
    expect(text).toContain('tessera_task_changes_total{to="running"} 1\n');
    expect(text).toContain('tessera_lease_delay_seconds_count 1\n');
    expect(text).toMatch(/tessera_workers\{version="[^"]*",state="active"\} 1\n/);
    expect(text).toContain('tessera_worker_leases 1\n');
    await own.close();
  });

  it('shows what a server needs to work', async () => {
    const text = await scrape();
    expect(text).toContain('tessera_readiness{check="database"} 1\n');
    expect(text).toContain('tessera_migrations_pending 0\n');
    expect(text).toContain('tessera_listener_connected 1\n');
    expect(text).toContain('tessera_database_pool_waiting 0\n');
    expect(text).toMatch(/tessera_database_max_connections \d+\n/);
    expect(text).toContain('tessera_backups 0\n');
    expect(text).toMatch(/tessera_backup_age_seconds \d/);
    expect(text).toMatch(/tessera_overdue\{kind="leases"\} 0\n/);
  });

  it('shows what was read before while the database keeps a scrape waiting', async () => {
    const fresh = await startBeside(app);
    await scrape(fresh);
    const now = performance.now.bind(performance);
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + 3_600_000);
    const blocker = await app.db.connect();
    await blocker.query('BEGIN; LOCK TABLE backups, migrations IN ACCESS EXCLUSIVE MODE');
    const text = await scrape(fresh);
    expect(text).toContain('tessera_backups 0\n');
    expect(text).toContain('tessera_migrations_pending 0\n');
    expect(text).toContain('tessera_readiness{check="migrations"} 1\n');
    await blocker.query('ROLLBACK');
    blocker.release();
    clock.mockRestore();
    await fresh.close();
  });

  it.each<[string, Record<string, string>]>([
    ['an address that was forwarded', { 'X-Forwarded-For': '192.0.2.1' }],
    ['another name', { Host: 'console.example' }],
    ['a proxy', { Via: '1.1 proxy' }],
  ])('are refused without a token for a request with %s', async (_, headers) => {
    expect(await statusOf(app, headers)).toBe(403);
  });

  it('are rejected without a token where a proxy is trusted', async () => {
    const behind = await startBeside(app, { TRUST_PROXY: '10.0.0.0/8' });
    expect(await statusOf(behind)).toBe(403);
    await behind.close();
  });

  it('need the token where one is set', async () => {
    const token = 'metrics-token-of-the-tests';
    const guarded = await startBeside(app, { METRICS_TOKEN: token, TRUST_PROXY: '10.0.0.0/8' });
    expect(await statusOf(guarded)).toBe(403);
    expect(await statusOf(guarded, { Authorization: `Bearer ${token}` })).toBe(200);
    await guarded.close();
  });
});

/** `fetch` sets the host itself, so these requests don't use it. */
const statusOf = ({ url }: TestApp, headers: Record<string, string> = {}): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request(`${url}/metrics`, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
