import fc from 'fast-check';
import { type Answer, startApp, type TestApp } from '../app';
import { concurrently } from '../concurrently';
import { newTask, type Work, work } from '../work';
import { RACE_MS, rounds, tally } from './rounds';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const count = async (sql: string, realmId: number): Promise<number> =>
  (await app.db.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${sql}`, [realmId])).rows[0]!
    .count;
const setLimit = (realmId: number, column: 'max_tasks' | 'max_logins', limit: number) =>
  app.db.query(`UPDATE realms SET ${column} = $2 WHERE id = $1`, [realmId, limit]);
const realmRow = async (realmId: number) =>
  (
    await app.db.query<{ active_tasks: number; login_count: number }>(
      'SELECT active_tasks, login_count FROM realms WHERE id = $1',
      [realmId],
    )
  ).rows[0]!;

type Kind = {
  limit: 'max_tasks' | 'max_logins';
  create: (own: Work, index: number) => Promise<Answer<unknown>>;
  /** Where each created row shows: tables with a condition on the realm. */
  traces: readonly string[];
  clear: string;
};

const kinds: Record<'tasks' | 'logins', Kind> = {
  tasks: {
    limit: 'max_tasks',
    create: ({ owner, logins, eventId }) =>
      app.http('POST', '/api/tasks', {
        token: owner,
        body: { login_id: logins[0], event_id: eventId, start: true },
      }),
    traces: [
      'tasks WHERE realm_id = $1',
      "task_events WHERE realm_id = $1 AND what = 'create'",
      "task_events WHERE realm_id = $1 AND what = 'start'",
      'tasks WHERE realm_id = $1 AND ready_at IS NOT NULL',
    ],
    clear: 'DELETE FROM tasks WHERE realm_id = $1',
  },
  logins: {
    limit: 'max_logins',
    create: ({ owner, siteId }, index) =>
      app.http('POST', `/api/sites/${siteId}/logins`, {
        token: owner,
        body: { email: `buyer${index}@quayside.example`, password: 'kept sealed' },
      }),
    traces: ["logins WHERE realm_id = $1 AND email ~ '^buyer[0-9]+@'"],
    clear: "DELETE FROM logins WHERE realm_id = $1 AND email ~ '^buyer[0-9]+@'",
  },
};

describe.each(Object.entries(kinds))('creating %s', (name, kind) => {
  it.each([0, 1, 10])(
    'creates exactly %i and refuses the rest without writing anything',
    async (limit) => {
      // The tasks need the realm's one login, which counts towards the limit of logins.
      const own = await work(app);
      const existing = name === 'logins' ? 1 : 0;
      await setLimit(own.realmId, kind.limit, limit + existing);
      for (let round = 0; round < rounds(100); round += 1) {
        const before = await count('audit WHERE realm_id = $1', own.realmId);
        const responses = await concurrently(limit + 4, (index) => kind.create(own, index));
        expect(tally(responses)).toEqual({ ...(limit && { 201: limit }), '409 LIMIT_REACHED': 4 });
        for (const { status, body } of responses) {
          if (status === 409)
            expect(body).toMatchObject({
              context: { limit: limit + existing, used: limit + existing, asked: 1 },
            });
        }
        for (const trace of kind.traces)
          expect([trace, await count(trace, own.realmId)]).toEqual([trace, limit]);
        const audited = (await count('audit WHERE realm_id = $1', own.realmId)) - before;
        expect(audited).toBe(name === 'logins' ? limit : 0);
        const { active_tasks, login_count } = await realmRow(own.realmId);
        expect(name === 'tasks' ? active_tasks : login_count - 1).toBe(limit);
        await app.db.query(kind.clear, [own.realmId]);
      }
    },
    RACE_MS,
  );
});

it(
  'keeps the limit of tasks while concurrent requests start, finish, delete and restore tasks',
  async () => {
    const own = await work(app, { max_tasks: 3 });
    const post = (path: string, body?: unknown) =>
      app.http('POST', `/api/tasks${path}`, { token: own.owner, body });
    const input = { login_id: own.logins[0], event_id: own.eventId };
    const calls = {
      create: () => post('', input),
      two: () => post('', [input, input]),
      start: (id: number) => post(`/${id}/start`),
      stop: (id: number) => post(`/${id}/stop`),
      bulk: (id: number) => post('/bulk', { command: 'start', ids: [id] }),
      remove: (id: number) => app.http('DELETE', `/api/tasks/${id}`, { token: own.owner }),
      restore: (id: number) => post(`/${id}/restore`),
    };
    const names = Object.keys(calls) as (keyof typeof calls)[];
    const action = fc.record({ name: fc.constantFrom(...names), of: fc.nat(2) });
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: 14 }), async (actions) => {
        await app.db.query('DELETE FROM tasks WHERE realm_id = $1', [own.realmId]);
        const tasks = await concurrently(3, () => newTask(own, { start: false }));
        const responses = await Promise.all(actions.map(({ name, of }) => calls[name](tasks[of]!.id)));
        for (const { status } of responses) expect([200, 201, 204, 404, 409]).toContain(status);
        const { active_tasks } = await realmRow(own.realmId);
        const unfinished = 'tasks WHERE realm_id = $1 AND unfinished AND deleted_at IS NULL';
        expect(active_tasks).toBeLessThanOrEqual(3);
        expect(active_tasks).toBe(await count(unfinished, own.realmId));
      }),
      { numRuns: rounds(100) },
    );
  },
  RACE_MS,
);
