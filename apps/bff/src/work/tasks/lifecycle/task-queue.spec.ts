import fc from 'fast-check';
import { startApp, type TestApp } from '../../../../test/app';
import * as make from '../../../../test/factories';
import { Transactions, type Tx } from '../../../platform/database/transactions';
import { systemScope } from '../../../platform/realm-scope/scope';
import { TaskQueue } from './task-queue';

const REALMS = 4;
/** Tasks of each realm. */
const TASKS = 30;

describe('the queue of tasks', () => {
  let app: TestApp;
  let realms: number[];
  let site: number;
  beforeAll(async () => {
    app = await startApp();
    site = await make.site(app);
    const event = await make.event(app, site);
    realms = [];
    for (let index = 0; index < REALMS; index += 1) {
      const realm = await make.realm(app, { max_tasks: TASKS });
      const login = await make.login(app, realm, site);
      await app.db.query(
        `INSERT INTO tasks (realm_id, login_id, site_id, event_id, status)
         SELECT $1, $2, $3, $4, 'queued' FROM generate_series(1, $5)`,
        [realm, login, site, event, TASKS],
      );
      realms.push(realm);
    }
  });
  afterAll(() => app.close());

  const run = <T>(work: (tx: Tx) => Promise<T>) =>
    app.nest.get(Transactions, { strict: false }).run(systemScope('test'), work);
  const take = (tx: Tx, count: number, excludedRealmIds: number[] = []) =>
    app.nest.get(TaskQueue, { strict: false }).take(tx, { sites: [site], excludedRealmIds, count });
  /** Makes as many tasks of a realm leased, and others waiting. */
  const load = (tx: Tx, realm: number, { leased, waiting }: { leased: number; waiting: number }) =>
    tx.query(
      `UPDATE tasks t SET lease_id = CASE WHEN n.place <= $2 THEN gen_random_uuid() END,
         lease_expires_at = CASE WHEN n.place <= $2 THEN now() + interval '1 hour' END,
         ready_at = CASE WHEN n.place > $2 AND n.place <= $2 + $3 THEN now() - n.place * interval '1 ms' END
       FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM tasks WHERE realm_id = $1) n WHERE n.id = t.id`,
      [realm, leased, waiting],
    );

  it('uses the whole capacity, and gives a realm at most one more lease than another that waits', async () => {
    const loads = fc.record({ leased: fc.nat(12), waiting: fc.nat(18) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(loads, { minLength: REALMS, maxLength: REALMS }),
        fc.integer({ min: 1, max: 25 }),
        async (given, capacity) => {
          const taken = await run(async (tx) => {
            for (const [index, realm] of realms.entries()) await load(tx, realm, given[index]!);
            const rows = await take(tx, capacity);
            return realms.map((realm) => rows.filter(({ realm_id }) => realm_id === realm).length);
          });
          const total = given.reduce((sum, { waiting }) => sum + waiting, 0);
          expect(taken.reduce((sum, count) => sum + count, 0)).toBe(Math.min(capacity, total));
          const results = given.map(({ leased, waiting }, index) => {
            const got = taken[index]!;
            return { got, has: leased + got, waits: waiting > got };
          });
          for (const one of results.filter(({ got }) => got > 0))
            for (const other of results.filter(({ waits }) => waits))
              expect(one.has).toBeLessThanOrEqual(other.has + 1);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("takes a realm's tasks in the order in which they became ready, and none before its time", async () => {
    const [realm] = realms;
    const { taken, inOrder } = await run(async (tx) => {
      for (const other of realms) await load(tx, other, { leased: 0, waiting: other === realm ? 10 : 0 });
      await tx.query(
        "UPDATE tasks SET ready_at = now() + interval '1 hour' WHERE id = (SELECT min(id) FROM tasks WHERE realm_id = $1)",
        [realm],
      );
      const due = await tx.query<{ id: number }>(
        'SELECT id FROM tasks WHERE realm_id = $1 AND ready_at <= now() ORDER BY ready_at',
        [realm],
      );
      return { taken: await take(tx, 25), inOrder: due.map(({ id }) => id) };
    });
    expect(taken.map(({ id }) => id)).toEqual(inOrder);
    expect(inOrder).toHaveLength(9);
  });

  it('leaves tasks that another transaction has locked to it, and takes others at once', async () => {
    const [realm] = realms;
    await run(async (tx) => {
      for (const other of realms) await load(tx, other, { leased: 0, waiting: other === realm ? 20 : 0 });
    });
    const [first, second, excluded] = await run(async (tx) => {
      const mine = await take(tx, 12);
      const [theirs, nothing] = await Promise.all([
        run((other) => take(other, 12)),
        run((other) => take(other, 12, [realm!])),
      ]);
      return [mine, theirs, nothing];
    });
    expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(20);
    expect([first.length, second.length, excluded.length]).toEqual([12, 8, 0]);
  });

  it('knows when the next task is due', async () => {
    const queue = app.nest.get(TaskQueue, { strict: false });
    const next = (tx: Tx) => queue.nextDueMs(tx, { sites: [site], excludedRealmIds: [] });
    await run(async (tx) => {
      for (const realm of realms) await load(tx, realm, { leased: 3, waiting: 0 });
      expect(await next(tx)).toBeNull();
      await tx.query(
        "UPDATE tasks SET ready_at = now() + interval '90 seconds' WHERE id = (SELECT max(id) FROM tasks)",
      );
      expect(await next(tx)).toBe(90_000);
      await tx.query(
        "UPDATE tasks SET ready_at = now() - interval '1 second' WHERE id = (SELECT min(id) FROM tasks WHERE lease_id IS NULL)",
      );
      expect(await next(tx)).toBe(-1000);
    });
  });
});
