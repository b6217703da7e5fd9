import { Client, type QueryResult } from 'pg';
import { startApp, type TestApp } from './app';
import * as make from './factories';
import { countRows, type ExplainedRow, explainSql, planNodes } from './query-plan';
import { rehearse, rehearsing, SANDBOX, within } from './rehearsal';

/** Tasks of the rehearsal, and the lines of the timeline and the seats of each. */
const TASKS = 300;
const LINES = 5;
const SEATS = 2;
/** Rows of the rehearsal; a read passes each from step to step of its plan, and counts it at each. */
const ROWS = TASKS * (1 + LINES + SEATS);
const MAX_STEPS = 12;

type Query = (statement: unknown, values?: unknown, ...rest: unknown[]) => Promise<QueryResult>;

/** The rows that each reading statement with parameters handles while `work` runs, most first. */
async function countRead(work: () => Promise<unknown>): Promise<number[]> {
  const counts: Promise<number>[] = [];
  const query = Client.prototype.query as unknown as Query;
  const spy = jest.spyOn(Client.prototype, 'query').mockImplementation(function (
    this: Client,
    ...[statement, given, ...rest]: Parameters<Query>
  ) {
    const { text, values } = (
      typeof statement === 'string' ? { text: statement, values: given } : statement
    ) as {
      text: string;
      values?: unknown[];
    };
    if (values && /^\s*(SELECT|WITH)\b/.test(text)) {
      counts.push(
        query
          .call(this, { text: explainSql(text), values })
          .then(({ rows: [row] }) => countRows(planNodes(row as ExplainedRow))),
      );
    }
    return query.call(this, statement, given, ...rest);
  } as never);
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return (await Promise.all(counts)).toSorted((a, b) => b - a);
}

/**
 * PostgreSQL expects one row of a realm that its statistics don't know yet: every rehearsal's, and a new one's at its first
 * on-sale. What it then joins row by row must be found by an index, or 2,000 tasks with their timelines take ten seconds.
 */
describe('a realm that the statistics of the database do not know', () => {
  let app: TestApp;
  let request: ReturnType<typeof within>;
  let ids: Record<'rehearsal' | 'event' | 'job', number>;

  beforeAll(async () => {
    app = await startApp({ SANDBOX_URL: SANDBOX });
    await make.site(app, { url: SANDBOX });
    const mine = await rehearsing(app);
    await rehearse(mine);
    await app.db.query('ANALYZE');
    await app.db.query(`UPDATE realms SET max_tasks = ${2 * TASKS} WHERE id = ${mine.realmId}`);
    const plan = {
      template_id: undefined,
      login_ids: undefined,
      event_id: mine.eventId,
      worker_count: TASKS,
    };
    const rehearsal = await rehearse(mine, plan);
    request = within(mine, rehearsal);
    ids = {
      rehearsal: rehearsal.id,
      event: rehearsal.rehearsal_event_id,
      job: rehearsal.rehearsal_job_id,
    };
    await app.db.query(
      `SET session_replication_role = replica;
       UPDATE jobs SET started_at = now() - interval '1 minute' WHERE id = ${ids.job};
       INSERT INTO task_events (realm_id, task_id, actor_kind, who, what, from_status, to_status, message)
       SELECT t.realm_id, t.id, 'worker', 'W', 'fail', 'running', 'queued', 'Sold out'
       FROM tasks t, generate_series(2, ${LINES}) WHERE t.job_id = ${ids.job};
       INSERT INTO holds (realm_id, site_id, event_id, task_id, job_id, login_id, customer_identity, event_guid, event_name, area,
         "row", seat, expires_at, price, currency)
       SELECT t.realm_id, t.site_id, t.event_id, t.id, t.job_id, t.login_id, 'x', 'g', 'E', 'A', t.id::text, n::text,
         now() + interval '10 minutes', 10, 'GBP'
       FROM tasks t, generate_series(1, ${SEATS}) n WHERE t.job_id = ${ids.job};
       SET session_replication_role = DEFAULT`,
    );
  });
  afterAll(() => app.close());

  it.each([
    'rehearsals/{rehearsal}',
    'on-sale/{event}',
    'on-sale/{event}/history',
    'on-sale/{event}/hand-over?since=2026-01-01T00:00:00Z',
    'jobs/{job}/run',
    'jobs/{job}/history',
    'jobs/{job}/task-events',
  ])('makes /api/%s no dearer than its rows', async (path) => {
    const address = path.replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof ids) => String(ids[name]));
    const [most] = await countRead(async () => {
      expect((await app.http('GET', `/api/${address}`, request)).status).toBe(200);
    });
    expect(most).toBeGreaterThan(TASKS);
    expect(most).toBeLessThan(MAX_STEPS * ROWS);
  });
});
