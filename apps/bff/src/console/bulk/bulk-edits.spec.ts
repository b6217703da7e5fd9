import { startApp, type TestApp } from '../../../test/app';
import {
  getTask,
  holdSeats,
  inMinutes,
  lease,
  newTask,
  newTasks,
  until,
  type Work,
  work,
} from '../../../test/work';
import type { TaskDto, TaskEventDto } from '../../work';
import type { BulkAnswer, BulkItem, BulkOperationDto } from './bulk.dto';
import { MAX_IMMEDIATE } from './bulk-tasks.service';

describe('bulk edits and duplicates', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const runBulk = <T = BulkAnswer>(from: Work, body: object) =>
    app.http<T>('POST', '/api/tasks/bulk', { token: from.owner, body });
  const waitUntilDone = async (from: Work, { operation }: BulkAnswer) => {
    const path = `/api/tasks/bulk/${operation!.id}`;
    const getOperation = async () =>
      (await app.http<BulkOperationDto>('GET', path, { token: from.owner })).body;
    await until(async () => (await getOperation()).state === 'done', 'the operation is over');
    const results = (result: string) =>
      app.http<BulkItem[]>('GET', `${path}/results?result=${result}&page_size=100`, { token: from.owner });
    return { ...(await getOperation()), results };
  };
  const timeline = async (from: Work, id: number) =>
    (await app.http<TaskEventDto[]>('GET', `/api/tasks/${id}/events`, { token: from.owner })).body.map(
      ({ what, message }) => [what, message],
    );
  const all = async ({ owner }: Work, query = '') =>
    (await app.http<TaskDto[]>('GET', `/api/tasks?detailed=true&sort=created_at${query}`, { token: owner }))
      .body;

  it('sets only the fields that are sent, and skips leased tasks', async () => {
    const mine = await work(app);
    const leased = await newTask(mine);
    await lease(mine);
    const [idle, stopped] = await newTasks(mine, [
      { start: false, event_areas: ['North'], proxy: 'pool a' },
      { start: false, sleep_time_ms: 50 },
    ]);
    await app.http('POST', `/api/tasks/${stopped!.id}/stop`, { token: mine.owner });
    const ids = [leased.id, idle!.id, stopped!.id];
    const preview = await runBulk(mine, { command: 'edit', ids, preview: true });
    const expected = {
      eligible: 2,
      ineligible: 1,
      reasons: [{ code: 'INVALID_STATE', message: 'A worker has it now: stop it first', count: 1 }],
      site_ids: [mine.siteId],
      event_ids: [mine.eventId],
      operation: null,
    };
    expect(preview.body).toMatchObject(expected);
    const change = { seats_to_set: 4, event_price_levels: { Adult: 1 }, proxy: null };
    const done = await runBulk(mine, { command: 'edit', ids, change });
    expect(done.body).toMatchObject({
      ...expected,
      results: ids.map((task_id, at) => ({
        task_id,
        result: at === 0 ? 'INVALID_STATE' : 'done',
        copy_id: null,
      })),
    });
    expect(await getTask(mine, idle!.id)).toMatchObject({
      ...change,
      name: idle!.name,
      event_areas: ['North'],
    });
    expect(await getTask(mine, stopped!.id)).toMatchObject({
      ...change,
      sleep_time_ms: 50,
      status: 'stopped',
    });
    expect((await getTask(mine, leased.id)).seats_to_set).toBe(leased.seats_to_set);
    expect((await timeline(mine, idle!.id))[0]).toEqual(['change', Object.keys(change).join(', ')]);
  });

  it('changes whether tasks hold or buy, but not of seats that are held', async () => {
    const mine = await work(app);
    const holding = await newTask(mine);
    await holdSeats(mine, (await lease(mine))[0]!.lease_id, [1]);
    const waiting = await newTask(mine, { start: false });
    const edit = { command: 'edit', ids: [holding.id, waiting.id], change: { mode: 'buy' } };
    const expected = { eligible: 1, reasons: [{ code: 'SEATS_HELD', count: 1 }] };
    expect((await runBulk(mine, { ...edit, preview: true })).body).toMatchObject(expected);
    expect((await runBulk(mine, edit)).body).toMatchObject(expected);
    expect((await getTask(mine, waiting.id)).mode).toBe('buy');
    expect((await getTask(mine, holding.id)).mode).toBe('hold');
    await app.http('POST', `/api/tasks/${waiting.id}/start`, { token: mine.owner });
    expect((await lease(mine))[0]).toMatchObject({ mode: 'buy' });
    const response = await app.http('PATCH', `/api/tasks/${waiting.id}`, {
      token: mine.owner,
      body: { mode: 'hold' },
    });
    expect(response.status).toBe(400);
  });

  it('reschedules scheduled tasks, or queues them if the new time is not in the future', async () => {
    const mine = await work(app);
    const tasks = await newTasks(
      mine,
      [1, 2].map(() => ({ scheduled_at: inMinutes(60) })),
    );
    const ids = tasks.map(({ id }) => id);
    const readyTimes = async () =>
      (
        await app.db.query<{ ready_at: Date }>('SELECT ready_at FROM tasks WHERE id = ANY ($1)', [ids])
      ).rows.map(({ ready_at }) => ready_at.toISOString());
    const later = inMinutes(240);
    await runBulk(mine, { command: 'edit', ids, change: { scheduled_at: later } });
    expect(await readyTimes()).toEqual([later, later]);
    expect(await lease(mine, 2)).toEqual([]);
    await runBulk(mine, { command: 'edit', ids, change: { scheduled_at: null } });
    expect((await all(mine)).map(({ status }) => status)).toEqual(['queued', 'queued']);
    expect((await lease(mine, 2)).map(({ task }) => task.id).sort((a, b) => a - b)).toEqual(ids);
  });

  it('rejects an empty edit, immutable fields, and values that a single edit rejects', async () => {
    const mine = await work(app);
    const { id } = await newTask(mine, { start: false });
    const rejected = async (body: object) => {
      const response = await runBulk<{ details?: { field: string }[] }>(mine, { ids: [id], ...body });
      return [response.status, response.body.details?.map(({ field }) => field)];
    };
    expect(await rejected({ command: 'edit' })).toEqual([400, ['change']]);
    expect(await rejected({ command: 'edit', change: {} })).toEqual([400, ['change']]);
    expect(await rejected({ command: 'edit', change: { name: 'One for all' } })).toEqual([
      400,
      ['change.name'],
    ]);
    expect(await rejected({ command: 'edit', change: { seats_to_set: 0 } })).toEqual([
      400,
      ['change.seats_to_set'],
    ]);
    // Each task may have other budgets, so they change together.
    expect(await rejected({ command: 'edit', change: { budget_per_seat: 20 } })).toEqual([
      400,
      ['change.budget_per_task', 'change.budget_currency'],
    ]);
    expect(await rejected({ command: 'stop', change: { seats_to_set: 2 } })).toEqual([400, ['change']]);
    expect(await rejected({ command: 'edit', change: { seats_to_set: 2 }, copy: {} })).toEqual([
      400,
      ['copy'],
    ]);
    expect(await getTask(mine, id)).toMatchObject({ name: expect.any(String) as string, seats_to_set: 1 });
  });

  it('duplicates tasks in the order of their ids and up to the limit', async () => {
    const mine = await work(app, { logins: 2, max_tasks: 5 });
    const settings = {
      seats_to_set: 3,
      event_price_type: 'adult',
      event_price_levels: { Adult: 1 },
      event_areas: ['North', 'East'],
      sleep_time_ms: 70,
      proxy: 'pool a',
      proxy_template: 'eu',
    };
    const [first, second, third] = await newTasks(mine, [
      { ...settings, name: 'One', scheduled_at: inMinutes(60) },
      { name: 'N'.repeat(200), login_id: mine.logins[1] },
      { name: 'Three', start: false },
    ]);
    const ids = [third!.id, second!.id, first!.id];
    const preview = await runBulk(mine, { command: 'duplicate', ids, preview: true });
    const reason = {
      code: 'LIMIT_REACHED',
      message: 'The realm has no free slots for unfinished tasks',
      count: 1,
    };
    expect(preview.body).toMatchObject({ eligible: 2, ineligible: 1, reasons: [reason] });
    expect(await all(mine)).toHaveLength(3);

    const copy = { suffix: ' Kopie', start: true };
    const { body } = await runBulk(mine, { command: 'duplicate', ids, copy });
    const [, , , one, two] = await all(mine);
    expect(body).toMatchObject({
      reasons: [reason],
      results: [
        { task_id: first!.id, result: 'done', copy_id: one!.id },
        { task_id: second!.id, result: 'done', copy_id: two!.id },
        { task_id: third!.id, result: 'LIMIT_REACHED', copy_id: null },
      ],
    });
    expect(one).toMatchObject({
      ...settings,
      name: 'One Kopie',
      login_id: mine.logins[0],
      event_id: mine.eventId,
      status: 'queued',
      scheduled_at: null,
      mode: 'hold',
      job_id: null,
    });
    expect(two).toMatchObject({ name: `${'N'.repeat(194)} Kopie`, login_id: mine.logins[1] });
    expect((await timeline(mine, one!.id)).at(-1)).toEqual(['create', `Copy of task ${first!.id}`]);
    expect(await getTask(mine, first!.id)).toEqual(first);
  });

  it('applies to all tasks that match a filter, also by seats and flags', async () => {
    const mine = await work(app);
    const [, two, three] = await newTasks(
      mine,
      [1, 2, 3].map((seats_to_set) => ({ seats_to_set })),
    );
    await app.http('POST', `/api/tasks/${three!.id}/pause`, { token: mine.owner });
    const matching = (fields: object) =>
      runBulk(mine, { command: 'edit', preview: true, filter: { seats_at_least: 2, ...fields } });
    const idsOf = ({ body }: { body: BulkAnswer }) => body.results.map(({ task_id }) => task_id);
    expect(idsOf(await matching({}))).toEqual([two!.id, three!.id]);
    expect(idsOf(await matching({ paused: true }))).toEqual([three!.id]);
    expect((await all(mine, '&seats_at_least=3')).map(({ id }) => id)).toEqual([three!.id]);
  });

  it('skips tasks whose site, event or login was deleted', async () => {
    const mine = await work(app, { logins: 2 });
    const [kept, stopped] = await newTasks(mine, [
      { login_id: mine.logins[0] },
      { login_id: mine.logins[1] },
    ]);
    await app.http('POST', `/api/tasks/${stopped!.id}/stop`, { token: mine.owner });
    await app.http('DELETE', `/api/logins/${mine.logins[1]}`, { token: mine.owner });
    const { body } = await runBulk(mine, { command: 'duplicate', ids: [kept!.id, stopped!.id] });
    expect(body.results.map(({ result }) => result)).toEqual(['done', 'LOGIN_DELETED']);
    expect((await getTask(mine, body.results[0]!.copy_id!)).status).toBe('idle');
  });

  it('runs many duplicates as an operation whose results name each copy', async () => {
    const mine = await work(app, { max_tasks: 2 * MAX_IMMEDIATE + 100 });
    const count = MAX_IMMEDIATE + 60;
    const ids = (
      await newTasks(
        mine,
        Array.from({ length: count }, (_, at) => ({ name: `Task ${at + 1}`, start: false })),
      )
    ).map(({ id }) => id);
    const edited = await runBulk(mine, {
      command: 'edit',
      filter: { status: 'idle' },
      change: { seats_to_set: 6 },
    });
    expect(edited.status).toBe(202);
    expect(await waitUntilDone(mine, edited.body)).toMatchObject({
      command: 'edit',
      done: count,
      passed_over: 0,
    });
    const started = await runBulk(mine, { command: 'duplicate', ids, copy: { suffix: ' again' } });
    expect(started.body).toMatchObject({ eligible: 2 * MAX_IMMEDIATE + 100 - count, results: [] });
    const room = 2 * MAX_IMMEDIATE + 100 - count;
    const done = await waitUntilDone(mine, started.body);
    expect(done).toMatchObject({
      done: room,
      passed_over: count - room,
      reasons: [{ code: 'LIMIT_REACHED', count: count - room }],
    });
    const made = (await done.results('done')).body;
    expect(made.map(({ task_id }) => task_id)).toEqual(ids.slice(0, 100));
    const copies = await all(mine, `&id=${made.map(({ copy_id }) => copy_id).join(',')}&page_size=100`);
    expect(copies.map(({ name, seats_to_set }) => [name, seats_to_set])).toEqual(
      made.map(({ name }) => [`${name} again`, 6]),
    );
    expect((await done.results('LIMIT_REACHED')).body.map(({ copy_id }) => copy_id)).not.toContainEqual(
      expect.any(Number),
    );
  });
});
