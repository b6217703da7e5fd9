import { startApp, type TestApp } from '../../../test/app';
import * as make from '../../../test/factories';
import { openStream } from '../../../test/stream';
import { getTask, lease, newTask, under, until, type Work, work } from '../../../test/work';
import { Transactions } from '../../platform/database/transactions';
import type { BulkAnswer, BulkOperationDto, BulkResult } from './bulk.dto';
import { BulkBatches } from './bulk-batches';
import { MAX_IMMEDIATE } from './bulk-tasks.service';

describe('bulk operations', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const runBulk = (from: Work, body: object, headers: Record<string, string> = {}) =>
    app.http<BulkAnswer>('POST', '/api/tasks/bulk', { token: from.owner, body, headers });
  const getOperation = async (from: Work, id: number) =>
    (await app.http<BulkOperationDto>('GET', `/api/tasks/bulk/${id}`, { token: from.owner })).body;
  const resultsOf = (from: Work, id: number, query = '') =>
    app.http<BulkResult[]>('GET', `/api/tasks/bulk/${id}/results${query}`, { token: from.owner });
  const waitUntilDone = async (from: Work, id: number): Promise<BulkOperationDto> => {
    await until(
      async () => ['done', 'aborted'].includes((await getOperation(from, id)).state),
      'the operation is over',
    );
    return getOperation(from, id);
  };
  /** Inserts idle tasks directly into the table; returns their ids. */
  const idle = async ({ realmId, siteId, eventId, logins }: Work, count: number): Promise<number[]> => {
    const { rows } = await app.db.query<{ id: number }>(
      `INSERT INTO tasks (realm_id, site_id, event_id, login_id, name)
       SELECT $1, $2, $3, $4, 'Task ' || n FROM generate_series(1, $5::int) AS n RETURNING id`,
      [realmId, siteId, eventId, logins[0], count],
    );
    return rows.map(({ id }) => id);
  };
  const statuses = async ({ realmId }: Work) => {
    const { rows } = await app.db.query<{ status: string; n: number }>(
      'SELECT status, count(*)::int AS n FROM tasks WHERE realm_id = $1 AND deleted_at IS NULL GROUP BY status',
      [realmId],
    );
    return Object.fromEntries(rows.map(({ status, n }) => [status, n]));
  };

  it('runs over many tasks in batches, reports progress only to its owner, and records a result per task', async () => {
    const mine = await work(app);
    const ids = await idle(mine, MAX_IMMEDIATE + 100);
    const other = await make.user(app, 'realm_owner', mine.realmId);
    const [ownerStream, otherStream] = [
      await openStream(app, mine.owner),
      await openStream(app, other.token),
    ];
    const response = await runBulk(mine, { command: 'start', ids: [...ids, 999_999_999] });
    expect(response.status).toBe(202);
    expect(response.body).toMatchObject({ eligible: ids.length, ineligible: 1, results: [] });
    const operation = response.body.operation!;
    expect(operation).toMatchObject({ command: 'start', state: 'queued', total: ids.length + 1, done: 0 });
    expect(response.headers.get('location')).toBe(`/api/tasks/bulk/${operation.id}`);
    expect(await waitUntilDone(mine, operation.id)).toMatchObject({
      state: 'done',
      done: ids.length,
      passed_over: 1,
      reasons: [{ code: 'NOT_FOUND', count: 1 }],
    });
    expect(await statuses(mine)).toEqual({ queued: ids.length });
    const page = await resultsOf(mine, operation.id, '?page=2&page_size=50');
    expect(page.body).toEqual(
      ids
        .slice(50, 100)
        .map((task_id, at) => ({ task_id, result: 'done', copy_id: null, name: `Task ${at + 51}` })),
    );
    expect(page.headers.get('x-total-count')).toBe(String(ids.length + 1));
    expect((await resultsOf(mine, operation.id, '?result=!done')).body).toEqual([
      { task_id: 999_999_999, result: 'NOT_FOUND', copy_id: null, name: null },
    ]);
    const { data } = await ownerStream.next(
      ({ data: frame }) => (frame as { topic?: string; row?: BulkOperationDto }).row?.state === 'done',
    );
    expect(data).toMatchObject({ topic: 'bulk', id: operation.id, row: { done: ids.length } });
    expect(
      otherStream.seen.filter(({ data: frame }) => (frame as { topic?: string }).topic === 'bulk'),
    ).toEqual([]);
    ownerStream.close();
    otherStream.close();
  });

  it('runs few tasks at once unless an operation is requested, and a preview changes nothing', async () => {
    const mine = await work(app);
    const ids = await idle(mine, 3);
    const preview = await runBulk(mine, { command: 'stop', ids, preview: true });
    expect([preview.status, preview.body.eligible, preview.body.operation]).toEqual([200, 3, null]);
    expect(await statuses(mine)).toEqual({ idle: 3 });
    expect((await runBulk(mine, { command: 'start', ids: ids.slice(0, 1) })).status).toBe(200);
    const later = await runBulk(mine, { command: 'stop', ids }, { Prefer: 'respond-async' });
    expect(later.status).toBe(202);
    expect(await waitUntilDone(mine, later.body.operation!.id)).toMatchObject({ done: 3 });
    expect(await statuses(mine)).toEqual({ stopped: 3 });
  });

  it('fills the limit in the order of ids, and names the tasks beyond it', async () => {
    const mine = await work(app, { max_tasks: 400 });
    const ids = await idle(mine, 300);
    await app.db.query("UPDATE tasks SET status = 'stopped' WHERE id = ANY ($1)", [ids]);
    await app.db.query('UPDATE realms SET max_tasks = 250 WHERE id = $1', [mine.realmId]);
    const response = await runBulk(mine, { command: 'start', filter: { status: 'stopped' } });
    const done = await waitUntilDone(mine, response.body.operation!.id);
    expect(done).toMatchObject({
      done: 250,
      passed_over: 50,
      reasons: [{ code: 'LIMIT_REACHED', count: 50 }],
    });
    expect(
      (await resultsOf(mine, done.id, '?result=LIMIT_REACHED')).body.map(({ task_id }) => task_id),
    ).toEqual(ids.slice(250));
  });

  it('leaves the remaining tasks as they are when aborted, which the audit log has once', async () => {
    const mine = await work(app);
    const ids = await idle(mine, 1000);
    const response = await runBulk(mine, { command: 'start', ids });
    const path = `/api/tasks/bulk/${response.body.operation!.id}/abort`;
    const aborted = await app.http<BulkOperationDto>('POST', path, { token: mine.owner });
    expect(aborted.body.state).toBe('aborted');
    expect(aborted.body.done).toBeLessThan(ids.length);
    expect((await app.http<BulkOperationDto>('POST', path, { token: mine.owner })).body).toEqual(
      aborted.body,
    );
    const { rows: entries } = await app.db.query(
      "SELECT actor_id, realm_id FROM audit WHERE action = 'bulk_operation.abort' AND entity_id = $1",
      [String(aborted.body.id)],
    );
    expect(entries).toEqual([{ actor_id: aborted.body.user_id, realm_id: mine.realmId }]);
    await until(async () => {
      const { rows } = await app.db.query<{ n: number }>(
        "SELECT count(*)::int AS n FROM pgboss.job WHERE name = 'bulk' AND state < 'completed'",
      );
      return rows[0]?.n === 0;
    }, 'its job has left the queue');
    const after = await statuses(mine);
    expect(after.queued ?? 0).toBe(aborted.body.done);
    expect(await getOperation(mine, aborted.body.id)).toEqual(aborted.body);
  });

  it.each([100, 1000])(
    'counts the later of two commands for each task, while the first still runs over %s of its tasks',
    async (count) => {
      const mine = await work(app);
      const ids = await idle(mine, 1000);
      await app.db.query("UPDATE tasks SET status = 'queued' WHERE id = ANY ($1)", [ids]);
      const pause = await runBulk(mine, { command: 'pause', ids });
      const resume = await runBulk(mine, { command: 'resume', ids: ids.slice(-count) });
      for (const { body } of [pause, resume])
        if (body.operation) await waitUntilDone(mine, body.operation.id);
      const { rows } = await app.db.query('SELECT FROM tasks WHERE realm_id = $1 AND paused', [mine.realmId]);
      expect(rows).toHaveLength(1000 - count);
      const over_ = await getOperation(mine, pause.body.operation!.id);
      expect(over_).toMatchObject({ state: 'done' });
      expect(over_.done + over_.passed_over).toBe(1000);
    },
  );

  it.each(['task', 'job'])(
    'counts a later command for a %s, which an operation has not reached',
    async (what) => {
      const mine = await work(app);
      const job = await make.job(app, mine.realmId, mine.siteId, mine.eventId);
      const [last] = (await idle(mine, 101)).slice(-1);
      await app.db.query("UPDATE tasks SET status = 'queued' WHERE realm_id = $1", [mine.realmId]);
      await app.db.query('UPDATE tasks SET job_id = $1 WHERE id = $2', [job, last]);
      const waiting = jest
        .spyOn(app.nest.get(BulkBatches, { strict: false }), 'runNext')
        .mockResolvedValue(false);
      const { body } = await runBulk(mine, { command: 'stop', filter: {} }, { Prefer: 'respond-async' });
      const later =
        what === 'task'
          ? await app.http('POST', `/api/tasks/${last}/pause`, { token: mine.owner })
          : await app.http('POST', `/api/jobs/${job}/control`, {
              token: mine.owner,
              body: { command: 'pause' },
            });
      expect(later.status).toBe(200);
      waiting.mockRestore();
      expect(await waitUntilDone(mine, body.operation!.id)).toMatchObject({
        state: 'done',
        done: 100,
        passed_over: 1,
        reasons: [{ code: 'SUPERSEDED', count: 1 }],
      });
      expect(await statuses(mine)).toEqual({ stopped: 100, queued: 1 });
    },
  );

  it('leaves a task to the operation when the later command is rejected, and the tasks that a retry does not mean', async () => {
    const mine = await work(app);
    const job = await make.job(app, mine.realmId, mine.siteId, mine.eventId);
    const [first, second] = await idle(mine, 2);
    await app.db.query("UPDATE tasks SET status = 'failed' WHERE id = $1", [second]);
    await app.db.query('UPDATE tasks SET job_id = $1 WHERE realm_id = $2', [job, mine.realmId]);
    const waiting = jest
      .spyOn(app.nest.get(BulkBatches, { strict: false }), 'runNext')
      .mockResolvedValue(false);
    const { body } = await runBulk(
      mine,
      { command: 'start', ids: [first, second] },
      { Prefer: 'respond-async' },
    );
    const rejected = await app.http('POST', `/api/tasks/${first}/resume`, { token: mine.owner });
    expect(rejected.status).toBe(409);
    await app.http('POST', `/api/jobs/${job}/control`, {
      token: mine.owner,
      body: { command: 'retry_failed' },
    });
    waiting.mockRestore();
    expect(await waitUntilDone(mine, body.operation!.id)).toMatchObject({
      done: 1,
      reasons: [{ code: 'SUPERSEDED', count: 1 }],
    });
    expect(await statuses(mine)).toEqual({ queued: 2 });
  });

  it('deletes finished tasks, those it stopped, and leased ones once their worker releases them', async () => {
    const mine = await work(app);
    const [queued, leased, over_] = [
      await newTask(mine),
      await newTask(mine),
      await newTask(mine, { start: false }),
    ];
    await app.http('POST', `/api/tasks/${queued.id}/pause`, { token: mine.owner });
    const [found] = await lease(mine);
    expect(found?.task.id).toBe(leased.id);
    const ids = [queued.id, leased.id, over_.id];
    const { body } = await runBulk(mine, { command: 'delete', ids });
    await until(async () => (await getOperation(mine, body.operation!.id)).done === 2, 'two are deleted');
    expect((await getTask(mine, leased.id)).status).toBe('stopping');
    await under(mine, found!.lease_id, 'release');
    expect(await waitUntilDone(mine, body.operation!.id)).toMatchObject({
      state: 'done',
      done: 3,
      passed_over: 0,
    });
    expect(await statuses(mine)).toEqual({});
    const { rows } = await app.db.query<{ who: string; what: string }>(
      "SELECT DISTINCT who LIKE 'realm_owner-%' AS mine, what FROM task_events WHERE task_id = ANY ($1) AND what = 'delete'",
      [ids],
    );
    expect(rows).toEqual([{ mine: true, what: 'delete' }]);
  });

  it('continues after a process died in the middle of a batch, and handles no task twice', async () => {
    const mine = await work(app);
    const ids = await idle(mine, 300);
    const transactions = app.nest.get(Transactions, { strict: false });
    const runAmbient = transactions.runAmbient.bind(transactions);
    const died = jest.spyOn(transactions, 'runAmbient').mockImplementationOnce((scope, process) =>
      runAmbient(scope, async (tx) => {
        await process(tx);
        throw new Error('killed before its commit');
      }),
    );
    const { body } = await runBulk(mine, { command: 'start', ids });
    expect(await waitUntilDone(mine, body.operation!.id)).toMatchObject({ state: 'done', done: 300 });
    died.mockRestore();
    const { rows } = await app.db.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM task_events WHERE task_id = ANY ($1) AND what = 'start'",
      [ids],
    );
    expect(rows[0]?.n).toBe(300);
  });

  it('returns 404 to other realms, and 403 to readers who write', async () => {
    const [mine, foreign] = [await work(app), await work(app)];
    const ids = await idle(mine, 2);
    const { body } = await runBulk(mine, { command: 'stop', ids }, { Prefer: 'respond-async' });
    const { id } = await waitUntilDone(mine, body.operation!.id);
    for (const path of [`/api/tasks/bulk/${id}`, `/api/tasks/bulk/${id}/results`])
      expect((await app.http('GET', path, { token: foreign.owner })).status).toBe(404);
    expect((await app.http('POST', `/api/tasks/bulk/${id}/abort`, { token: foreign.owner })).status).toBe(
      404,
    );
    const reader = await make.user(app, 'realm_user', mine.realmId);
    expect((await app.http('GET', `/api/tasks/bulk/${id}`, { token: reader.token })).status).toBe(200);
    expect((await app.http('POST', `/api/tasks/bulk/${id}/abort`, { token: reader.token })).status).toBe(403);
    const theirs = await runBulk(foreign, { command: 'stop', ids }, { Prefer: 'respond-async' });
    expect([theirs.status, theirs.body.eligible, theirs.body.operation]).toEqual([200, 0, null]);
  });
});
