import { startApp, type TestApp } from '../../test/app';
import { concurrently } from '../../test/concurrently';
import { template } from '../../test/factories';
import {
  inMinutes,
  lease,
  leaseMany,
  makeBuyer,
  newTask,
  newTasks,
  seat,
  under,
  work,
} from '../../test/work';

type Held = { code?: string; holds?: { id: number }[] };

describe('many workers and many tasks', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it('keeps a limit of 4 per customer exactly with concurrent workers and 100 logins of one customer', async () => {
    const mine = await work(app, { logins: 100, eventFields: { max_per_customer: 4 } });
    await app.db.query("UPDATE logins SET supporter_id = 'qd-0007' WHERE id = ANY ($1)", [mine.logins]);
    const tasks = await newTasks(
      mine,
      Array.from({ length: 100 }, (_, index) => ({ login_id: mine.logins[index], start: false })),
    );
    await Promise.all(tasks.map(({ id }) => makeBuyer(mine, id)));
    await app.http('POST', '/api/tasks/bulk', {
      token: mine.owner,
      body: { command: 'start', ids: tasks.map(({ id }) => id) },
    });
    const leases = (await leaseMany(mine, 100)).map(({ lease_id }) => lease_id);
    expect(new Set(leases).size).toBe(100);
    const held = await concurrently(100, (index) =>
      under<Held>(mine, leases[index]!, 'hold', { seats: [seat(index)], expires_at: inMinutes(5) }),
    );
    expect(held.filter(({ status }) => status === 200)).toHaveLength(4);
    expect(held.filter(({ status, body }) => status === 409 && body.code === 'LIMIT_REACHED')).toHaveLength(
      96,
    );
    const bought = await Promise.all(
      held.flatMap(({ body }, index) =>
        (body.holds ?? []).map(({ id }) =>
          under(mine, leases[index]!, 'purchase', { tickets: [{ hold_id: id }] }),
        ),
      ),
    );
    expect(bought.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { rows } = await app.db.query<{ bought: number; over: number }>(
      `SELECT count(*)::int AS bought, count(*) FILTER (WHERE over_limit)::int AS over FROM tickets
       WHERE event_id = $1 AND customer_identity = 'qd-0007'`,
      [mine.eventId],
    );
    expect(rows).toEqual([{ bought: 4, over: 0 }]);
  });

  it('leases ten tasks of one realm among the first 20 next to 10,000 of another', async () => {
    const many = await work(app, { max_tasks: 10_000 });
    const few = await work(app, { on: many, logins: 10 });
    const template_id = await template(app, many.realmId, many.siteId, many.eventId, { worker_count: 1000 });
    for (let launched = 0; launched < 10_000; launched += 1000) {
      const body = { template_id, login_ids: many.logins };
      const job = await app.http('POST', '/api/jobs', { token: many.owner, body });
      expect(job.status).toBe(201);
    }
    for (const login_id of few.logins) await newTask(few, { login_id });
    await app.db.query('UPDATE worker_tokens SET realm_ids = NULL WHERE site_ids = $1', [[many.siteId]]);
    const given = await lease(many, 20);
    expect(given).toHaveLength(20);
    expect(given.filter(({ task }) => task.realm_id === few.realmId)).toHaveLength(10);
  });
});
