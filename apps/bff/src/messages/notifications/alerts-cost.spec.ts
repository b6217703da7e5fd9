import { startApp, type TestApp } from '../../../test/app';
import * as make from '../../../test/factories';
import { countRows, type ExplainedRow, explainSql, planNodes } from '../../../test/query-plan';
import { type Work, work } from '../../../test/work';
import { Transactions } from '../../platform/database/transactions';
import { systemScope } from '../../platform/realm-scope/scope';
import { AlertsRepository } from './alerts.repository';

/** What the sweep of thresholds reads, with as many tasks as an on-sale has. */
describe('the cost of thresholds', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  /** Adds tasks that last changed at least a minute ago. */
  const fill = ({ realmId, siteId, logins }: Work, eventId: number, status: string, count: number) =>
    app.db.query(
      `SET session_replication_role = replica;
       INSERT INTO tasks (realm_id, site_id, event_id, login_id, status, finished_at, updated_at)
       SELECT ${realmId}, ${siteId}, ${eventId}, ${logins[0]}, '${status}',
         CASE WHEN '${status}' = 'failed' THEN now() - interval '1 day' END, now() - make_interval(secs => 60 + n)
       FROM generate_series(1, ${count}) n;
       SET session_replication_role = DEFAULT`,
    );

  /** The tasks that one round reads, and how it finds them. */
  async function readTasks(): Promise<{ rows: number; scans: string[] }> {
    let sql = '';
    return app.nest.get(Transactions, { strict: false }).run(systemScope('test'), async (tx) => {
      const spy = jest.spyOn(tx, 'query').mockImplementation((text: string) => {
        sql = text;
        return Promise.resolve([]);
      });
      await app.nest.get(AlertsRepository, { strict: false }).claimCrossed(tx);
      spy.mockRestore();
      const [plan] = await tx.query<ExplainedRow>(explainSql(sql));
      const ofTasks = planNodes(plan!).filter((node) => node['Relation Name'] === 'tasks');
      return {
        rows: countRows(ofTasks),
        scans: [...new Set(ofTasks.map((node) => node['Node Type']))],
      };
    });
  }

  it('depends on the tasks in progress, not on all tasks, nor on how many people ask', async () => {
    const mine = await work(app, { max_tasks: 1_000_000 });
    const events = [mine.eventId, await make.event(app, mine.siteId), await make.event(app, mine.siteId)];
    for (const event of events) await fill(mine, event, 'queued', 2000);
    await fill(await work(app), mine.eventId, 'failed', 20_000);
    await fill(mine, mine.eventId, 'failed', 10_000);
    await app.db.query('ANALYZE tasks');
    const alerts = [...events.map((event_id) => ({ event_id })), {}].map((subject) => ({
      kind: 'nothing_moved',
      amount: 60,
      ...subject,
    }));
    const ask = async () => {
      const { token } = await make.user(app, 'realm_user', mine.realmId);
      expect((await app.http('PUT', '/api/me/preferences', { token, body: { alerts } })).status).toBe(200);
    };
    await ask();
    const first = await readTasks();
    expect(first.rows).toBeLessThanOrEqual(3 * 6000 + 1);
    expect(first.scans).not.toContain('Seq Scan');
    for (let person = 0; person < 4; person += 1) await ask();
    expect((await readTasks()).rows).toBe(first.rows);
  });
});
