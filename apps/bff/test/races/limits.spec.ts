import fc from 'fast-check';
import { type Answer, startApp, type TestApp } from '../app';
import { newTask, type Work, work } from '../work';
import { atOnce, RACE_MS, rounds, tally } from './rounds';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const counted = async (sql: string, realmId: number): Promise<number> =>
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
  ask: (mine: Work, index: number) => Promise<Answer<unknown>>;
  /** What each success leaves, as tables with their condition on the realm. */
  leaves: readonly string[];
  clear: string;
};

const kinds: Record<'tasks' | 'logins', Kind> = {
  tasks: {
    limit: 'max_tasks',
    ask: ({ owner, logins, eventId }) =>
      app.http('POST', '/api/tasks', {
        token: owner,
        body: { login_id: logins[0], event_id: eventId, start: true },
      }),
    leaves: [
      'tasks WHERE realm_id = $1',
      "task_events WHERE realm_id = $1 AND what = 'create'",
      "task_events WHERE realm_id = $1 AND what = 'start'",
      "pgboss.job WHERE data ->> 'task_id' IN (SELECT id::text FROM tasks WHERE realm_id = $1)",
    ],
    clear: 'DELETE FROM tasks WHERE realm_id = $1',
  },
  logins: {
    limit: 'max_logins',
    ask: ({ owner, siteId }, index) =>
      app.http('POST', `/api/sites/${siteId}/logins`, {
        token: owner,
        body: { email: `buyer${index}@quayside.example`, password: 'kept sealed' },
      }),
    leaves: ["logins WHERE realm_id = $1 AND email ~ '^buyer[0-9]+@'"],
    clear: "DELETE FROM logins WHERE realm_id = $1 AND email ~ '^buyer[0-9]+@'",
  },
};

describe.each(Object.entries(kinds))('creating %s', (name, kind) => {
  it.each([0, 1, 10])(
    'lets exactly %i through, and refuses the rest with nothing written',
    async (limit) => {
      // The realm's one login is there for the tasks; for logins it takes a place.
      const mine = await work(app);
      const own = name === 'logins' ? 1 : 0;
      await setLimit(mine.realmId, kind.limit, limit + own);
      const asked = limit + 4;
      for (let round = 0; round < rounds(100); round += 1) {
        const before = await counted('audit WHERE realm_id = $1', mine.realmId);
        const answers = await atOnce(asked, (index) => kind.ask(mine, index));
        expect(tally(answers)).toEqual({ ...(limit && { 201: limit }), '409 LIMIT_REACHED': 4 });
        for (const { status, body } of answers) {
          if (status === 409)
            expect(body).toMatchObject({ context: { limit: limit + own, used: limit + own, asked: 1 } });
        }
        for (const left of kind.leaves)
          expect([left, await counted(left, mine.realmId)]).toEqual([left, limit]);
        const audited = (await counted('audit WHERE realm_id = $1', mine.realmId)) - before;
        expect(audited).toBe(name === 'logins' ? limit : 0);
        const { active_tasks, login_count } = await realmRow(mine.realmId);
        expect(name === 'tasks' ? active_tasks : login_count - 1).toBe(limit);
        await app.db.query(kind.clear, [mine.realmId]);
      }
    },
    RACE_MS,
  );
});

it(
  'holds whatever else moves tasks in and out of unfinished at the same time',
  async () => {
    const mine = await work(app, { max_tasks: 3 });
    const post = (path: string, body?: unknown) =>
      app.http('POST', `/api/tasks${path}`, { token: mine.owner, body });
    const one = { login_id: mine.logins[0], event_id: mine.eventId };
    const asks = {
      create: () => post('', one),
      two: () => post('', [one, one]),
      start: (id: number) => post(`/${id}/start`),
      stop: (id: number) => post(`/${id}/stop`),
      bulk: (id: number) => post('/bulk', { command: 'start', ids: [id] }),
      remove: (id: number) => app.http('DELETE', `/api/tasks/${id}`, { token: mine.owner }),
      restore: (id: number) => post(`/${id}/restore`),
    };
    const names = Object.keys(asks) as (keyof typeof asks)[];
    const action = fc.record({ name: fc.constantFrom(...names), of: fc.nat(2) });
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: 14 }), async (actions) => {
        await app.db.query('DELETE FROM tasks WHERE realm_id = $1', [mine.realmId]);
        const there = await atOnce(3, () => newTask(mine, { start: false }));
        const answers = await Promise.all(actions.map(({ name, of }) => asks[name](there[of]!.id)));
        for (const { status } of answers) expect([200, 201, 204, 404, 409]).toContain(status);
        const { active_tasks } = await realmRow(mine.realmId);
        const unfinished = 'tasks WHERE realm_id = $1 AND unfinished AND deleted_at IS NULL';
        expect(active_tasks).toBeLessThanOrEqual(3);
        expect(active_tasks).toBe(await counted(unfinished, mine.realmId));
      }),
      { numRuns: rounds(100) },
    );
  },
  RACE_MS,
);
