import { startApp, type TestApp } from '../../../test/app';
import {
  getTask,
  holdSeats,
  lease,
  newTask,
  newTasks,
  under,
  until,
  type Work,
  work,
} from '../../../test/work';
import type { JobControlAnswer } from '../../work';
import type { BulkStep } from '../../work';
import type { BulkAnswer, BulkOperationDto } from './bulk.dto';

describe('the preview and the undo of a bulk', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const bulk = async (from: Work, body: object, headers: Record<string, string> = {}) =>
    (await app.http<BulkAnswer>('POST', '/api/tasks/bulk', { token: from.owner, body, headers })).body;
  const act = (from: Work, id: number, command: string) =>
    app.http('POST', `/api/tasks/${id}/${command}`, { token: from.owner });
  const finish = async (from: Work, { operation }: BulkAnswer) => {
    const path = `/api/tasks/bulk/${operation!.id}`;
    const read = async () => (await app.http<BulkOperationDto>('GET', path, { token: from.owner })).body;
    await until(async () => (await read()).state === 'done', 'the operation is done');
    return read();
  };
  const undo = async (from: Work, steps: readonly BulkStep[]) => {
    for (const step of steps) await finish(from, await bulk(from, step, { Prefer: 'respond-async' }));
  };
  const statusOf = async (from: Work, id: number) => {
    const { status, paused } = await getTask(from, id);
    return paused ? `${status}, paused` : status;
  };

  it('counts the effects of a stop by status and held seats, and the reasons with their status', async () => {
    const mine = await work(app, { logins: 2 });
    const carted = await newTask(mine);
    const [first] = await lease(mine);
    await holdSeats(mine, first!.lease_id, [1, 2, 3]);
    const waiting = await newTask(mine, { login_id: mine.logins[1] });
    const [second] = await lease(mine);
    await under(mine, second!.lease_id, 'report', { status: 'waiting_room', queue_position: 12 });
    const [queued, idle] = await newTasks(mine, [{}, { start: false }]);
    const [stopped, bought] = await newTasks(mine, [{}, {}]);
    await act(mine, stopped!.id, 'stop');
    await app.db.query("UPDATE tasks SET status = 'bought' WHERE id = $1", [bought!.id]);
    const preview = await bulk(mine, { command: 'stop', filter: {}, preview: true });
    expect(preview).toMatchObject({
      eligible: 4,
      eligible_by_status: { carted: 1, waiting_room: 1, queued: 1, idle: 1 },
      held_seats: 3,
      undo: [{ command: 'start', ids: [carted.id, waiting.id, queued!.id] }],
    });
    expect(preview.reasons).toEqual([
      expect.objectContaining({ code: 'already', count: 1, status: null }),
      expect.objectContaining({ code: 'INVALID_STATE', count: 1, status: 'bought' }),
    ]);
    expect(preview.results.map(({ task_id }) => task_id)).toContain(idle!.id);
  });

  it('acts on the ids of the preview, even if the filter matches others by then', async () => {
    const mine = await work(app);
    const [one, two] = await newTasks(mine, [{}, {}]);
    const preview = await bulk(mine, { command: 'stop', filter: { status: 'queued' }, preview: true });
    const late = await newTask(mine);
    const ids = preview.results.filter(({ result }) => result === 'done').map(({ task_id }) => task_id);
    await bulk(mine, { command: 'stop', ids });
    expect(await Promise.all([one!, two!, late].map(({ id }) => statusOf(mine, id)))).toEqual([
      'stopped',
      'stopped',
      'queued',
    ]);
  });

  it('starts exactly the stopped tasks again once their workers release them, paused ones as paused', async () => {
    const mine = await work(app);
    const leased = await newTask(mine);
    const [found] = await lease(mine);
    const [queued, paused, idle] = await newTasks(mine, [{}, {}, { start: false }]);
    await act(mine, paused!.id, 'pause');
    const ids = [leased.id, queued!.id, paused!.id, idle!.id];
    const stopped = await bulk(mine, { command: 'stop', ids });
    expect(await statusOf(mine, leased.id)).toBe('stopping');
    const [start, ...rest] = stopped.undo;
    const started = await bulk(mine, start!, { Prefer: 'respond-async' });
    await until(async () => (await statusOf(mine, queued!.id)) === 'queued', 'the others are started');
    expect(await statusOf(mine, leased.id)).toBe('stopping');
    await under(mine, found!.lease_id, 'release');
    expect(await finish(mine, started)).toMatchObject({ done: 3, passed_over: 0 });
    await undo(mine, rest);
    expect(await Promise.all(ids.map((id) => statusOf(mine, id)))).toEqual([
      'queued',
      'queued',
      'queued, paused',
      'stopped',
    ]);
  });

  it('resumes exactly the paused tasks', async () => {
    const mine = await work(app);
    const [one, before] = await newTasks(mine, [{}, {}]);
    await act(mine, before!.id, 'pause');
    const paused = await bulk(mine, { command: 'pause', ids: [one!.id, before!.id] });
    expect(paused.undo).toEqual([{ command: 'resume', ids: [one!.id] }]);
    await undo(mine, paused.undo);
    expect(await statusOf(mine, one!.id)).toBe('queued');
    expect(await statusOf(mine, before!.id)).toBe('queued, paused');
  });

  it('restores deleted tasks, and starts those that were running', async () => {
    const mine = await work(app);
    const [queued, idle] = await newTasks(mine, [{}, { start: false }]);
    const deleted = await bulk(mine, { command: 'delete', ids: [queued!.id, idle!.id] });
    await finish(mine, deleted);
    await undo(mine, deleted.undo);
    expect(await statusOf(mine, queued!.id)).toBe('queued');
    expect(await statusOf(mine, idle!.id)).toBe('stopped');
    const again = await bulk(mine, { command: 'restore', ids: [queued!.id] });
    expect(again.reasons).toMatchObject([{ code: 'NOT_FOUND', count: 1 }]);
  });

  it("doesn't restore another realm's task", async () => {
    const [mine, foreign] = [await work(app), await work(app)];
    const theirs = await newTask(foreign, { start: false });
    await finish(foreign, await bulk(foreign, { command: 'delete', ids: [theirs.id] }));
    const response = await bulk(mine, { command: 'restore', ids: [theirs.id] });
    expect(response).toMatchObject({ eligible: 0, reasons: [{ code: 'NOT_FOUND', count: 1 }] });
    expect((await app.http('GET', `/api/tasks/${theirs.id}`, { token: foreign.owner })).status).toBe(404);
  });

  it("names the tasks that a job's stop changed, so that undo starts no others", async () => {
    const mine = await work(app);
    const [queued, stopped] = await newTasks(mine, [{}, {}]);
    const { rows } = await app.db.query<{ id: number }>(
      `INSERT INTO jobs (realm_id, site_id, event_id, name) VALUES ($1, $2, $3, 'Job') RETURNING id`,
      [mine.realmId, mine.siteId, mine.eventId],
    );
    const jobId = rows[0]!.id;
    await app.db.query('UPDATE tasks SET job_id = $1 WHERE id = ANY ($2)', [
      jobId,
      [queued!.id, stopped!.id],
    ]);
    await act(mine, stopped!.id, 'stop');
    const { body } = await app.http<JobControlAnswer>('POST', `/api/jobs/${jobId}/control`, {
      token: mine.owner,
      body: { command: 'stop' },
    });
    expect(body.undo).toEqual([{ command: 'start', ids: [queued!.id] }]);
    await undo(mine, body.undo);
    expect(await statusOf(mine, queued!.id)).toBe('queued');
    expect(await statusOf(mine, stopped!.id)).toBe('stopped');
  });
});
